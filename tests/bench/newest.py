"""Importing new versions at the end of a filled archive, one by one, then the decks of questions that follow."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.importing import command, import_archive
from tests.bench.measuring import BenchError
from tests.bench.parsing import texts_in
from tests.bench.places import Place
from tests.bench.report import Figure

NEW = 3
TARGET_SECONDS = 3.0


def bench(place: Place, corpus: Path) -> list[Figure]:
    """Fill an empty database with all but the newest versions, then import these one by one."""
    paths = texts_in(corpus)
    if len(paths) <= NEW:
        raise BenchError(f"To import {NEW} versions at the end of an archive, more than {NEW} texts are needed.")
    with TemporaryDirectory(prefix="rulesbase-bench-") as folder:
        for path in paths[:-NEW]:
            (Path(folder) / path.name).symlink_to(path)
        import_archive(place, Path(folder))
    runs, decks = [], []
    for path in paths[-NEW:]:
        runs.append(import_archive(place, path, "--without-study"))
        decks.append(command(place, "update_study"))
    seconds = median(one.seconds for one in runs)
    return [
        Figure("one new version, start of the program included", seconds, "s", TARGET_SECONDS),
        Figure("its time of the processor", median(one.cpu_seconds for one in runs), "s"),
        Figure("questions and decks brought to it, the start included", median(one.seconds for one in decks), "s"),
        Figure("their time of the processor", median(one.cpu_seconds for one in decks), "s"),
    ]
