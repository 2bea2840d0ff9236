"""Import many files of cards, each in its own transaction."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.db import DatabaseError

from cards.imports.errors import InvalidFile
from cards.imports.import_file import CardsResult, import_cards
from cards.models import CardFile
from rulesbase.core.database.planner_statistics import update_planner_statistics
from rulesbase.imports.batch import Report, find_files, readable_name

_ENDINGS = (".json", ".json.gz")


class CardsReport(Report[CardsResult]):
    """The outcome of one file of cards."""

    __slots__ = ()

    def cells(self, result: CardsResult) -> list[str]:
        """Return source and counts."""
        known, file = result.status == "known", result.file
        counts = ["cards", "names", "rulings", "waiting"]
        cells = ["" if known else str(file.counts.get(what, 0)) for what in counts]
        return [file.layout, *cells, str(len(file.problems))]

    def as_dict(self) -> dict[str, object]:
        """Return what --json prints."""
        file = self.result.file if self.result else CardFile()
        return super().as_dict() | {"source": file.layout, "counts": file.counts, "problems": file.problems}


def import_paths(
    paths: Iterable[str | Path], *, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[CardsReport]:
    """Import files and folders; ``progress(done, total)`` gets the bytes read of all files.

    A file that holds no cards or cannot be read is reported and skipped.
    """
    files = list(find_files(paths, lambda file: file.name.endswith(_ENDINGS)))
    sizes = [path.stat().st_size if path.is_file() else 0 for path in files]
    reports: list[CardsReport] = []
    before, total = 0, sum(sizes)
    for path, size in zip(files, sizes, strict=True):

        def advance(done: int, _: int, before: int = before) -> None:
            progress(before + done, total)

        reports.append(_import_one(path, advance))
        before += size
        progress(before, total)
    if any(report.status in ("imported", "read anew") for report in reports):
        update_planner_statistics()
    return reports


def _import_one(path: Path, progress: Callable[[int, int], None]) -> CardsReport:
    started = time.perf_counter()
    name = readable_name(path)
    try:
        if path.is_dir():
            raise InvalidFile("The folder holds no file that ends in .json or .json.gz.")
        result = import_cards(path, progress=progress)
    except (InvalidFile, DatabaseError, OSError) as error:
        return CardsReport.refused(name, error, started)
    return CardsReport(name, result.status, result=result, seconds=time.perf_counter() - started)
