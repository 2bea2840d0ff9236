"""The archive as a heat map: for every chapter through all its numbers, how much changed in each year, and how old
its words were at its end. Data for a picture and its table."""

import datetime
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.text.numbers import sort_key
from rulesbase.history.heatmap_counts import ALL, Counts, Stand
from rulesbase.lineage.traversal import english
from rulesbase.models import Rule


class Year(NamedTuple):
    """A column. ``last`` is its last version, None in a year without one; ``before`` is what that is compared with:
    the last version of an earlier year, or the first of all; None where there is no earlier one."""

    year: int
    before: CatalogueVersion | None
    last: CatalogueVersion | None


class Cell(NamedTuple):
    """The change of a chapter in a year: how many rules were new or reworded, whatever became of them later in that
    year, and how many were removed; how many there were at its end, and the number that it had."""

    year: int
    changed: int
    of: int
    number: str
    removed: int

    @property
    def share(self) -> float:
        """The share, 0 to 1; rules that came and went within the year can be more than there were at its end."""
        return min(1.0, self.changed / self.of) if self.of else 0.0


class Stood(NamedTuple):
    """The age of a chapter at the end of a year: half of its rules had had their words since a day, or longer."""

    year: int
    number: str
    rules: int
    since: datetime.date
    day: datetime.date

    @property
    def years(self) -> float:
        """How many years that was."""
        return (self.day - self.since).days / 365.25


class Band(NamedTuple):
    """A row: a chapter, the glossary, or all rules together (no number).

    ``spans`` are the years, first and last, of the versions in a row that had it: more than one if it came back.
    ``gone`` is the date of the last version that had it, None while it is there. ``rules`` counts those of today,
    ``ages`` by the year since which their words stand.
    """

    rule: str
    number: str
    heading: str
    spans: tuple[tuple[int, int], ...]
    gone: datetime.date | None
    rules: int
    churn: tuple[Cell, ...]
    stood: tuple[Stood, ...]
    ages: tuple[tuple[int, int], ...]

    @property
    def changed(self) -> int:
        """How many rules were new or reworded, year by year, in all."""
        return sum(cell.changed for cell in self.churn)

    @property
    def median(self) -> int:
        """The year since which, or longer, half of its rules of today have stood."""
        return self.stood[-1].since.year if self.stood else 0


class Section(NamedTuple):
    """The chapters of a section, those that are gone behind the others; the glossary is one too."""

    number: str
    heading: str
    bands: tuple[Band, ...]


class HeatMap(NamedTuple):
    """The whole picture. ``now`` is the version whose words have the ages."""

    years: tuple[Year, ...]
    whole: Band
    sections: tuple[Section, ...]
    now: CatalogueVersion


def heat_map(versions: Catalogue, *, ages: bool = True) -> HeatMap | None:
    """Count the archive. Six queries whatever its size; None where there is no complete English text.

    Without ``ages`` the rows tell how old the words are of the version of today alone, which is much quicker.
    """
    if not english(versions):
        return None
    counts = Counts(versions)
    years = _years(counts.all)
    names = dict(Rule.objects.filter(pk__in=counts.stands).values_list("pk", "public_id"))
    churn, lane = counts.churn(), _Lanes(counts, years if ages else ())
    bands = sorted((lane.band(key, rule=names.get(key, ""), churn=churn) for key in counts.stands), key=_in_order)
    sections = (
        Section(number, counts.titles.get(number, ""), tuple(group)) for number, group in groupby(bands, _section)
    )
    return HeatMap(years, lane.band(ALL, rule="", churn=churn), tuple(sections), counts.now)


class _Lanes:
    """Chapters on their way through the versions."""

    def __init__(self, counts: Counts, years: Sequence[Year]) -> None:
        self.counts = counts
        place = {version.date: at for at, version in enumerate(counts.all)}
        until_now = [year.last for year in years if year.last and year.last.date <= counts.now.date]
        self.ends = sorted({*(place[last.date] for last in until_now), counts.here})
        self.since = counts.since(self.ends)

    def band(self, key: int, rule: str, churn: Mapping[int, Mapping[int, tuple[int, int]]]) -> Band:
        dates = self.counts.dates
        stands = self.counts.stands.get(key) or [Stand(at, "", "") for at in range(len(dates))]
        last = stands[-1]
        today = self.since.get((self.counts.here, key), [])
        return Band(
            rule,
            last.number,
            last.heading,
            tuple(self._spans(stands)),
            dates[last.at] if last.at < self.counts.here else None,
            len(today),
            tuple(
                Cell(year, count, *self._size(key, stands, year), removed)
                for year, (count, removed) in churn.get(key, {}).items()
            ),
            tuple(self._stood(key, {one.at: one.number for one in stands})),
            tuple(sorted(Counter(day.year for day in today).items())),
        )

    def _spans(self, stands: Sequence[Stand]) -> Iterable[tuple[int, int]]:
        for _, run in groupby(enumerate(stands), lambda one: one[1].at - one[0]):
            ats = [stand.at for _, stand in run]
            yield self.counts.dates[ats[0]].year, self.counts.dates[ats[-1]].year

    def _size(self, key: int, stands: Sequence[Stand], year: int) -> tuple[int, str]:
        """How many rules a chapter had at the end of a year, or when it ended, and its number then."""
        until = bisect_right(stands, year, key=lambda one: self.counts.dates[one.at].year)
        one = stands[max(0, until - 1)]
        return self.counts.totals[one.at, key], one.number

    def _stood(self, key: int, numbers: Mapping[int, str]) -> Iterable[Stood]:
        for at in self.ends:
            if days := self.since.get((at, key)):
                day = self.counts.dates[at]
                yield Stood(day.year, numbers.get(at, ""), len(days), days[(len(days) - 1) // 2], day)


def _years(all_versions: Sequence[CatalogueVersion]) -> tuple[Year, ...]:
    """All years from the first version to the last."""
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
    """By section, what is gone behind the rest; the glossary last."""
    if band.number == GLOSSARY:
        return "~", False, 0, datetime.date.max
    return band.number[0], band.gone is not None, sort_key(band.number), band.gone or datetime.date.max
