"""Backup, restore and migration, killed at any moment."""

import hashlib
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.site.faults.library import BASE, PAGES, complaints, held, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.rounds import Found, Play, Stage, findings, killed_within
from tests.site.faults.serving import Served
from tests.support.texts import large


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Backups:
    """backup FILE over an older FILE."""

    name = "backup"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A library, its server, and a backup of yesterday."""
        library(stage)
        address = stage.place.copy(BASE, "backups")
        file = stage.folder / "yesterday.backup"
        stage.nursery.must(address, "backup", file)
        # Something that the old one has not: whether a file has it tells which one it is.
        stage.nursery.must(address, "call:tests.site.faults.filled:count_on")
        with Served(stage.env, address, stage.folder / "backups.log") as served:
            yield _BackingUp(stage, address, served, file)


class _BackingUp:
    def __init__(self, stage: Stage, address: str, served: Served, yesterday: Path) -> None:
        self.stage, self.address, self.served, self.yesterday, self.took = stage, address, served, yesterday, 0.5

    def round(self) -> Found:
        """A backup that is killed, and another."""
        found, file = Found(), self.stage.folder / "daily.backup"
        shutil.copyfile(self.yesterday, file)
        old, before = _sha(file), quiet(self.served, PAGES)
        with Readers(self.served, PAGES) as readers:
            found.hit, killed = killed_within(self.stage, self.address, self.took, "backup", file)
            if _sha(file) != old and (why := self._unusable(file)):
                found.lost.append(f"neither the old backup nor a new one is there: {why}")
            again = self.stage.nursery.run(self.address, "backup", file)
            self.took, found.recovery = again.age, time.monotonic() - killed
        if again.code or _sha(file) == old or (why := self._unusable(file)):
            found.other.append(f"the next backup is no good: {again.said[-500:]}")
        if left := [path.name for path in self.stage.folder.glob("daily.backup.*")]:
            found.other.append(f"left behind: {left}")
        found.half = half_visible(readers, [before, quiet(self.served, PAGES)])
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log)
        return found

    def _unusable(self, file: Path) -> str:
        """What is wrong with a backup; empty where it can be restored."""
        child = self.stage.nursery.run(self.address, "call:tests.site.faults.filled:check_backup", file)
        return child.said if child.code else ""


class Restores:
    """restore --force of one of two backups over the other, while people read."""

    name = "restore"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """Two backups, which differ in a version."""
        library(stage)
        address = stage.place.copy(BASE, "restores")
        files = [stage.folder / "one.backup", stage.folder / "two.backup"]
        stage.nursery.must(address, "backup", files[0])
        later = stage.folder / "2022-03-01.txt"
        later.write_bytes(large(2022, 80).bytes())
        stage.nursery.must(address, "import_rules", later)
        stage.nursery.must(address, "backup", files[1])
        digests = {file: held(stage, stage.place.copy("restores", "restores_seen")) for file in files[1:]}
        with Served(stage.env, address, stage.folder / "restores.log") as served:
            yield _Restoring(stage, address, served, files, digests)


class _Restoring:
    def __init__(
        self, stage: Stage, address: str, served: Served, files: list[Path], digests: dict[Path, dict[str, str]]
    ) -> None:
        self.stage, self.address, self.served, self.files, self.digests = stage, address, served, files, digests
        self.pages, self.took = (*PAGES, "/rules/2022-03-01/", "/rules/2022-03-01/101.1/"), 1.0

    def round(self) -> Found:
        """A restoring that is killed, and again."""
        found, file = Found(), self.files[0]
        self.files.reverse()
        before, had = quiet(self.served, self.pages), held(self.stage, self.address)
        with Readers(self.served, self.pages) as readers:
            found.hit, killed = killed_within(self.stage, self.address, self.took, "restore", file, "--force")
            after = quiet(self.served, self.pages)
            between = held(self.stage, self.address)
            if between not in (had, self.digests.get(file)) and file in self.digests:
                found.lost.append("after the kill the database holds neither what it held nor what the backup holds")
            again = self.stage.nursery.run(self.address, "restore", file, "--force")
            self.took, found.recovery = again.age, time.monotonic() - killed
            end = quiet(self.served, self.pages)
        now = held(self.stage, self.address)
        if again.code or self.digests.setdefault(file, now) != now:
            found.other.append(f"the database does not hold what the backup holds: {again.said[-500:]}")
        # PostgreSQL empties tables only while nobody reads them: who waits too long is told to come again.
        waiting = self.stage.place.name == "PostgreSQL"
        found.half = half_visible(readers, [before, after, end], may_be_gone=waiting)
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log, *(["Service Unavailable"] if waiting else []))
        return found


class Migrations:
    """migrate of a database of an older program, with all that it holds."""

    name = "migrate"
    # The last step of the older program: before some tables, and before the last of them.
    OLD = ("0014", "0016")

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A database of each age."""
        library(stage)
        for old in self.OLD:
            address = stage.place.copy(BASE, f"old_{old}")
            stage.nursery.must(address, "migrate", "rulesbase", old, "--verbosity", "0")
        yield _Migrating(stage)


class _Migrating:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.took = stage, 1.0
        self.digests: dict[str, dict[str, str]] = {}

    def round(self) -> Found:
        """An upgrade that is killed, and again."""
        found, old = Found(), self.stage.random.choice(Migrations.OLD)
        address = self.stage.place.copy(f"old_{old}", "migrated")
        with _counting(self.stage, "migrated") as counts:
            found.hit, killed = killed_within(self.stage, address, self.took, "migrate", "--verbosity", "0")
            again = self.stage.nursery.run(address, "migrate", "--verbosity", "0")
            self.took, found.recovery = again.age, time.monotonic() - killed
        if again.code:
            found.other.append(f"from {old}, run again, it ended with {again.code}: {again.said[-700:]}")
            return found
        if len(set(counts)) > 1:
            found.half.append(f"who read meanwhile saw {sorted(set(counts))}")
        now = held(self.stage, address)
        # What migrations write by themselves has the moment of it.
        now = {name: digest for name, digest in now.items() if name.startswith(("rulesbase_", "cards_"))}
        if self.digests.setdefault(old, now) != now:
            differ = sorted(name for name in now if now[name] != self.digests[old].get(name))
            found.lost.append(f"from {old}: {differ} hold something else than after another upgrade")
        found.findings = findings(self.stage, address)
        return found


@contextmanager
def _counting(stage: Stage, name: str) -> Iterator[list[tuple[int, ...]]]:
    """Count what readers live on, all the time, as no program of ours does."""
    counts: list[tuple[int, ...]] = []
    over = threading.Event()
    tables = ("rulesbase_entry", "rulesbase_wording", "rulesbase_translation", "rulesbase_change")
    query = f"SELECT {', '.join(f'(SELECT count(*) FROM {table})' for table in tables)}"

    def count() -> None:
        while not over.wait(0.05):
            # On PostgreSQL who changes a table and who counts it may wait for each other; one of them is sent away.
            with suppress(Exception):
                counts.append(stage.place.rows(name, query)[0])

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    try:
        yield counts
    finally:
        over.set()
        thread.join()
