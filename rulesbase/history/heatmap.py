"""The heat map of the archive: changes of each chapter per year, and the age of its texts at the end of each year."""

import datetime
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.version_runs import runs
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.text.numbers import sort_key
from rulesbase.history.heatmap_counts import ALL, ChapterPosition, Counts
from rulesbase.models import Rule


class Year(NamedTuple):
    """A column; ``last`` is its last version, None in a year without one.

    ``before`` is the version to compare with: the last of an earlier year, or the first of all; else None.
    """

    year: int
    before: CatalogueVersion | None
    last: CatalogueVersion | None


class ChurnCell(NamedTuple):
    """The changes of a chapter in a year, with its number and the number of its rules at the end.

    ``changed`` counts rules added or reworded, even if removed later in the year.
    """

    year: int
    changed: int
    of: int
    number: str
    removed: int

    @property
    def share(self) -> float:
        """Return the share, 0 to 1. Rules added and removed within the year could exceed the total."""
        return min(1.0, self.changed / self.of) if self.of else 0.0


class AgeCell(NamedTuple):
    """The age of a chapter at the end of a year: half of its rules were unchanged since ``since`` or longer."""

    year: int
    number: str
    rules: int
    since: datetime.date
    day: datetime.date

    @property
    def years(self) -> float:
        """Return the age in years."""
        return (self.day - self.since).days / 365.25


class Band(NamedTuple):
    """A row: a chapter, the glossary, or all rules together (no number).

    ``spans`` are the first and last years of consecutive versions that had it. ``gone`` is the date of the last version
    that had it, None if it exists. ``rules`` counts those of today, ``ages`` counts them by the year of their text.
    """

    rule: str
    number: str
    heading: str
    spans: tuple[tuple[int, int], ...]
    gone: datetime.date | None
    rules: int
    churn: tuple[ChurnCell, ...]
    age_cells: tuple[AgeCell, ...]
    ages: tuple[tuple[int, int], ...]

    @property
    def changed(self) -> int:
        """Return the number of rules added or reworded, summed over the years."""
        return sum(cell.changed for cell in self.churn)

    @property
    def median(self) -> int:
        """Return the median year of the texts of today."""
        return self.age_cells[-1].since.year if self.age_cells else 0


class SectionBands(NamedTuple):
    """The chapters of a section, removed ones last; the glossary is one too."""

    number: str
    heading: str
    bands: tuple[Band, ...]


class HeatMap(NamedTuple):
    """The heat map; ``now`` is the version whose texts have the ages."""

    years: tuple[Year, ...]
    whole: Band
    sections: tuple[SectionBands, ...]
    now: CatalogueVersion


def heat_map(versions: Catalogue, *, ages: bool = True) -> HeatMap | None:
    """Count the changes of all versions. Six queries; None without a complete English text.

    Without ``ages`` only the ages of the current version are computed, which is much faster.
    """
    if not versions.complete:
        return None
    counts = Counts(versions)
    years = _years(counts.all)
    builder = _BandBuilder(counts, years if ages else ())
    bands = sorted(map(builder.band, counts.positions), key=_in_order)
    sections = (
        SectionBands(number, counts.titles.get(number, ""), tuple(group)) for number, group in groupby(bands, _section)
    )
    return HeatMap(years, builder.band(ALL), tuple(sections), counts.now)


class _BandBuilder:
    """Builds the rows of chapters from the counts."""

    def __init__(self, counts: Counts, years: Sequence[Year]) -> None:
        self.counts, self.churn = counts, counts.churn()
        self.names = dict(Rule.objects.filter(pk__in=counts.positions).values_list("pk", "public_id"))
        until_now = [year.last for year in years if year.last and year.last.date <= counts.now.date]
        self.ends = sorted({*(counts.at[last.date] for last in until_now), counts.here})
        self.since = counts.since(self.ends)

    def band(self, key: int) -> Band:
        """Return the row of a chapter, of the glossary or of all rules."""
        dates = self.counts.dates
        positions = self.counts.positions.get(key) or [ChapterPosition(at, "", "") for at in range(len(dates))]
        last = positions[-1]
        today = self.since.get((self.counts.here, key), [])
        return Band(
            self.names.get(key, ""),
            last.number,
            last.heading,
            tuple((dates[run[0].at].year, dates[run[-1].at].year) for run in runs(positions, lambda _one: None)),
            dates[last.at] if last.at < self.counts.here else None,
            len(today),
            tuple(
                ChurnCell(year, count, *self._size(key, positions, year), removed)
                for year, (count, removed) in self.churn.get(key, {}).items()
            ),
            tuple(self._age_cells(key, {one.at: one.number for one in positions})),
            tuple(sorted(Counter(day.year for day in today).items())),
        )

    def _size(self, key: int, positions: Sequence[ChapterPosition], year: int) -> tuple[int, str]:
        """Return the rules of a chapter and its number at the end of a year, or when it was removed."""
        until = bisect_right(positions, year, key=lambda one: self.counts.dates[one.at].year)
        one = positions[max(0, until - 1)]
        return self.counts.totals[one.at, key], one.number

    def _age_cells(self, key: int, numbers: Mapping[int, str]) -> Iterable[AgeCell]:
        for at in self.ends:
            if days := self.since.get((at, key)):
                day = self.counts.dates[at]
                yield AgeCell(day.year, numbers.get(at, ""), len(days), days[(len(days) - 1) // 2], day)


def _years(all_versions: Sequence[CatalogueVersion]) -> tuple[Year, ...]:
    """Return all years from the first version to the last."""
    lasts = {version.date.year: version for version in all_versions}
    found: list[Year] = []
    before = all_versions[0]
    for year in range(all_versions[0].date.year, all_versions[-1].date.year + 1):
        last = lasts.get(year)
        found.append(Year(year, before if last and last.pk != before.pk else None, last))
        before = last or before
    return tuple(found)


def _section(band: Band) -> str:
    return band.number if band.number == GLOSSARY else band.number[0]


def _in_order(band: Band) -> tuple[str, bool, int, datetime.date]:
    """Sort by section, removed chapters last; the glossary at the end."""
    if band.number == GLOSSARY:
        return "~", False, 0, datetime.date.max
    return band.number[0], band.gone is not None, sort_key(band.number), band.gone or datetime.date.max
