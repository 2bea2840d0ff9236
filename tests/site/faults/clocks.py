"""The clock of the server jumps, forward and back, among everything that goes by it."""

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from tests.site.faults.filled import PASSWORD
from tests.site.faults.library import BASE, PAGES, TEXTS, Library, complaints, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.rounds import Found, Play, Stage, findings
from tests.site.faults.serving import Answer, Served

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
JUMPS = (90, 20 * _MINUTE, 2 * _HOUR, 30 * _HOUR, 9 * _DAY)
_TOKEN = "f" * 32
# A session lives for two weeks without a visit, longer than any jump here.


class Clocks:
    """The kind: each round a jump away and one home."""

    name = "clock"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A server on a clock of its own, before a library."""
        people = library(stage)
        address = stage.place.copy(BASE, "clocks")
        clock = stage.folder / "clock"
        clock.write_text("0")
        # Commands of this run have the right clock; the server has the wrong one.
        env = {**stage.env, "FAULTS_CLOCK": str(clock), "EMAIL_URL": "dummymail://"}
        log = stage.folder / "clocks.log"
        with Served(env, address, log, "tests.site.faults.clocked") as served:
            yield _Jumping(stage, people, address, served, clock)


class _Jumping:
    def __init__(self, stage: Stage, people: Library, address: str, served: Served, clock: Path) -> None:
        self.stage, self.people, self.address, self.served, self.clock = stage, people, address, served, clock
        self.wrong, self.number = 0.0, 0

    def round(self) -> Found:
        """Away and home again; whatever was done before holds, whatever is done after is possible."""
        found, chance = Found(), self.stage.random
        jump = chance.choice(JUMPS) * chance.choice((-1, 1)) + chance.uniform(0, 30)
        self.number += 1
        self._set(0)
        before = quiet(self.served, PAGES)
        with Readers(self.served, PAGES) as readers:
            for where, wrong in (("right", 0.0), ("wrong", jump), ("right again", 0.0)):
                self._set(wrong)
                begun = time.monotonic()
                for name, deed in self._deeds():
                    if said := deed():
                        found.other.append(f"clock {where} ({wrong:+.0f} s), {name}: {said}")
                found.recovery = time.monotonic() - begun
        found.half = half_visible(readers, [before, quiet(self.served, PAGES)])
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log)
        return found

    def _set(self, wrong: float) -> None:
        self.wrong = wrong
        self.clock.write_text(str(wrong))

    def _deeds(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("session", self._session),
            ("save", self._save),
            ("draft", self._draft),
            ("grade", self._grade),
            ("wrong passwords", self._locked_out),
            ("mails", self._mails),
            ("limit", self._limit),
        ]

    def _session(self) -> str:
        """Who is signed in stays so."""
        answer = self.served.ask("GET", "/account/sessions/", headers=self.people.cookie("rita"))
        return "" if answer.status == 200 else f"signed out: {answer.status}"

    def _save(self) -> str:
        """A token opens, a save is kept, and sent again it is answered and not done again."""
        place = f"/api/v1/desk/texts/fr/{TEXTS[self.number % len(TEXTS)]}/"
        base = self.served.ask("GET", place, headers=self.people.bearer("tess")).data["base"]
        headers, text = self.people.bearer("tess", str(uuid.uuid4())), f"Texte {uuid.uuid4()}."
        body = {"text": text, "as": "draft", "base": base}
        first, second = (self.served.post(f"{place}save/", body, headers) for _again in range(2))
        if (first.status, second.status) != (200, 200) or second.headers.get("idempotency-replayed") != "true":
            return f"{first.status} {first.body[:200]!r}, then {second.status} {second.body[:200]!r}"
        rows = self.stage.place.rows("clocks", f"SELECT count(*) FROM rulesbase_wording WHERE text = '{text}'")
        return "" if rows == [(1,)] else f"{text} stands there {rows} times"

    def _draft(self) -> str:
        """What was typed is there when the editor is opened again."""
        place = f"/curate/fr/{self._rule()}/"
        typed = f"Brouillon {uuid.uuid4()}"
        kept = self._form(f"{place}draft/", {"text": typed, "base": "0", "saves": ""}, "cora")
        again = self.served.ask("GET", place, headers=self.people.cookie("cora"))
        if kept.status >= 400:
            return f"not kept: {kept.status} {kept.body[:200]!r}"
        return "" if typed.encode() in again.body else "what was typed is gone"

    def _rule(self) -> str:
        place = f"/api/v1/desk/texts/fr/{TEXTS[0]}/"
        return str(self.served.ask("GET", place, headers=self.people.bearer("cora")).data["rule"])

    def _grade(self) -> str:
        """A grade of a device whose clock is that of the server counts, and counts once."""
        at = datetime.now(UTC) + timedelta(seconds=self.wrong)
        key = str(uuid.uuid4())
        one = {"key": key, "question": self.stage.random.choice(self.people.questions), "grade": 3}
        body = {"grades": [one | {"at": at.isoformat(), "took": 900}]}
        headers = {"Cookie": f"{self.people.cookie('rita')['Cookie']}; csrftoken={_TOKEN}", "X-CSRFToken": _TOKEN}
        answers = [self.served.post("/study/sync/", body, headers) for _again in range(2)]
        good = all(one.status == 200 and one.data["applied"] == [key] for one in answers)
        rows = self.stage.place.rows("clocks", f"SELECT count(*) FROM rulesbase_grade WHERE {self._is_key(key)}")
        return "" if good and rows == [(1,)] else f"{rows}, {[one.body[:300] for one in answers]}"

    def _is_key(self, key: str) -> str:
        return f"key = '{key}'" if self.stage.place.name == "PostgreSQL" else f"key = '{key.replace('-', '')}'"

    def _form(self, path: str, fields: dict[str, str], who: str = "") -> Answer:
        session = f"{self.people.cookie(who)['Cookie']}; " if who else ""
        headers = {"Cookie": f"{session}csrftoken={_TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
        return self.served.ask("POST", path, urlencode(fields | {"csrfmiddlewaretoken": _TOKEN}).encode(), headers)

    def _sign_in(self, name: str, password: str) -> int:
        return self._form("/account/sign-in/", {"username": name, "password": password}).status

    def _locked_out(self) -> str:
        """Wrong passwords lock for a quarter of an hour, as of any moment; then the right one opens."""
        kept = self.wrong
        tried = [self._sign_in("jun", "wrong") for _try in range(6)]
        # A right clock that comes after a wrong one must not find the account locked for the time between.
        self._set(kept + 16 * _MINUTE)
        opened = self._sign_in("jun", PASSWORD)
        self._set(kept)
        return "" if tried[-1] == 429 and opened == 302 else f"{tried}, then {opened}"

    def _mails(self) -> str:
        """A mail is sent within an hour of the others or refused, never refused for the time of a jump."""
        answer = self._form("/account/reset/", {"email": f"{uuid.uuid4()}@example.org"})
        if answer.status not in (200, 429):
            return f"{answer.status}"
        rows = self.stage.place.rows("clocks", "SELECT count(*) FROM rulesbase_sentmail")
        # Two a mail; those of an hour are kept, none of a moment to come.
        return "" if rows[0][0] <= 2 * 21 else f"{rows} mails are counted"

    def _limit(self) -> str:
        """The limit of the API begins anew with each minute, whichever that is."""
        answer = self.served.ask("GET", "/api/v1/versions/")
        left = int(answer.headers.get("ratelimit-reset", "999"))
        return "" if answer.status == 200 and 0 < left <= 61 else f"{answer.status}, {left} s"
