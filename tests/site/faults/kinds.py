"""The kinds of faults: killed imports, saves, backups, restores and migrations; limits, uploads, lost databases."""

import base64
import json
import os
import random
import shutil
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.cards.imports.made_files import card, ruling, write
from tests.site.faults.databases import Postgres
from tests.site.faults.rounds import LIBRARY, PAGES, TEXTS, Found, Kind
from tests.support.asking import Answer
from tests.support.programs import HOST
from tests.support.texts import large

# Files for one database; then a fresh one, or each round would take longer than the one before.
_FILES = 12
_MEGABYTE = 1 << 20
# Seconds: as long as a waiting writer has patience, and what a slow machine may add.
_LOCKED, _SLOW = 10.0, 2.0
_TOKEN = "f" * 32
_BOUNDARY = "----rounds"


class Rules(Kind):
    """import_rules is killed, then run again."""

    name = "import"
    command: tuple[str, ...] = ("import_rules", "--without-study")
    table = "rulesbase_source"

    def set_up(self) -> None:
        """Import the first of the files."""
        first, *self.files = self.make_files()
        self.at = self.number = 0
        # Seconds a byte, as the file before took.
        self.pace = 0.0
        self.stage.must(self.stage.empty(f"{self.name}_base"), *self.command, first)

    def make_files(self) -> list[Path]:
        """Write versions before and after the first; the third and the thirteenth are real and far larger."""
        files = []
        for year in (2010, *(year for at in range(1, 14) for year in (2010 + at, 2010 - at))):
            files.append(self.stage.folder / f"{year}-03-01.txt")
            files[-1].write_bytes(large(year, 80).bytes())
        corpus = self.stage.corpus
        real = sorted((corpus / "cr" / "en").glob("*.txt"))[:2] if corpus else []
        for at, file in zip((3, 13), real, strict=False):
            files.insert(at, file)
        return files

    def pages_of(self, file: Path) -> list[str]:
        """Return pages of the version of a file, and pages that list all versions."""
        day = file.stem
        return ["/", f"/rules/{day}/", f"/rules/{day}/101/", f"/glossary/{day}/", "/api/v1/versions/", "/archive/"]

    def round(self) -> Found:
        """Kill one import and repeat it."""
        if self.at % len(self.files) == 0:
            self.opened.close()
            self.number, self.at = self.number + 1, 0
            self.database = f"{self.name}_{self.number}"
            self.serve(self.stage.database.copy(f"{self.name}_base", self.database))
        file = self.files[self.at]
        self.at += 1
        self.pages = self.pages_of(file)
        before = self._imported()
        with self.observed() as found:
            size = file.stat().st_size
            found.hit = self.stage.run_killed(self.address, self.pace * size or 1.0, *self.command, file)
            self.quiet.append(self.look())
            after = self._imported()
            again = self.stage.run(self.address, *self.command, file)
            self.pace, found.recovery = again.seconds / size, again.seconds
        found.lost += [f"{one} is gone" for one in sorted(before - after)]
        if found.hit and after - before and self.quiet[0] == self.quiet[1]:
            found.half.append(f"{file.name} is stored and no page shows it")
        if again.code or not self._imported() > before:
            found.broken.append(f"run again, it ended with {again.code}: {again.output[-500:]}")
        return found

    def _imported(self) -> set[str]:
        return {sha for (sha,) in self.stage.database.rows(self.database, f"SELECT sha256 FROM {self.table}")}


class Cards(Rules):
    """import_cards is killed, then run again."""

    name = "cards"
    command = ("import_cards",)
    table = "cards_cardfile"

    def make_files(self) -> list[Path]:
        """Return the smallest real sets, or made-up ones of new cards and new printings of known cards."""
        if self.stage.corpus:
            found = (self.stage.corpus / "cards").glob("mtgjson-*/*.json.gz")
            return sorted(found, key=lambda path: path.stat().st_size)[: _FILES + 1]
        files = []
        for number in range(_FILES + 1):
            chance = random.Random(number)
            ids = dict.fromkeys(f"id-{chance.randrange(400):04}" for _ in range(120))
            rows = [card(f"Elk {one}", one, set=f"s{number}") for one in ids]
            rows += [ruling(f"Of {one}, in {number}.", one) for one in ids]
            files.append(self.stage.folder / f"set-{number}.json.gz")
            write(files[-1], rows)
        return files

    def pages_of(self, file: Path) -> list[str]:
        """Return lists of all cards and of one set."""
        code = file.name.partition(".")[0].lower()
        return ["/cards/", f"/cards/?set={code}", "/cards/?sort=new", "/cards/?rulings=1"]


