"""Importing all files of cards into an empty database; the yardstick unpacks and reads the same files whole."""

import gzip
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from tests.bench.importing import TARGET_AGAIN
from tests.bench.measuring import BenchError, clean_environment, run, seconds_of
from tests.bench.places import Place
from tests.bench.report import Figure

TARGET_SECONDS = 120.0
TARGET_PEAK = 300e6
AGAIN = 3


def files_in(corpus: Path) -> list[Path]:
    """Return the files of cards of a corpus; raises BenchError where it has none."""
    files = [path for path in sorted((corpus / "cards").rglob("*")) if path.name.endswith((".json", ".json.gz"))]
    if not files:
        raise BenchError("The corpus has no folder cards with files in it.")
    return files


def read_whole(files: Sequence[Path]) -> None:
    """Unpack and read each file at once, as the simplest program would."""
    for path in files:
        data = path.read_bytes()
        json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


def bench(place: Place, corpus: Path) -> list[Figure]:
    """Fill a database, and import the same again."""
    files = files_in(corpus)
    plain = seconds_of(partial(read_whole, files))
    command = [sys.executable, "manage.py", "import_cards", "--json", *map(str, files)]
    empty = place.size()
    first = run(command, clean_environment(place.url))
    again = [run(command, clean_environment(place.url)).seconds for _ in range(AGAIN)]
    cards = sum(report["counts"].get("cards", 0) for report in json.loads(first.output))
    return [
        Figure(f"{len(files)} files, {cards:,} cards", first.seconds, "s", TARGET_SECONDS),
        Figure("times reading the JSON whole", first.seconds / plain, "x"),
        Figure("peak memory", first.peak / 1e6, "MB", TARGET_PEAK / 1e6),
        Figure("again with nothing new", median(again), "s", TARGET_AGAIN),
        Figure("database", (place.size() - empty) / 1e6, "MB"),
    ]
