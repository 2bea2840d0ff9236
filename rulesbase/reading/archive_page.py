"""The page of the archive: versions by year with known gaps, and the versions that partial sources agree with."""

import datetime
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from rulesbase.archive.missing_versions import Gap, known_gaps
from rulesbase.core.grouping import grouped
from rulesbase.imports.partial_sources import agreement_rows, range_among
from rulesbase.models import Agreement, Edition, Source, Version


class VersionEditions(NamedTuple):
    """A version with its editions."""

    version: Version
    editions: list[Edition]

    @property
    def date(self) -> datetime.date:
        """Return the date the version took effect."""
        return self.version.date


class YearRow(NamedTuple):
    """A year with its versions and gaps in order, and in the picture its boxes and position.

    The left edge ``x`` of a box is in percent, its top ``y`` in pixels. ``round`` years are always labelled.
    """

    year: int
    marks: list[VersionEditions | Gap]
    boxes: list[dict[str, float]]
    middle: float
    round: bool

    @property
    def short(self) -> str:
        """Return the last two digits of the year: 99."""
        return f"{self.year % 100:02}"


class Coverage(NamedTuple):
    """The whole archive, newest year first. ``width`` of a box is in percent, ``height`` in pixels."""

    years: list[YearRow]
    gaps: list[Gap]
    languages: list[str]
    versions: int
    editions: int
    width: float
    height: int


_STEP = 12


def coverage() -> Coverage:
    """Read the archive year by year. One query."""
    editions = Edition.objects.select_related("version").order_by("version__date", "language")
    imported: dict[datetime.date, VersionEditions] = {}
    languages: Counter[str] = Counter()
    for edition in editions:
        imported.setdefault(edition.version.date, VersionEditions(edition.version, [])).editions.append(edition)
        languages[edition.language] += 1
    is_sample = any(one.version.is_sample for one in imported.values())
    gaps = [] if is_sample else known_gaps({date for date, one in imported.items() if _has_english(one)})
    marks: list[VersionEditions | Gap] = [*imported.values(), *gaps]
    by_year = grouped((mark.date.year, mark) for mark in sorted(marks, key=lambda one: one.date))
    if not by_year:
        return Coverage([], [], [], 0, 0, 0.0, 0)
    first, last = min(by_year), max(by_year)
    column = 100 / (last - first + 1)
    height = max(len({mark.date for mark in of_year}) for of_year in by_year.values()) * _STEP
    few = last - first < 8
    years: list[YearRow] = []
    for year in range(last, first - 1, -1):
        boxes = _boxes(by_year[year], column * (year - first), height)
        years.append(YearRow(year, by_year[year], boxes, column * (year - first + 0.5), few or year % 5 == 0))
    order = [code for code, _ in languages.most_common()]
    return Coverage(years, gaps, order, len(imported), sum(languages.values()), column * 0.72, height)


def _has_english(imported: VersionEditions) -> bool:
    """Return whether a complete English edition exists; only that fills a gap."""
    return any(edition.language == "en" and edition.complete for edition in imported.editions)


def _boxes(marks: Sequence[VersionEditions | Gap], left: float, height: int) -> list[dict[str, float]]:
    """Return the versions and gaps of a year as boxes, the first of the year at the bottom."""
    days = {mark.date: isinstance(mark, Gap) or not _has_english(mark) for mark in marks}
    return [{"x": left, "y": height - row * _STEP + 4, "gap": gap} for row, gap in enumerate(days.values(), 1)]


# ---- Sources ----


def source_totals() -> dict[str, int]:
    """Count the imported files, their bytes and issues; a file with two languages counts once. One query."""
    rows = Source.objects.values_list("sha256", "size", "issues", "whole")
    sizes = {sha256: size for sha256, size, _, _ in rows}
    return {
        "files": len(sizes),
        "size": sum(sizes.values()),
        "issues": sum(len(row[2]) for row in rows),
        "whole": sum(row[3] for row in rows),
    }


def partial_sources(sources: Collection[Source] | QuerySet[Source]) -> list[dict[str, object]]:
    """Return partial sources with the versions they match exactly, or the closest one. One query for all.

    ``reaches`` is the wider range of versions that do not contradict it, where rules only gained sentences.
    """
    rows = grouped(agreement_rows(Agreement.objects.filter(source__in=sources)))
    found: list[dict[str, object]] = []
    for source in sources:
        mine = rows[source.pk]
        exact = range_among(mine, source.stated_date)
        wide = range_among(mine, source.stated_date, as_far_as_it_goes=True)
        best = max(mine, key=lambda row: (row.agree, -row.differ, row.date), default=None)
        found.append({"source": source, "range": exact, "reaches": wide if wide != exact else None, "best": best})
    return found
