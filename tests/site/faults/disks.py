"""A disk that is full: a small tmpfs, or, where nothing may be mounted, a limit on the size of files."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.site.faults.library import BASE, PAGES, complaints, empty_database, held, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.places import PostgresPlace, SQLitePlace
from tests.site.faults.rounds import AnyPlace, Found, Play, Stage, findings
from tests.site.faults.serving import Served
from tests.support.texts import large

_MEGABYTE = 1 << 20
_SIZE = {"SQLite": 48 * _MEGABYTE, "PostgreSQL": 160 * _MEGABYTE}
# So many bytes, at most, are left free, mostly far fewer: some of what is done fits, most does not.
_LEFT = 1500 * 1024
DEEDS = ("import", "backup", "restore")


class Disk(NamedTuple):
    """A file system that can be filled."""

    folder: Path

    def fill(self, left: int) -> None:
        """Leave no more than so many bytes."""
        free = shutil.disk_usage(self.folder).free
        with (self.folder / "ballast").open("wb") as ballast:
            os.posix_fallocate(ballast.fileno(), 0, max(1, free - left))

    def free(self) -> None:
        """Give the room back."""
        (self.folder / "ballast").unlink(missing_ok=True)


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[str]:
    """Mount a small tmpfs; gives why that cannot be, empty where it is done."""
    folder.mkdir()
    folder.chmod(0o777)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        yield done.stderr.strip() or "mount failed"
        return
    try:
        yield ""
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)


class FullDisk:
    """The kind: import, backup and restore while there is hardly any room, then with room again."""

    name = "disk"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A database on the small disk, and a server before it."""
        folder = stage.folder / "small"
        with mounted(folder, _SIZE[stage.place.name]) as why:
            if why:
                yield _Refusing(f"mounting is not allowed here ({why}); `limit` has files that cannot grow instead")
                return
            place: AnyPlace
            if isinstance(stage.place, PostgresPlace):
                owner = stage.place.server.who
                if owner:
                    os.chown(folder, owner["user"], owner["group"])
                place = PostgresPlace(folder)
            else:
                place = SQLitePlace(folder)
            try:
                with _before(stage, place) as playing:
                    playing.disk = Disk(folder)
                    yield playing
            finally:
                if isinstance(place, PostgresPlace):
                    with suppress(Exception):
                        place.server.end("immediate")
                    place.stop()


class LimitedFiles:
    """The kind: the same, with files that may not grow beyond a size: what a quota does, and needs no mounting."""

    name = "limit"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A database whose files are limited."""
        with _before(stage, stage.place) as playing:
            yield playing


class _Refusing:
    def __init__(self, why: str) -> None:
        self.why = why

    def round(self) -> Found:
        """Nothing can be done here."""
        return Found(skipped=self.why)


@contextmanager
def _before(stage: Stage, place: AnyPlace) -> Iterator["_Filling"]:
    """A library at a place, with a backup of it, and a server before it."""
    library(stage)
    source = stage.folder / "library.backup"
    if not source.exists():
        stage.nursery.must(stage.place.address(BASE), "backup", source)
    if place is stage.place:
        address = place.copy(BASE, "full")
    else:
        address = empty_database(stage._replace(place=place, empty=""), "full")
        stage.nursery.must(address, "restore", source)
    with Served(stage.env, address, stage.folder / f"full-{time.monotonic_ns()}.log") as served:
        yield _Filling(stage._replace(place=place), address, served, source)


class _Filling:
    def __init__(self, stage: Stage, address: str, served: Served, source: Path) -> None:
        self.stage, self.address, self.served, self.source = stage, address, served, source
        self.disk: Disk | None = None
        self.year, self.number = 2021, 0

    def round(self) -> Found:
        """Something is done without room, and again with it."""
        found, chance = Found(), self.stage.random
        deed = DEEDS[self.number % len(DEEDS)]
        self.number += 1
        words = self._words(deed)
        before, had = quiet(self.served, PAGES), held(self.stage, self.address)
        with Readers(self.served, PAGES) as readers:
            self._narrow(int(_LEFT * chance.random() ** 3))
            child = self.stage.nursery.run(self.address, *words, most=self._most(deed))
            self._widen()
            freed = time.monotonic()
            self.served.until_ready(meanwhile=self._revive)
            after = quiet(self.served, PAGES)
            between = held(self.stage, self.address)
            found.hit = child.code != 0
            if child.code and between != had and deed != "restore":
                differ = sorted(name for name in had if had[name] != between.get(name))
                found.lost.append(f"{deed} failed, and yet {differ} changed")
            if child.code and "Traceback" in child.said:
                found.other.append(f"{deed} failed without a sentence: {child.said[-600:]}")
            again = self.stage.nursery.run(self.address, *words)
            found.recovery = time.monotonic() - freed
            if again.code:
                found.other.append(f"{deed} failed with room, too: {again.said[-600:]}")
            end = quiet(self.served, PAGES)
        found.half = half_visible(readers, [before, after, end], may_be_gone=True)
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log, "Service Unavailable")
        for left in (self.source.parent / "full.backup", self._target()):
            left.unlink(missing_ok=True)
        return found

    def _target(self) -> Path:
        return (self.disk.folder if self.disk else self.stage.folder) / "made.backup"

    def _words(self, deed: str) -> list[object]:
        if deed == "import":
            # The same one again is known; then nothing would need room.
            self.year += 1
            file = self.stage.folder / f"{self.year}-03-01.txt"
            file.write_bytes(large(self.year, 80).bytes())
            return ["import_rules", "--without-study", file]
        return ["backup", self._target()] if deed == "backup" else ["restore", self.source, "--force"]

    def _narrow(self, left: int) -> None:
        if self.disk:
            if isinstance(self.stage.place, SQLitePlace):
                # What its log was before has room for what is to be written.
                self.stage.place.settle("full")
            self.disk.fill(left)
        elif isinstance(self.stage.place, PostgresPlace):
            # Its own files of what is to be written have 1 MB; tables may not outgrow that much.
            self.stage.place.server.limit(_MEGABYTE + left // 4)

    def _most(self, deed: str) -> int:
        """Largest file of the command itself, where there is no disk to be filled."""
        if self.disk or (isinstance(self.stage.place, PostgresPlace) and deed != "backup"):
            return 0
        if deed == "backup":
            return int(self.source.stat().st_size * self.stage.random.uniform(0.05, 0.95))
        return int(self.stage.random.uniform(20_000, 800_000))

    def _widen(self) -> None:
        if self.disk:
            self.disk.free()
        elif isinstance(self.stage.place, PostgresPlace) and self.stage.place.server.pid:
            self.stage.place.server.limit(0)

    def _revive(self) -> None:
        """A server that gave up, as without room for its log it must, is started again by whatever keeps services
        alive. It may take a moment to give up."""
        place = self.stage.place
        if isinstance(place, PostgresPlace) and not place.server.pid:
            place.server.start()
