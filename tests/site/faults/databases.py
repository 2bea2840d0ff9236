"""SQLite files and a PostgreSQL server of their own: make, copy, query and end databases."""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests.postgres_plugin import SETTINGS, Server


class SQLite:
    """Database files in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Return the file of a database."""
        return self.folder / f"{name}.sqlite3"

    def address(self, name: str) -> str:
        """Return its DATABASE_URL."""
        return f"sqlite:///{quote(str(self.path(name)))}"

    def make(self, name: str) -> str:
        """Return the address of an empty database."""
        for end in ("", "-wal", "-shm"):
            Path(f"{self.path(name)}{end}").unlink(missing_ok=True)
        return self.address(name)

    def copy(self, source: str, name: str) -> str:
        """Copy a database, with its write-ahead log; return the address."""
        with closing(sqlite3.connect(self.path(source))) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        address = self.make(name)
        shutil.copyfile(self.path(source), self.path(name))
        return address

    def rows(self, name: str, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with closing(sqlite3.connect(f"file:{quote(str(self.path(name)))}?mode=ro", uri=True, timeout=30)) as found:
            return found.execute(query).fetchall()

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Hold the write lock while the block runs."""
        with closing(sqlite3.connect(self.path(name), timeout=60, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")

    def limit_files(self, largest: int) -> None:
        """Do nothing: the command itself is limited."""

    def stop(self) -> None:
        """Do nothing: no server runs."""


class Postgres(Server):
    """A PostgreSQL server that stores what it confirmed and can be ended and started again."""

    name = "PostgreSQL"
    # Processes are killed here, never the machine, so nothing waits for the disk.
    settings = SETTINGS | {
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "autovacuum": "on",
        "min_wal_size": "2MB",
        "max_wal_size": "32MB",
        "checkpoint_timeout": "5min",
        "shared_buffers": "32MB",
    }
    more_of_initdb = ("--wal-segsize=1",)

    def start(self) -> None:
        """Start it; try again while a killed server still holds its shared memory."""
        for _again in range(5):
            with suppress(subprocess.CalledProcessError):
                super().start()
                return
            time.sleep(0.5)
        raise RuntimeError(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        """The number of its first process; 0 while it does not run."""
        with suppress(OSError, ValueError):
            found = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(found, 0)
            return found
        return 0

    def end(self, how: str) -> None:
        """End it with a mode of pg_ctl (`fast`, `immediate`), or with `kill`."""
        if how != "kill":
            self.run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")
            return
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        while self.pid == pid:
            time.sleep(0.02)

    def limit_files(self, largest: int) -> None:
        """Limit the files of new connections; 0 removes the limit. Start the server where the limit ended it."""
        if not self.pid:
            self.start()
        # As its own account: even root may not set limits of other accounts everywhere.
        limit = f"--fsize={largest or 'unlimited'}:"
        subprocess.run(["prlimit", f"--pid={self.pid}", limit], check=True, capture_output=True, cwd="/", **self.who)

    def address(self, name: str) -> str:
        """Return the DATABASE_URL of a database."""
        return f"postgres://postgres@/{name}?host={self.folder}"

    def make(self, name: str) -> str:
        """Return the address of an empty database."""
        self._create(f'"{name}"', name)
        return self.address(name)

    def copy(self, source: str, name: str) -> str:
        """Copy a database; return the address."""
        self._create(f'"{name}" TEMPLATE "{source}"', name)
        return self.address(name)

    def _create(self, clause: str, name: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f"CREATE DATABASE {clause}".encode())
            # PostgreSQL 15 copies sequences without logging them: killed before a checkpoint, it would give numbers of
            # existing rows again.
            connection.execute("CHECKPOINT")

    def rows(self, name: str, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.address(name)) as connection:
            return connection.execute(query.encode()).fetchall()

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Lock the tables that every writer of public content needs while the block runs."""
        with psycopg.connect(self.address(name)) as connection:
            connection.execute("LOCK TABLE rulesbase_actionlog, rulesbase_state IN SHARE ROW EXCLUSIVE MODE")
            yield
            connection.rollback()
