"""Databases for a run: filled with the whole archive and all cards, or copies of filled ones; all end with the run."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from tests.bench.cards import files_in
from tests.bench.measuring import BenchError, clean_environment, run
from tests.bench.places import Place


def fill(place: Place, corpus: Path) -> dict[str, float]:
    """Import all rules and cards of a corpus; returns the seconds of both."""
    env = clean_environment(place.url)
    rules = corpus / "cr" if (corpus / "cr").is_dir() else corpus
    folders = [rules / "en", rules / "zh"] if (rules / "en").is_dir() else [rules]
    there = [folder for folder in folders if folder.is_dir()]
    took = {"rules": run([sys.executable, "manage.py", "import_rules", *there, "--json"], env).seconds}
    if (corpus / "cards").is_dir():
        took["cards"] = run([sys.executable, "manage.py", "import_cards", *files_in(corpus)], env).seconds
    return took


@contextmanager
def copied(place: Place) -> Iterator[Place]:
    """A copy of a filled database, migrated: a run writes, so it needs a copy. Raises BenchError for PostgreSQL."""
    if place.name != "sqlite":
        raise BenchError("Only a database of SQLite can be copied; without --database one of PostgreSQL is filled.")
    with TemporaryDirectory(prefix="rulesbase-load-") as folder:
        copy = Place("sqlite", f"sqlite:///{quote(f'{folder}/copy.sqlite3')}")
        with (
            sqlite3.connect(place.url.removeprefix("sqlite:///")) as old,
            sqlite3.connect(f"{folder}/copy.sqlite3") as new,
        ):
            old.backup(new)
        copy.migrate()
        yield copy
