"""Both kinds of database, with what faults need of them: copies, rows behind the program's back, sudden ends."""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import psycopg

from tests.postgres_plugin import Server, installed_binaries, readable_binaries

_STARTS = 60


class Place(Protocol):
    """Where databases of one kind are made."""

    name: str

    def address(self, name: str) -> str:
        """What DATABASE_URL must be for a database."""

    def make(self, name: str) -> str:
        """Make an empty one; its address."""

    def copy(self, of: str, name: str) -> str:
        """Make a copy of one that nobody uses, in place of what had that name; its address."""

    def rows(self, name: str, query: str) -> list[tuple[Any, ...]]:
        """Ask it as no program of ours does."""


class SQLitePlace:
    """Files in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a database."""
        return self.folder / f"{name}.sqlite3"

    def address(self, name: str) -> str:
        """What DATABASE_URL must be."""
        return f"sqlite:///{quote(str(self.path(name)))}"

    def make(self, name: str) -> str:
        """Nothing is to be done: who opens it makes it."""
        self.drop(name)
        return self.address(name)

    def drop(self, name: str) -> None:
        """Remove one with what is written beside it."""
        for end in ("", "-wal", "-shm"):
            Path(f"{self.path(name)}{end}").unlink(missing_ok=True)

    def settle(self, name: str) -> None:
        """Let all that was written reach the file, and give back the room of its log."""
        with closing(sqlite3.connect(self.path(name))) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy(self, of: str, name: str) -> str:
        """Copy the file, with all that was written."""
        self.settle(of)
        self.drop(name)
        shutil.copyfile(self.path(of), self.path(name))
        return self.address(name)

    def rows(self, name: str, query: str) -> list[tuple[Any, ...]]:
        """Ask it."""
        with closing(
            sqlite3.connect(f"file:{quote(str(self.path(name)))}?mode=ro", uri=True, timeout=30)
        ) as connection:
            return connection.execute(query).fetchall()

    def stop(self) -> None:
        """Nothing runs."""


class FaultyServer(Server):
    """A PostgreSQL server that keeps what it confirmed, as real ones do, and can be ended and started again."""

    SETTINGS = {
        "listen_addresses": "''",
        # No power fails here: what reached the system outlives every process.
        "fsync": "off",
        "synchronous_commit": "on",
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "min_wal_size": "2MB",
        "max_wal_size": "32MB",
        "shared_buffers": "32MB",
        "restart_after_crash": "on",
        "jit": "off",
    }

    def __init__(self, base: Path | None = None) -> None:
        self.base = base
        super().__init__()

    def _start(self, who: dict[str, Any]) -> None:
        self.who = who
        self.binaries = readable_binaries(installed_binaries(), self.folder, who)
        self.data, self.log = (self.base or self.folder) / "data", self.folder / "log"
        how = "--username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync --wal-segsize=1".split()
        self._run("initdb", "-D", self.data, *how)
        self.start()
        self.url = f"postgres://postgres@/postgres?host={self.folder}"

    def _run(self, program: str, *words: object) -> None:
        command = [str(self.binaries / program), *map(str, words)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **self.who)

    def start(self) -> None:
        """Start it; tries again where one that was just killed still holds its memory."""
        options = " ".join([f"-k {self.folder}", *(f"-c {name}={value}" for name, value in self.SETTINGS.items())])
        for _again in range(5):
            with suppress(subprocess.CalledProcessError):
                self._run("pg_ctl", "-D", self.data, "-l", self.log, "-o", options, "-w", "-t", _STARTS, "start")
                return
            time.sleep(0.5)
        raise RuntimeError(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        """The first of its processes; 0 where none runs."""
        with suppress(OSError, ValueError):
            found = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(found, 0)
            return found
        return 0

    def end(self, how: str) -> None:
        """End it: `fast` as an administrator does, `immediate` without its last words, `kill` without warning."""
        if how != "kill":
            self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "-t", _STARTS, "stop")
            return
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        while self.pid == pid:
            time.sleep(0.02)

    def limit(self, most: int) -> None:
        """Let connections made from now on write no larger file; 0 takes the limit away."""
        # As its own account: even root may not set limits of others everywhere.
        limits = f"--fsize={most or 'unlimited'}:"
        subprocess.run(["prlimit", f"--pid={self.pid}", limits], check=True, capture_output=True, cwd="/", **self.who)


class PostgresPlace:
    """Databases on a server of our own."""

    name = "PostgreSQL"

    def __init__(self, base: Path | None = None) -> None:
        self.server = FaultyServer(base)

    def address(self, name: str) -> str:
        """What DATABASE_URL must be."""
        return f"postgres://postgres@/{name}?host={self.server.folder}"

    def make(self, name: str) -> str:
        """Make an empty one."""
        self.drop(name)
        self._do(f'CREATE DATABASE "{name}"')
        return self.address(name)

    def drop(self, name: str) -> None:
        """Drop one, whoever uses it."""
        self._do(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def copy(self, of: str, name: str) -> str:
        """Copy it on the server."""
        self.drop(name)
        self._do(f'CREATE DATABASE "{name}" TEMPLATE "{of}"')
        # PostgreSQL 15 copies sequences as they stand and logs the next numbers only behind a checkpoint: killed before
        # one, it would give numbers of rows that are there. With plain psql too, so it is no fault of ours to look for.
        self._do("CHECKPOINT")
        return self.address(name)

    def rows(self, name: str, query: str) -> list[tuple[Any, ...]]:
        """Ask it."""
        with self.connected(name) as connection:
            return connection.execute(query.encode()).fetchall()

    @contextmanager
    def connected(self, name: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """A connection of our own."""
        with psycopg.connect(self.address(name), autocommit=True) as connection:
            yield connection

    def _do(self, statement: str) -> None:
        with self.connected("postgres") as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        """End the server."""
        self.server.stop()
