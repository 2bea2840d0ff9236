"""What every kind of fault shares: commands that can be killed, readers, checks, and the sum of many rounds."""

import hashlib
import json
import multiprocessing
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from tests.site.faults.databases import Postgres, SQLite
from tests.site.faults.program import run
from tests.site.faults.serving import KilledServer

LIBRARY = "library"
# Texts of the newest version, in French; only the rounds write them.
TEXTS = ("100.1", "100.2", "100.3", "100.4", "100.5", "101.1", "101.2", "101.3", "101.4", "101.6")
PAGES = (
    "/",
    "/rules/2021-03-01/100/?lang=en,fr",
    "/rules/2020-03-01/101.1/",
    "/compare/2020-03-01/2021-03-01/",
    "/glossary/2021-03-01/",
)
# A page may answer so while a worker or the database is gone.
_GONE = {0, 503}
# The program is loaded once in a fork server; each command is a process of its own and dies as real ones do.
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.site.faults.loaded"])


WRONG = ("lost", "half", "findings", "broken")


@dataclass
class Found:
    """What one round found; each list of `WRONG` is empty if all is well."""

    lost: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    # Work that did not continue by itself, or failed without a message.
    broken: list[str] = field(default_factory=list)
    # Whether the fault hit the work before it was finished.
    hit: bool = True
    # Seconds from the end of the fault until all was correct.
    recovery: float = 0.0


class Ended(NamedTuple):
    """A finished command: its exit code, output and seconds."""

    code: int
    output: str
    seconds: float


@dataclass
class Stage:
    """A database server with a folder, an environment and a source of chance."""

    database: SQLite | Postgres
    folder: Path
    env: Mapping[str, str]
    random: random.Random
    corpus: Path | None = None
    _outputs: int = 0

    def run(self, address: str, *words: object, kill_after: float | None = None, largest_file: int = 0) -> Ended:
        """Run a command of manage.py or a function of `program`; kill it after some seconds."""
        self._outputs += 1
        out, begun = self.folder / f"output-{self._outputs}", time.monotonic()
        target = (list(map(str, words)), address, str(self.folder), str(out), largest_file)
        process = _processes.Process(target=run, args=target)
        process.start()
        process.join(300 if kill_after is None else kill_after)
        process.kill()
        process.join()
        output = out.read_text(encoding="utf-8", errors="replace") if out.exists() else ""
        out.unlink(missing_ok=True)
        return Ended(process.exitcode or 0, output, time.monotonic() - begun)

    def must(self, address: str, *words: object) -> None:
        """Run a command that has to succeed."""
        ended = self.run(address, *words)
        if ended.code:
            raise RuntimeError(f"{' '.join(map(str, words))} ended with {ended.code}: {ended.output[-2000:]}")

    def run_killed(self, address: str, longest: float, *words: object) -> bool:
        """Kill a command at a random moment; return whether it was still at work."""
        ended = self.run(address, *words, kill_after=self.random.uniform(0.02, max(0.05, longest)))
        if ended.code > 0:
            raise RuntimeError(f"{words[0]} ended with {ended.code} before it was killed: {ended.output[-1000:]}")
        return ended.code < 0

    def empty(self, name: str) -> str:
        """Return the address of a new database with empty tables."""
        if not (self.folder / "empty").exists():
            self.must(self.database.make("empty"), "migrate", "--verbosity", "0")
            (self.folder / "empty").touch()
        return self.database.copy("empty", name)

    def library(self) -> dict[str, Any]:
        """Fill the database that most kinds copy, once; return tokens and sessions by name, and questions."""
        out = self.folder / "library.json"
        if not out.exists():
            self.must(self.empty(LIBRARY), "fill", self.folder, out)
        found: dict[str, Any] = json.loads(out.read_text())
        return found

    def digests(self, address: str) -> dict[str, str]:
        """Return a digest of each table."""
        out = self.folder / "digests.json"
        self.must(address, "digests", out)
        found: dict[str, str] = json.loads(out.read_text())
        return found

    def findings(self, address: str) -> list[str]:
        """Return what check_data finds."""
        output = self.run(address, "check_data", "--json").output
        try:
            checks = json.loads(output)["checks"]
        except ValueError:
            return [f"check_data broke: {output[-500:]}"]
        return [f"{one['table']} {one['where']}: {one['what']}" for check in checks for one in check["findings"]]


class Kind:
    """A kind of fault: a library (see `program.fill`) with a server, and rounds that break something."""

    name: ClassVar[str]
    pages: Sequence[str] = PAGES

    def __init__(self, stage: Stage, opened: ExitStack) -> None:
        self.stage, self.opened = stage, opened
        self.set_up()

    def set_up(self) -> None:
        """Prepare what all rounds share."""
        self.people = self.stage.library()
        self.serve(self.stage.database.copy(LIBRARY, self.name))

    def serve(self, address: str) -> None:
        """Start a server for a database."""
        self.address = address
        self.served = KilledServer({**self.stage.env, "DATABASE_URL": address}, self.stage.folder / f"{self.name}.log")
        self.opened.enter_context(self.served)

    def round(self) -> Found:
        """Break something once."""
        raise NotImplementedError

    def bearer(self, name: str, key: str = "") -> dict[str, str]:
        """Return the headers of somebody's program."""
        return {"Authorization": f"Bearer {self.people['tokens'][name]}"} | ({"Idempotency-Key": key} if key else {})

    def digests(self) -> dict[str, str]:
        """Return a digest of each table of the database."""
        return self.stage.digests(self.address)

    @contextmanager
    def observed(self, *allowed: str, gaps: bool = False) -> Iterator[Found]:
        """Read pages without a pause while the block runs, then check answers, data and log.

        ``allowed`` are words of accepted error lines; with ``gaps`` pages may be missing for a time.
        """
        found, logged = Found(), len(self.served.log_text())
        self.quiet = [self.look()]
        seen: list[dict[str, tuple[int, str]]] = []
        over = threading.Event()

        def read() -> None:
            while not over.wait(0.05):
                seen.append(self.look(over))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            yield found
        finally:
            over.set()
            reader.join()
        self.quiet.append(self.look())
        for page in self.pages:
            expected = {one[page] for one in self.quiet}
            answers = [one[page] for one in seen if page in one]
            odd = {one for one in answers if one not in expected and not (gaps and one[0] in _GONE)}
            if odd:
                statuses = sorted({status for status, _digest in odd})
                found.half.append(
                    f"{page}: {len(odd)} of {len(answers)} answers ({statuses}) differ from the quiet ones"
                )
        found.findings += self.stage.findings(self.address)
        lines = self.served.log_text()[logged:].splitlines()
        errors = {line[24:300] for line in lines if " ERROR " in line or " CRITICAL " in line}
        found.broken += sorted(line for line in errors if not any(word in line for word in allowed))[:5]

    def look(self, over: threading.Event | None = None) -> dict[str, tuple[int, str]]:
        """Return the status and a digest of each page; the words of a page that is not there do not count."""
        looks = {}
        for page in self.pages:
            if over and over.is_set():
                break
            answer = self.served.ask("GET", page)
            looks[page] = answer.status, hashlib.sha256(answer.body if answer.status == 200 else b"").hexdigest()
        return looks


@dataclass
class Sum:
    """All rounds of a kind on one database."""

    kind: str
    database: str
    rounds: list[Found] = field(default_factory=list)

    def count(self, name: str) -> int:
        """Return how often something was lost, half visible, found or broken."""
        return sum(len(getattr(one, name)) for one in self.rounds)
