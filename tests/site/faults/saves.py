"""Curators' programs that save without a pause while workers, or the whole server, are killed."""

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.site.faults.library import BASE, PAGES, TEXTS, Library, complaints, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.rounds import Found, Play, Stage, findings
from tests.site.faults.serving import Answer, Served

# A program asks again so long before it gives up.
_PATIENCE = 60


@dataclass
class Saver:
    """A program that saves its own texts one after the other, each again with the same key until it hears an answer."""

    name: str
    texts: tuple[str, ...]
    served: Served
    people: Library
    confirmed: list[tuple[str, int]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    silent: int = 0
    longest: float = 0.0

    def run(self, over: threading.Event) -> None:
        """Save until it is over."""
        at = 0
        while not over.is_set():
            self.save(self.texts[at % len(self.texts)])
            at += 1

    def save(self, text: str) -> None:
        """Save once, whatever happens meanwhile."""
        key, base = str(uuid.uuid4()), self._base(text)
        body = {"text": f"Texte {key}.", "as": "draft", "base": base}
        begun, answer = time.monotonic(), self._send(text, body, key)
        while answer.status in (0, 502, 503) and time.monotonic() - begun < _PATIENCE:
            self.silent += 1
            time.sleep(0.05)
            answer = self._send(text, body, key)
        self.longest = max(self.longest, time.monotonic() - begun)
        if answer.status == 200:
            self.confirmed.append((f"Texte {key}.", answer.data["base"]))
        else:
            self.odd.append(f"{text} by {self.name}: {answer.status} {answer.body[:200]!r}")

    def _base(self, text: str) -> int:
        for _again in range(200):
            found = self.served.ask("GET", f"/api/v1/desk/texts/fr/{text}/", headers=self.people.bearer(self.name))
            if found.status == 200:
                return int(found.data["base"])
            time.sleep(0.05)
        raise RuntimeError(f"{text} cannot be read: {found}")

    def _send(self, text: str, body: object, key: str) -> Answer:
        return self.served.post(f"/api/v1/desk/texts/fr/{text}/save/", body, self.people.bearer(self.name, key))


@contextmanager
def saving(served: Served, people: Library) -> Iterator[list[Saver]]:
    """Two programs that save until the block ends, each its own texts."""
    half = len(TEXTS) // 2
    savers = [Saver("tess", TEXTS[:half], served, people), Saver("edie", TEXTS[half:], served, people)]
    over = threading.Event()
    threads = [threading.Thread(target=saver.run, args=[over], daemon=True) for saver in savers]
    for thread in threads:
        thread.start()
    try:
        yield savers
    finally:
        over.set()
        for thread in threads:
            thread.join()


def missed(stage: Stage, name: str, savers: list[Saver], found: Found) -> None:
    """Compare what the programs were told with what stands in the database."""
    rows = stage.place.rows(
        name,
        "SELECT w.text, t.revision, (SELECT count(*) FROM rulesbase_actionlog a WHERE a.translation_id = t.id) "
        "FROM rulesbase_translation t JOIN rulesbase_wording w ON w.id = t.wording_id "
        "WHERE t.language = 'fr' AND w.text LIKE 'Texte %'",
    )
    there = {text: revision for text, revision, _logged in rows}
    for saver in savers:
        found.other += saver.odd
        found.lost += [
            f"{text} was confirmed as revision {revision}, and is {there.get(text, 'nowhere')}"
            for text, revision in saver.confirmed
            if there.get(text) != revision
        ]
    if len(there) != len(rows):
        found.half.append("a text that was sent twice is there twice")
    found.half += [f"{text} is there and the log says nothing of it" for text, _revision, logged in rows if not logged]


class Saves:
    """The kind: one worker in most rounds, the whole server in some."""

    name = "save"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A server before a library."""
        people = library(stage)
        address = stage.place.copy(BASE, "saves")
        with Served(stage.env, address, stage.folder / "saves.log") as served:
            yield _Saving(stage, people, address, served)


class _Saving:
    def __init__(self, stage: Stage, people: Library, address: str, served: Served) -> None:
        self.stage, self.people, self.address, self.served = stage, people, address, served

    def round(self) -> Found:
        """A death among saves."""
        found, chance = Found(), self.stage.random
        whole = chance.random() < 0.2
        said = len(self.served.said())
        before = quiet(self.served, PAGES)
        with saving(self.served, self.people) as savers, Readers(self.served, PAGES) as readers:
            time.sleep(chance.uniform(0.2, 0.6))
            if whole:
                self.served.kill()
                killed = time.monotonic()
                self.served.start()
            else:
                self.served.kill_worker(chance.randrange(2))
                killed = time.monotonic()
            self.served.until_ready()
            found.recovery = time.monotonic() - killed
            time.sleep(0.2)
        found.hit = any(saver.silent for saver in savers)
        missed(self.stage, "saves", savers, found)
        found.half += half_visible(readers, [before, quiet(self.served, PAGES)], may_be_gone=True)
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log, "was sent SIGKILL", "Worker (pid:")
        if not whole and "SIGKILL" not in self.served.said()[said:]:
            found.other.append("a worker died and the log says nothing of it")
        return found
