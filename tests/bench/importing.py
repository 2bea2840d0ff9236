"""Importing the archive into an empty database."""

import sys
from pathlib import Path
from statistics import median

from tests.bench.measuring import Run, clean_environment, run
from tests.bench.parsing import texts_in
from tests.bench.places import Place
from tests.bench.report import Figure

AGAIN = 3
TARGET_SECONDS = 90.0
TARGET_AGAIN = 3.0
TARGET_PEAK = 500e6
TARGET_SIZE = {"sqlite": 1.0, "postgres": 1.6}


def import_archive(place: Place, path: Path, *options: str) -> Run:
    """Import a file or folder with the real command."""
    return command(place, "import_rules", str(path), "--json", *options)


def command(place: Place, *arguments: str) -> Run:
    """Run a command in a process of its own."""
    return run([sys.executable, "manage.py", *arguments], clean_environment(place.url))


def bench(place: Place, corpus: Path) -> list[Figure]:
    """Fill a database, and import the same again."""
    paths = texts_in(corpus)
    first = import_archive(place, paths[0].parent)
    size = place.size()
    again = [import_archive(place, paths[0].parent).seconds for _ in range(AGAIN)]
    raw = sum(path.stat().st_size for path in paths)
    return [
        Figure(f"{len(paths)} files into an empty database", first.seconds, "s", TARGET_SECONDS),
        Figure("peak memory", first.peak / 1e6, "MB", TARGET_PEAK / 1e6),
        Figure("again with nothing new", median(again), "s", TARGET_AGAIN),
        Figure("database", size / 1e6, "MB"),
        Figure("database, times the raw files", size / raw, "x", TARGET_SIZE[place.name]),
    ]
