"""The database ends, or is held by somebody for long, while people read and programs save."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from tests.site.faults.library import BASE, PAGES, Library, complaints, library
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.places import PostgresPlace
from tests.site.faults.rounds import AnyPlace, Found, Play, Stage, findings
from tests.site.faults.saves import missed, saving
from tests.site.faults.serving import Served

# Longer than somebody who waits for a write should have to wait to hear of it.
_HELD = 10.0
_SLOW = 2.0
ENDS = ("fast", "immediate", "kill")


class Restarts:
    """PostgreSQL stopped, or killed, and started again."""

    name = "restart"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A server before a library."""
        if not isinstance(stage.place, PostgresPlace):
            yield _Nothing("SQLite has no server that could end; `locked` holds its file")
            return
        people = library(stage)
        address = stage.place.copy(BASE, "restarts")
        with Served(stage.env, address, stage.folder / "restarts.log") as served:
            yield _Restarting(stage, stage.place, people, address, served)


class _Nothing:
    def __init__(self, why: str) -> None:
        self.why = why

    def round(self) -> Found:
        """Nothing can be done here."""
        return Found(skipped=self.why)


class _Restarting:
    def __init__(self, stage: Stage, place: PostgresPlace, people: Library, address: str, served: Served) -> None:
        self.stage, self.place, self.people, self.address, self.served = stage, place, people, address, served

    def round(self) -> Found:
        """The database is gone for a while."""
        found, chance = Found(), self.stage.random
        before, said = quiet(self.served, PAGES), len(self.served.said())
        with saving(self.served, self.people) as savers, Readers(self.served, PAGES) as readers:
            time.sleep(chance.uniform(0.1, 0.5))
            self.place.server.end(chance.choice(ENDS))
            time.sleep(chance.uniform(0.2, 0.5))
            self.place.server.start()
            back = time.monotonic()
            self.served.until_ready()
            found.recovery = time.monotonic() - back
            time.sleep(0.2)
        found.hit = any(saver.silent for saver in savers)
        missed(self.stage, "restarts", savers, found)
        found.half = half_visible(readers, [before, quiet(self.served, PAGES)], may_be_gone=True)
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log, "Service Unavailable")
        if found.hit and "Service Unavailable" not in self.served.said()[said:]:
            found.other.append("the database was gone and the log says nothing of it")
        return found


class Locked:
    """Somebody holds the database for long: SQLite's only pen, or on PostgreSQL the row that all imports wait for."""

    name = "locked"

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A server before a library."""
        people = library(stage)
        address = stage.place.copy(BASE, "locked")
        with Served(stage.env, address, stage.folder / "locked.log") as served:
            yield _Holding(stage, people, address, served)


class _Holding:
    def __init__(self, stage: Stage, people: Library, address: str, served: Served) -> None:
        self.stage, self.people, self.address, self.served = stage, people, address, served
        self.number = 0

    def round(self) -> Found:
        """Held shorter, or (every tenth time) longer than anybody waits."""
        found, chance = Found(), self.stage.random
        self.number += 1
        longest = _HELD if self.number % 10 == 1 else chance.uniform(0.2, 0.8)
        before = quiet(self.served, PAGES)
        signed_in = self.people.cookie("rita")
        slow: list[str] = []
        with Readers(self.served, PAGES) as readers, saving(self.served, self.people) as savers:
            with holding(self.stage.place, "locked"):
                over = time.monotonic() + longest
                while time.monotonic() < over:
                    begun = time.monotonic()
                    # Whose session was not noted lately: reading a page would write that down.
                    status = self.served.ask("GET", "/account/", headers=signed_in).status
                    took = time.monotonic() - begun
                    # Two programs that wait may keep both workers; nobody waits longer than they do.
                    if status != 200 or took > _HELD + _SLOW:
                        slow.append(f"a signed-in reader got {status} after {took:.1f} s")
            back = time.monotonic()
        found.recovery = time.monotonic() - back
        found.hit = any(saver.longest > longest / 2 for saver in savers)
        missed(self.stage, "locked", savers, found)
        found.other += slow[:3]
        found.half = half_visible(readers, [before, quiet(self.served, PAGES)])
        found.findings = findings(self.stage, self.address)
        found.other += complaints(self.served.log, "Service Unavailable")
        if "WORKER TIMEOUT" in self.served.said():
            found.other.append("the server took a worker that waited for dead")
        return found


@contextmanager
def holding(place: AnyPlace, name: str) -> Iterator[None]:
    """Hold what writers need while the block runs."""
    if isinstance(place, PostgresPlace):
        with psycopg.connect(place.address(name)) as connection:
            connection.execute("LOCK TABLE rulesbase_actionlog, rulesbase_state IN SHARE ROW EXCLUSIVE MODE")
            yield
            connection.rollback()
        return
    done = threading.Event()
    held = threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(place.path(name), timeout=60, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            held.set()
            done.wait()
            connection.execute("ROLLBACK")

    thread = threading.Thread(target=hold, daemon=True)
    thread.start()
    held.wait()
    try:
        yield
    finally:
        done.set()
        thread.join()
