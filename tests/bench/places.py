"""Empty databases that end with the run: a file in a temporary folder, and a PostgreSQL server of our own."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

import psycopg

from tests.bench.measuring import BenchError, clean_environment, run
from tests.postgres_plugin import Server


class Place(NamedTuple):
    """A database: ``name`` for the report, ``url`` for DATABASE_URL."""

    name: str
    url: str

    def size(self) -> int:
        """Return the bytes of the database with its indexes, once all that was written has reached it."""
        if self.name == "sqlite":
            path = self.url.removeprefix("sqlite:///")
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            return Path(path).stat().st_size
        with psycopg.connect(self.url) as server:
            row = server.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(row[0]) if row else 0

    def migrate(self) -> None:
        """Make the tables."""
        run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], clean_environment(self.url))


@contextmanager
def empty_places() -> Iterator[list[Place]]:
    """Yield both databases with empty tables; the files and the server are gone afterwards."""
    with TemporaryDirectory(prefix="rulesbase-bench-") as folder:
        server = Server()
        try:
            file = Path(folder) / "archive.sqlite3"
            places = [Place("sqlite", f"sqlite:///{quote(str(file))}"), Place("postgres", server.url)]
            for place in places:
                place.migrate()
            yield places
        finally:
            server.stop()


def filled_place(url: str) -> Place:
    """Return an existing database by its address; raises BenchError for other kinds."""
    scheme = url.partition(":")[0]
    if scheme not in ("sqlite", "postgres", "postgresql"):
        raise BenchError(f"{scheme}: is neither sqlite: nor postgres:.")
    return Place("sqlite" if scheme == "sqlite" else "postgres", url)
