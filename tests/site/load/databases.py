"""Databases for a run: filled with the whole archive and all cards, or copies of filled ones; all end with the run."""

import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg

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
    """A copy of a filled database, migrated: a run writes, so it needs a copy."""
    with TemporaryDirectory(prefix="rulesbase-load-") as folder:
        if place.name == "sqlite":
            copy = Place("sqlite", f"sqlite:///{quote(f'{folder}/copy.sqlite3')}")
            with (
                sqlite3.connect(place.url.removeprefix("sqlite:///")) as old,
                sqlite3.connect(f"{folder}/copy.sqlite3") as new,
            ):
                old.backup(new)
            copy.migrate()
            yield copy
        else:
            with _copied_on_server(place) as copy:
                copy.migrate()
                yield copy


@contextmanager
def _copied_on_server(place: Place) -> Iterator[Place]:
    """A copy beside a database of PostgreSQL, without other connections while it is made."""
    parts = urlsplit(place.url)
    name, copy = parts.path.lstrip("/"), f"load_{secrets.token_hex(4)}"
    other = "template1" if name != "template1" else "postgres"
    page = urlunsplit(parts._replace(path=f"/{other}"))
    with psycopg.connect(page, autocommit=True) as server:
        try:
            server.execute(f'CREATE DATABASE "{copy}" TEMPLATE "{name}"')
        except psycopg.Error as error:
            raise BenchError(f"{name} cannot be copied: {error}") from None
        try:
            yield Place("postgres", urlunsplit(parts._replace(path=f"/{copy}")))
        finally:
            server.execute(f'DROP DATABASE "{copy}" WITH (FORCE)')
