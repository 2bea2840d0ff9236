"""Databases for the tests: filled once a run, copied for each worker or test.

Making the tables and importing real texts takes seconds, so what many tests read is made once and copied: on SQLite
the file, on PostgreSQL the database as a template. While one worker fills a database the others go on.
"""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import TestCase
from urllib.parse import quote, urlsplit

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from rulesbase.imports.batch import import_paths

# Connections to databases whose content every test leaves as it was. A new one has to learn all tables anew.
_open: dict[str, BaseDatabaseWrapper] = {}
# All that gives a test a database asks for one of these fixtures.
_GIVING = frozenset({"databases", "db", "transactional_db", "live_server"})


def needs_no_database(item: pytest.Item) -> bool:
    """Whether a test asks for no database: it is the same on all of them, and one run of it is enough."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("django_db"):
        return False
    if item.cls is not None and issubclass(item.cls, TestCase):
        return False
    return _GIVING.isdisjoint(item.fixturenames)


@contextmanager
def inside(name: str, connection: BaseDatabaseWrapper | None = None) -> Iterator[None]:
    """Let this process, threads of a live server included, use the database `name` while the block runs."""
    settings = connections.settings["default"]
    outer, outer_name = connections["default"], settings["NAME"]
    settings["NAME"] = name
    connections["default"] = connection or connections.create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        if connections["default"] is not connection:
            connections["default"].close()
        connections["default"], settings["NAME"] = outer, outer_name
        ContentType.objects.clear_cache()


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo at the end what the block wrote, as the tests of Django do."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def borrowed(name: str) -> Iterator[None]:
    """Use the database `name` while the block runs, and undo at the end what was written to it."""
    stored = _open.get(name)
    if stored and stored.connection and not stored.is_usable():
        stored.close()
    with inside(name, stored):
        here = connections["default"]
        with rolled_back():
            yield
        if stored is None and connections["default"] is here:
            _open[name] = here


class Databases:
    """Makes databases on the server, or in the folder, that the tests run on.

    `shared` is a folder that all workers of a run see, `worker` a name that none of them shares.
    """

    def __init__(self, shared: Path, worker: str) -> None:
        self.shared, self.worker = shared, worker
        self.made: list[str] = []
        self.lent: dict[str, str] = {}
        self.on_postgres = connections.settings["default"]["ENGINE"].endswith("postgresql")
        self.run = "".join(c if c.isalnum() else "_" for c in shared.name)
        self.sign = shared / f"{worker}.copying"
        with self._alone("databases"):
            self.sign.touch()

    def copy(
        self, of: str, paths: Sequence[Path] = (), fill: Callable[[], object] | None = None, upon: str | None = None
    ) -> str:
        """Return the name of a new database with what `filled` returns."""
        name = self._name(f"{of}_{self.worker}_{len(self.made)}")
        self._copy(self.filled(of, paths, fill, upon), name)
        self.made.append(name)
        return name

    def own(
        self, of: str, fill: Callable[[], object] | None = None, upon: str | None = None, paths: Sequence[Path] = ()
    ) -> str:
        """Return the name of this worker's copy of what `filled` returns, always the same: to be borrowed only."""
        if of not in self.lent:
            self.lent[of] = self.copy(of, paths, fill, upon)
        return self.lent[of]

    def filled(
        self, of: str, paths: Sequence[Path] = (), fill: Callable[[], object] | None = None, upon: str | None = None
    ) -> str:
        """Return the name of the database with these files imported, and with what `fill` writes: to be copied only.

        `of` names this choice of content; `upon` is the name of another such database that it begins with.
        """
        name = self._name(of)
        with self._alone(of):
            if not self._is_there(name):
                self._make(name, paths, fill, upon)
        return name

    def renew(self, name: str, of: str) -> None:
        """Let a copy be again as it was, whatever was written to it; no connection may be using it."""
        connections["default"].close()
        if self.on_postgres:
            self._ask(f'DROP DATABASE "{name}" WITH (FORCE)')
            self._copy(self._name(of), name)
            return
        for beside in ("-wal", "-shm"):
            Path(name + beside).unlink(missing_ok=True)
        self._copy(self._name(of), f"{name}.new")
        # Another file: a late writer writes into the old one, which is not read any more.
        Path(f"{name}.new").replace(name)

    def address(self, name: str) -> str:
        """Return what DATABASE_URL must be so that another process uses this database."""
        if self.on_postgres:
            return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        return f"sqlite:///{quote(name)}"

    def clean(self) -> None:
        """Drop this worker's copies; the last worker drops what they were made of too."""
        for name in list(_open):
            _open.pop(name).close()
        with self._alone("databases"):
            self.sign.unlink()
            if not self.on_postgres or os.environ.get("SERVER_OF_THE_TESTS"):
                return
            last = not list(self.shared.glob("*.copying"))
            rows = self._ask("SELECT datname FROM pg_database") if last else [(name,) for name in self.made]
            for (name,) in rows:
                if name.startswith(self._name("")):
                    self._ask(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _name(self, what: str) -> str:
        return f"test_{self.run}_{what}" if self.on_postgres else str(self.shared / f"{what}.sqlite3")

    @contextmanager
    def _alone(self, of: str) -> Iterator[None]:
        with (self.shared / f"{of}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _ask(self, query: str) -> list[Any]:
        with connections["default"]._nodb_cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchall() if cursor.description else []

    def _copy(self, filled: str, name: str) -> None:
        if self.on_postgres:
            # Not through the log of the server, which would write all of it twice.
            self._ask(f'CREATE DATABASE "{name}" TEMPLATE "{filled}" STRATEGY file_copy')
        else:
            shutil.copyfile(filled, name)

    def _is_there(self, name: str) -> bool:
        if self.on_postgres:
            return bool(self._ask(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"))
        return Path(name).exists()

    def _make(self, name: str, paths: Sequence[Path], fill: Callable[[], object] | None, upon: str | None) -> None:
        """Fill a database under another name first: one that was not finished is never taken for whole."""
        part = f"{name}_part"
        if self.on_postgres:
            self._ask(f'DROP DATABASE IF EXISTS "{part}" WITH (FORCE)')
        if paths or fill:
            self._copy(upon or self.filled("empty"), part)
        elif self.on_postgres:
            self._ask(f'CREATE DATABASE "{part}"')
        with inside(part):
            if not (paths or fill):
                call_command("migrate", verbosity=0)
            failed = [report.sentence for report in import_paths(paths) if report.failed]
            assert not failed, failed
            if fill:
                fill()
        if self.on_postgres:
            self._ask(f'ALTER DATABASE "{part}" RENAME TO "{name}"')
            return
        # The copies are made of the file alone: nothing may be left in the log beside it.
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        Path(part).rename(name)