@dataclass
class Saver:
    """A program that saves texts one after the other, each again with the same key until it gets an answer."""

    name: str
    texts: tuple[str, ...]
    kind: Kind
    confirmed: list[tuple[str, int]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    repeats: int = 0
    longest: float = 0.0

    def run(self, over: threading.Event) -> None:
        """Save until it is over."""
        at = 0
        while not over.is_set():
            self._save(self.texts[at % len(self.texts)])
            at += 1

    def _save(self, number: str) -> None:
        key = str(uuid.uuid4())
        body = {"text": f"Texte {key}.", "as": "draft", "base": self._base(number)}
        begun, answer = time.monotonic(), self._send(number, body, key)
        while answer.status in (0, 502, 503) and time.monotonic() - begun < 60:
            self.repeats += 1
            time.sleep(0.05)
            answer = self._send(number, body, key)
        self.longest = max(self.longest, time.monotonic() - begun)
        if answer.status == 200:
            self.confirmed.append((f"Texte {key}.", answer.data["base"]))
        else:
            self.odd.append(f"{number} by {self.name}: {answer.status} {answer.body[:200]!r}")

    def _base(self, number: str) -> int:
        path, headers = f"/api/v1/desk/texts/fr/{number}/", self.kind.bearer(self.name)
        for _again in range(200):
            answer = self.kind.served.ask("GET", path, headers=headers)
            if answer.status == 200:
                return int(answer.data["base"])
            time.sleep(0.05)
        raise RuntimeError(f"{number} cannot be read: {answer}")

    def _send(self, number: str, body: object, key: str) -> Answer:
        return self.kind.served.post(f"/api/v1/desk/texts/fr/{number}/save/", body, self.kind.bearer(self.name, key))


class Saves(Kind):
    """Two programs save while a worker, or in some rounds the whole server, is killed."""

    name = "save"
    allowed: tuple[str, ...] = ("was sent SIGKILL", "Worker (pid:")

    @contextmanager
    def saving(self) -> Iterator[list[Saver]]:
        """Let two programs save their own texts until the block ends."""
        half = len(TEXTS) // 2
        savers = [Saver("tess", TEXTS[:half], self), Saver("edie", TEXTS[half:], self)]
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

    def compare(self, savers: list[Saver], found: Found) -> None:
        """Compare the confirmed texts with those in the database."""
        rows = self.stage.database.rows(
            self.name,
            "SELECT w.text, t.revision, (SELECT count(*) FROM rulesbase_actionlog a WHERE a.translation_id = t.id) "
            "FROM rulesbase_translation t JOIN rulesbase_wording w ON w.id = t.wording_id "
            "WHERE t.language = 'fr' AND w.text LIKE 'Texte %'",
        )
        stored = {text: revision for text, revision, _logged in rows}
        for saver in savers:
            found.broken += saver.odd
            found.lost += [
                f"{text} was confirmed as revision {revision}, and is {stored.get(text, 'missing')}"
                for text, revision in saver.confirmed
                if stored.get(text) != revision
            ]
        if len(stored) != len(rows):
            found.half.append("a text that was sent twice is stored twice")
        found.half += [
            f"{text} is stored without an entry in the log" for text, _revision, logged in rows if not logged
        ]

    def break_something(self) -> str:
        """Break something until it works again; return the word that must stand in the log."""
        chance = self.stage.random
        if chance.random() < 0.2:
            self.served.kill()
            self.served.start()
            return ""
        self.served.kill_worker(chance.randrange(2))
        return "SIGKILL"

    def round(self) -> Found:
        """Break something during saves."""
        logged = len(self.served.log_text())
        with self.observed(*self.allowed, gaps=True) as found, self.saving() as savers:
            time.sleep(self.stage.random.uniform(0.1, 0.6))
            trace = self.break_something()
            broken = time.monotonic()
            self.served.until_ready()
            found.recovery = time.monotonic() - broken
            time.sleep(0.2)
        found.hit = any(saver.repeats for saver in savers)
        self.compare(savers, found)
        # A database that no one asked for while it was gone leaves no trace.
        if trace not in self.served.log_text()[logged:] and (found.hit or trace == "SIGKILL"):
            found.broken.append(f"no line in the log has {trace}")
        return found


class Restarts(Saves):
    """PostgreSQL is stopped or killed, and started again, during reads and saves."""

    name = "restart"
    allowed: tuple[str, ...] = ("Service Unavailable",)

    def break_something(self) -> str:
        """Let the database be gone for a while."""
        database = self.stage.database
        assert isinstance(database, Postgres)
        database.end(self.stage.random.choice(("fast", "immediate", "kill")))
        time.sleep(self.stage.random.uniform(0.2, 0.5))
        database.start()
        return "Service Unavailable"


class Locked(Saves):
    """Another process holds the lock that every writer needs, every tenth time longer than writers wait."""

    name = "locked"
    rounds = 0

    def round(self) -> Found:
        """Hold the lock while people read and save."""
        self.rounds += 1
        seconds = _LOCKED if self.rounds % 10 == 1 else self.stage.random.uniform(0.2, 0.8)
        cookie = {"Cookie": f"sessionid={self.people['sessions']['rita']}"}
        with self.observed("Service Unavailable") as found, self.saving() as savers:
            with self.stage.database.locked(self.name):
                end = time.monotonic() + seconds
                while (begun := time.monotonic()) < end:
                    # Reading the page would note the time of the visit in the session.
                    status = self.served.ask("GET", "/account/", headers=cookie).status
                    took = time.monotonic() - begun
                    if status != 200 or took > _LOCKED + _SLOW:
                        found.broken.append(f"a signed-in reader got {status} after {took:.1f} s")
            released = time.monotonic()
        found.recovery = time.monotonic() - released
        found.hit = any(saver.longest > seconds / 2 for saver in savers)
        self.compare(savers, found)
        if "WORKER TIMEOUT" in self.served.log_text():
            found.broken.append("the server killed a worker that waited")
        return found


class Backups(Kind):
    """backup is killed while it replaces an older file."""

    name = "backup"
    seconds = 0.5

    def set_up(self) -> None:
        """Make an older backup."""
        super().set_up()
        self.older = self.stage.folder / "older.backup"
        self.stage.must(self.address, "backup", self.older)
        self.stage.must(self.address, "write")

    def round(self) -> Found:
        """Kill a backup and make another."""
        file = self.stage.folder / "daily.backup"
        shutil.copyfile(self.older, file)
        with self.observed() as found:
            found.hit = self.stage.run_killed(self.address, self.seconds, "backup", file)
            if not self._is_old(file) and (why := self._damage(file)):
                found.lost.append(f"neither the old backup nor a new one is there: {why}")
            # A backup removes partial files of killed ones once they are old.
            for partial in self.stage.folder.glob("daily.backup.*"):
                os.utime(partial, (0, 0))
            again = self.stage.run(self.address, "backup", file)
            self.seconds = found.recovery = again.seconds
        if again.code or self._is_old(file) or self._damage(file):
            found.broken.append(f"the next backup is damaged: {again.output[-500:]}")
        if left := [path.name for path in self.stage.folder.glob("daily.backup.*")]:
            found.broken.append(f"left behind: {left}")
        return found

    def _is_old(self, file: Path) -> bool:
        return file.read_bytes() == self.older.read_bytes()

    def _damage(self, file: Path) -> str:
        ended = self.stage.run(self.address, "check_backup", file)
        return ended.output if ended.code else ""


class Restores(Kind):
    """restore --force of one of two backups is killed while people read."""

    name = "restore"
    pages = (*PAGES, "/rules/2022-03-01/", "/rules/2022-03-01/101.1/")
    seconds = 1.0

    def set_up(self) -> None:
        """Make two backups that differ in a version."""
        super().set_up()
        self.files = [self.stage.folder / "one.backup", self.stage.folder / "two.backup"]
        later = self.stage.folder / "2022-03-01.txt"
        later.write_bytes(large(2022, 80).bytes())
        self.stage.must(self.address, "backup", self.files[0])
        self.stage.must(self.address, "import_rules", later)
        self.stage.must(self.address, "backup", self.files[1])
        self.restored = {self.files[1]: self.digests()}

    def round(self) -> Found:
        """Kill a restore and repeat it."""
        file, before = self.files[0], self.digests()
        self.files.reverse()
        # PostgreSQL empties tables only while no other session reads them; readers that wait too long get a 503.
        waiting = self.stage.database.name == "PostgreSQL"
        with self.observed(*(["Service Unavailable"] if waiting else []), gaps=waiting) as found:
            found.hit = self.stage.run_killed(self.address, self.seconds, "restore", file, "--force")
            self.quiet.append(self.look())
            between = self.digests()
            if file in self.restored and between not in (before, self.restored[file]):
                found.lost.append("after the kill the database is neither as before nor as in the backup")
            again = self.stage.run(self.address, "restore", file, "--force")
            self.seconds = found.recovery = again.seconds
        now = self.digests()
        if again.code or self.restored.setdefault(file, now) != now:
            found.broken.append(f"the database differs from the backup: {again.output[-500:]}")
        return found


class Migrations(Kind):
    """migrate is killed while it upgrades a filled database of an older release."""

    name = "migrate"
    # The last migration of the older releases: before some tables, and before the last of them.
    releases = ("0014", "0016")
    seconds = 1.0

    def set_up(self) -> None:
        """Make a database of each release."""
        self.stage.library()
        self.upgraded: dict[str, dict[str, str]] = {}
        for release in self.releases:
            address = self.stage.database.copy(LIBRARY, f"old_{release}")
            self.stage.must(address, "migrate", "rulesbase", release, "--verbosity", "0")

    def round(self) -> Found:
        """Kill an upgrade and repeat it."""
        found, release = Found(), self.stage.random.choice(self.releases)
        address = self.stage.database.copy(f"old_{release}", "migrated")
        found.hit = self.stage.run_killed(address, self.seconds, "migrate", "--verbosity", "0")
        again = self.stage.run(address, "migrate", "--verbosity", "0")
        self.seconds = found.recovery = again.seconds
        if again.code:
            found.broken.append(f"from {release}, run again, it ended with {again.code}: {again.output[-700:]}")
            return found
        now = {
            name: digest
            for name, digest in self.stage.digests(address).items()
            if name.startswith(("rulesbase_", "cards_"))
        }
        if self.upgraded.setdefault(release, now) != now:
            differ = sorted(name for name in now if now[name] != self.upgraded[release].get(name))
            found.lost.append(f"from {release}: {differ} differ from those of another upgrade")
        found.findings = self.stage.findings(address)
        return found


class LimitedFiles(Kind):
    """import, backup and restore under a limit on file size, then without it."""

    name = "limit"
    year, rounds = 2021, 0

    def set_up(self) -> None:
        """Make a backup to restore."""
        super().set_up()
        self.source, self.target = self.stage.folder / "source.backup", self.stage.folder / "made.backup"
        self.stage.must(self.address, "backup", self.source)

    def round(self) -> Found:
        """Run a command under the limit, and again without it."""
        chance, before = self.stage.random, self.digests()
        name = ("import", "backup", "restore")[self.rounds % 3]
        self.rounds += 1
        words, postgres = self._words(name), isinstance(self.stage.database, Postgres)
        with self.observed("Service Unavailable", gaps=True) as found:
            # Its write-ahead log has files of 1 MB.
            self.stage.database.limit_files(_MEGABYTE + chance.randrange(400_000))
            largest = int(self.source.stat().st_size * chance.uniform(0.05, 0.95)) if name == "backup" else 0
            if not largest and not postgres:
                largest = chance.randrange(20_000, 800_000)
            limited = self.stage.run(self.address, *words, largest_file=largest)
            self.stage.database.limit_files(0)
            self.served.until_ready()
            self.quiet.append(self.look())
            between = self.digests()
            found.hit = limited.code != 0
            if limited.code and between != before and name != "restore":
                differ = sorted(table for table in before if before[table] != between.get(table))
                found.lost.append(f"{name} failed, and yet {differ} changed")
            if limited.code and "Traceback" in limited.output:
                found.broken.append(f"{name} failed without a message: {limited.output[-600:]}")
            again = self.stage.run(self.address, *words)
            found.recovery = again.seconds
            if again.code:
                found.broken.append(f"{name} failed without a limit, too: {again.output[-600:]}")
        self.target.unlink(missing_ok=True)
        return found

    def _words(self, name: str) -> list[object]:
        if name == "import":
            # A version that is stored already would need no room.
            self.year += 1
            file = self.stage.folder / f"{self.year}-03-01.txt"
            file.write_bytes(large(self.year, 80).bytes())
            return ["import_rules", "--without-study", file]
        return ["backup", self.target] if name == "backup" else ["restore", self.source, "--force"]


class Uploads(Kind):
    """Bodies end too early, have a wrong length or come in chunks: an import form, an import by a program, grades."""

    name = "upload"
    ways = ("closed", "half-closed", "too-long", "too-short", "chunked-cut", "reset")
    rounds = 0

    def round(self) -> Found:
        """Send a broken request, then the same whole."""
        chance = self.stage.random
        what, way = ("form", "program", "grades")[self.rounds % 3], chance.choice(self.ways)
        self.rounds += 1
        head, body = self._request(what)
        before = self.digests()
        with self.observed() as found:
            answer = self._send_broken(head, body, way)
            now = self.digests()
            if changed := sorted(name for name in now if now[name] != before[name]):
                found.half.append(f"{what}, {way}: {changed} changed by a broken request ({answer})")
            if answer.startswith("5"):
                found.broken.append(f"{what}, {way}: {answer}")
            cut = time.monotonic()
            with socket.create_connection((HOST, self.served.port), timeout=60) as connection:
                connection.sendall(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
                whole = _first_line(connection)
            found.recovery = time.monotonic() - cut
        if whole[:1] not in ("2", "3") or self.digests() == before:
            found.broken.append(f"{what} sent whole afterwards: {whole}")
        return found

    def _request(self, what: str) -> tuple[str, bytes]:
        """Return the head of a request without the length, and its body."""
        chance, sessions = self.stage.random, self.people["sessions"]
        text = large(chance.randrange(1000, 9000), 40).bytes()
        media = "application/json"
        if what == "program":
            body = json.dumps({"name": "rules.txt", "base64": base64.b64encode(text).decode()}).encode()
            given, path = [f"Authorization: {self.bearer('cora')['Authorization']}"], "/api/v1/desk/imports/"
        elif what == "grades":
            at = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
            grades = [
                {"key": f"{chance.getrandbits(128):032x}", "question": one, "grade": 3, "at": at, "took": 900}
                for one in chance.sample(self.people["questions"], 20)
            ]
            body = json.dumps({"grades": grades}).encode()
            given = [f"Cookie: sessionid={sessions['rita']}; csrftoken={_TOKEN}", f"X-CSRFToken: {_TOKEN}"]
            path = "/study/sync/"
        else:
            fields = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{_TOKEN}\r\n'
            file = 'Content-Disposition: form-data; name="file"; filename="rules.txt"\r\nContent-Type: text/plain'
            start = f"{fields}--{_BOUNDARY}\r\n{file}\r\n\r\n".encode()
            body = start + text + f"\r\n--{_BOUNDARY}--\r\n".encode()
            given = [f"Cookie: sessionid={sessions['cora']}; csrftoken={_TOKEN}"]
            path, media = "/curate/import/", f"multipart/form-data; boundary={_BOUNDARY}"
        lines = [f"POST {path} HTTP/1.1", f"Host: {HOST}", "Connection: close", f"Content-Type: {media}", *given]
        return "\r\n".join(lines), body

    def _send_broken(self, head: str, body: bytes, way: str) -> str:
        """Send a part of a body; return the first line of the answer, if one comes."""
        chance = self.stage.random
        cut = chance.randrange(len(body) // 4, len(body) - 1)
        length = {"too-long": len(body) + chance.randrange(1, 5000), "too-short": cut}.get(way, len(body))
        with socket.create_connection((HOST, self.served.port), timeout=10) as connection, suppress(OSError):
            if way == "chunked-cut":
                start = f"{head}\r\nTransfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n"
            else:
                start = f"{head}\r\nContent-Length: {length}\r\n\r\n"
            connection.sendall(start.encode() + (body if way == "too-long" else body[:cut]))
            if way == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            if way in ("reset", "closed"):
                return way
            if way != "too-short":
                connection.shutdown(socket.SHUT_WR)
            return _first_line(connection)
        return "gone"


def _first_line(connection: socket.socket) -> str:
    answer = b""
    while b"\r\n" not in answer and (piece := connection.recv(4096)):
        answer += piece
    return answer.split(b"\r\n", 1)[0].decode("latin-1").partition(" ")[2]
