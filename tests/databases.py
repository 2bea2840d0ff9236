"""Databases beside the one of pytest-django: filled once a run, copied for each worker or test.

Importing real texts takes seconds, so what many tests read is imported once and copied: on SQLite the file, on
PostgreSQL the database as a template.
"""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections, transaction

from rulesbase.batches import import_paths


@contextmanager
def inside(name: str) -> Iterator[None]:
    """Let this process, threads of a live server included, use the database `name` while the block runs."""
    settings = connections.settings["default"]
    outer, outer_name = connections["default"], settings["NAME"]
    settings["NAME"] = name
    connections["default"] = connections.create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"], settings["NAME"] = outer, outer_name
        ContentType.objects.clear_cache()


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo at the end what the block wrote, as the tests of Django do."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Databases:
    """Makes databases on the server, or in the folder, that the tests run on.

    `shared` is a folder that all workers of a run see, `worker` a name that none of them shares.
    """

    def __init__(self, shared: Path, worker: str) -> None:
        self.shared, self.worker = shared, worker
        self.made: list[str] = []
        self.on_postgres = connections.settings["default"]["ENGINE"].endswith("postgresql")
        self.run = "".join(c if c.isalnum() else "_" for c in shared.name)
        self.sign = shared / f"{worker}.copying"
        with self._alone():
            self.sign.touch()

    def copy(self, of: str, paths: Sequence[Path] = (), fill: Callable[[], object] | None = None) -> str:
        """Return the name of a new database with these files imported, and with what `fill` writes.

        `of` names this choice of content.
        """
        name = self._name(f"{of}_{self.worker}_{len(self.made)}")
        with self._alone():
            self._copy(self._filled(of, paths, fill), name)
        self.made.append(name)
        return name

    def address(self, name: str) -> str:
        """Return what DATABASE_URL must be so that another process uses this database."""
        if self.on_postgres:
            return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        return f"sqlite:///{quote(name)}"

    def clean(self) -> None:
        """Drop this worker's copies; the last worker drops what they were made of too."""
        with self._alone():
            self.sign.unlink()
            if not self.on_postgres:
                return
            last = not list(self.shared.glob("*.copying"))
            rows = self._ask("SELECT datname FROM pg_database") if last else [(name,) for name in self.made]
            for (name,) in rows:
                if name.startswith(self._name("")):
                    self._ask(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _name(self, what: str) -> str:
        return f"test_{self.run}_{what}" if self.on_postgres else str(self.shared / f"{what}.sqlite3")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.shared / "databases.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _ask(self, query: str) -> list[Any]:
        with connections["default"]._nodb_cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchall() if cursor.description else []

    def _copy(self, filled: str, name: str) -> None:
        if self.on_postgres:
            self._ask(f'CREATE DATABASE "{name}" TEMPLATE "{filled}"')
        else:
            shutil.copyfile(filled, name)

    def _is_there(self, name: str) -> bool:
        if self.on_postgres:
            return bool(self._ask(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"))
        return Path(name).exists()

    def _filled(self, of: str, paths: Sequence[Path], fill: Callable[[], object] | None) -> str:
        name = self._name(of)
        if self._is_there(name):
            return name
        if paths or fill:
            # Making the tables takes as long as importing two versions: it is done once.
            self._copy(self._filled("empty", (), None), name)
        elif self.on_postgres:
            self._ask(f'CREATE DATABASE "{name}"')
        with inside(name):
            if not (paths or fill):
                call_command("migrate", verbosity=0)
            failed = [report.sentence for report in import_paths(paths) if report.failed]
            assert not failed, failed
            if fill:
                fill()
        if not self.on_postgres:
            # The copies are made of the file alone: nothing may be left in the log beside it.
            with closing(sqlite3.connect(name)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return name
