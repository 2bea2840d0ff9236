"""Importing new versions at the end of a filled archive, one by one, then the decks of questions that follow."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.importing import command, import_archive
from tests.bench.measuring import BenchError
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome

NEW = 3
TARGET_SECONDS = 3.0


def bench(place: Place, paths: Sequence[Path], new: int = NEW) -> Outcome:
    """Fill an empty database with all but the newest versions, then import these one by one."""
    if len(paths) <= new:
        raise BenchError(f"To import {new} versions at the end of an archive, more than {new} texts are needed.")
    with TemporaryDirectory(prefix="rulesbase-bench-") as folder:
        for path in paths[:-new]:
            (Path(folder) / path.name).symlink_to(path)
        import_archive(place, Path(folder))
    runs, decks = [], []
    for path in paths[-new:]:
        runs.append(import_archive(place, path, "--without-study"))
        decks.append(command(place, "update_study"))

    def figure(what: str, runs: Sequence[Mapping[str, float]], of: str, target: float | None = None) -> Figure:
        return Figure("newest", f"{place.name}: {what}", median(run[of] for run in runs), "s", target)

    figures = [
        figure("one new version, start of the program included", runs, "seconds", TARGET_SECONDS),
        figure("its time of the processor", runs, "cpu_seconds"),
        figure("questions and decks brought to it, the start included", decks, "seconds"),
        figure("their time of the processor", decks, "cpu_seconds"),
    ]
    return Outcome(figures, {"runs": runs, "decks": decks})
