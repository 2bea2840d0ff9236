"""Importing new versions at the end of a filled archive, one by one, with all that has to follow."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.importing import import_archive
from tests.bench.measuring import BenchError
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome

NEW = 3
TARGET_SECONDS = 3.0


def bench_place(place: Place, paths: Sequence[Path], new: int = NEW) -> Outcome:
    """Fill an empty database with all but the newest versions, then import these one by one."""
    if len(paths) <= new:
        raise BenchError(f"To import {new} versions at the end of an archive, more than {new} texts are needed.")
    with TemporaryDirectory(prefix="rulesbase-bench-") as folder:
        for path in paths[:-new]:
            (Path(folder) / path.name).symlink_to(path)
        import_archive(place, Path(folder))
    runs = [import_archive(place, path) for path in paths[-new:]]
    seconds = [run["seconds"] for run in runs]
    processor = median(run["cpu_seconds"] for run in runs)
    figures = [
        Figure("newest", f"{place.name}: one new version, the whole command", median(seconds), "s", TARGET_SECONDS),
        Figure("newest", f"{place.name}: its time of the processor", processor, "s"),
    ]
    return Outcome(figures, {"runs": runs})


def bench(places: Sequence[Place], paths: Sequence[Path], new: int = NEW) -> Outcome:
    """Both databases, one behind the other; they have to be empty."""
    outcomes = {place.name: bench_place(place, paths, new) for place in places}
    figures = [figure for outcome in outcomes.values() for figure in outcome.figures]
    return Outcome(figures, {name: outcome.details for name, outcome in outcomes.items()})
