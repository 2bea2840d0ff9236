"""Importing the archive into an empty database."""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome

AGAIN = 3
TARGET_SECONDS = 90.0
TARGET_AGAIN = 3.0
TARGET_PEAK = 500e6
TARGET_SIZE = {"sqlite": 1.0, "postgres": 1.6}


def import_archive(place: Place, folder: Path, *options: str) -> dict[str, float]:
    """Import a folder with the real command; returns seconds, CPU seconds and peak bytes of its process."""
    return command(place, "import_rules", str(folder), "--json", *options)


def command(place: Place, *arguments: str) -> dict[str, float]:
    """Run a command in a process of its own; returns its seconds, CPU seconds and peak bytes."""
    done = run([sys.executable, "manage.py", *arguments], clean_environment(place.url))
    return {"seconds": done.seconds, "cpu_seconds": done.cpu_seconds, "peak": done.peak}


def bench(place: Place, paths: Sequence[Path]) -> Outcome:
    """Fill a database, and import the same again."""
    folder, raw = paths[0].parent, sum(path.stat().st_size for path in paths)
    first = import_archive(place, folder)
    size = place.size()
    again = [import_archive(place, folder)["seconds"] for _ in range(AGAIN)]

    def figure(what: str, value: float, unit: str, target: float | None = None) -> Figure:
        return Figure("import", f"{place.name}: {what}", value, unit, target)

    figures = [
        figure(f"{len(paths)} files into an empty database", first["seconds"], "s", TARGET_SECONDS),
        figure("peak memory", first["peak"] / 1e6, "MB", TARGET_PEAK / 1e6),
        figure("again with nothing new", median(again), "s", TARGET_AGAIN),
        figure("database", size / 1e6, "MB"),
        figure("database, times the raw files", size / raw, "x", TARGET_SIZE[place.name]),
    ]
    details = {**first, "again": again, "size": size, "raw": raw}
    return Outcome(figures, details)
