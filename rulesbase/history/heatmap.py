"""The heat map of the archive: changes of each chapter per year, and the age of its texts at the end of each year."""

import datetime
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Q

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.content_version import english_key
from rulesbase.core.grouping import grouped
from rulesbase.core.version_runs import runs
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.text.numbers import sort_key
from rulesbase.lineage.follow_rule import rule_relations
from rulesbase.models import Change, Entry, Rule

# Keys beside those of chapters: all rules, the glossary, and unknown chapters.
ALL, TERMS, _NONE = 0, -1, -2
_REWORDED = (Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)


class ChapterPosition(NamedTuple):
    """A chapter in one version: index of the version, number and heading."""

    at: int
    number: str
    heading: str


class _Event(NamedTuple):
    """A change that counts; ``words`` is set if its own text changed, not only an example."""

    at: int
    rule: int
    chapter: int
    removed: bool
    words: bool


class Counts:
    """Counts of all complete English versions; a chapter is identified by the key of its Rule."""

    def __init__(self, versions: Catalogue) -> None:
        self.versions, self.all = versions, versions.complete
        self.dates, self.order = versions.complete_dates, versions.complete_order
        self.at = {date: at for at, date in enumerate(self.dates)}
        latest = versions.latest
        self.now = latest if latest in self.all else self.all[-1]
        self.here = self.order[self.now.main.pk]

    @cached_property
    def _sizes(self) -> list[tuple[int, int, int]]:
        """Return (version index, chapter number, entries including its own heading). One query.

        Reads from an index alone, which has no kinds of entries.
        """
        rows = Entry.objects.filter(edition__in=self.order, chapter__gt=0).order_by().values_list("edition", "chapter")
        return [(self.order[edition or 0], chapter, count) for edition, chapter, count in rows.annotate(Count("pk"))]

    @cached_property
    def _headings(self) -> list[tuple[int, str, int | None, str]]:
        """Return (version index, number, Rule, heading) of sections and chapters, oldest first. One query.

        Queries by number, because the kind of an entry is not indexed.
        """
        numbers = {str(chapter) for _, chapter, _ in self._sizes}
        kinds = (Entry.Kind.SECTION, Entry.Kind.CHAPTER)
        rows = Entry.objects.filter(
            edition__in=self.order, number__in=numbers | {number[0] for number in numbers}, kind__in=kinds
        )
        found = rows.values_list("edition", "number", "rule", "wording__heading")
        return sorted((self.order[edition or 0], number, rule, heading) for edition, number, rule, heading in found)

    @cached_property
    def positions(self) -> dict[int, list[ChapterPosition]]:
        """Map a chapter to its positions, oldest first."""
        chapters = (row for row in self._headings if len(row[1]) == 3)
        found = grouped((rule, ChapterPosition(at, number, heading)) for at, number, rule, heading in chapters if rule)
        if with_terms := [at for at, version in enumerate(self.all) if version.main.terms]:
            found[TERMS] = [ChapterPosition(at, GLOSSARY, "") for at in with_terms]
        return dict(found)

    @cached_property
    def titles(self) -> dict[str, str]:
        """Map a section to its newest heading."""
        return {number: heading for _, number, _, heading in self._headings if len(number) == 1}

    @cached_property
    def totals(self) -> Counter[tuple[int, int]]:
        """Count the rules or terms per (version index, chapter); terms are not among all rules."""
        headed = {(at, number) for at, number, _, _ in self._headings}
        totals: Counter[tuple[int, int]] = Counter()
        for at, chapter, count in self._sizes:
            for key in _with_all(self._key(at, chapter)):
                totals[at, key] += count - ((at, str(chapter)) in headed)
        return totals

    @cached_property
    def _key_at(self) -> dict[tuple[int, int], int]:
        return {
            (one.at, int(one.number)): key
            for key, positions in self.positions.items()
            if key != TERMS
            for one in positions
        }

    def _key(self, at: int, chapter: int) -> int:
        """Return the chapter that has a number in a version."""
        return TERMS if chapter == Entry.TERMS else self._key_at.get((at, chapter), _NONE)

    @cached_property
    def _events(self) -> tuple[_Event, ...]:
        """Return the entries added, reworded (examples included) or removed, oldest first. One query."""
        which = Q(kind__in=(Change.Kind.ADDED, Change.Kind.REMOVED)) | Q(weight__in=_REWORDED)
        rows = Change.objects.filter(which, item__in=("rule", "glossary")).order_by("version__date")
        fields = ("version__date", "rule", "item", "kind", "weight", "old_number", "new_number")
        found = []
        for date, rule, item, kind, weight, old, new in rows.values_list(*fields):
            at, removed = self.at.get(date), kind == Change.Kind.REMOVED
            if at is not None:
                chapter = self._key(at - removed, int((old if removed else new)[:3])) if item == "rule" else TERMS
                found.append(_Event(at, rule, chapter, removed, weight != Change.Weight.EXAMPLE))
        return tuple(found)

    def churn(self) -> dict[int, dict[int, tuple[int, int]]]:
        """Map chapter and year to the numbers of rules (added or reworded, removed)."""
        words: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        removed: Counter[tuple[int, int]] = Counter()
        for one in self._events:
            year = self.dates[one.at].year
            for key in _with_all(one.chapter):
                if one.removed:
                    removed[key, year] += 1
                else:
                    words[key, year].add(one.rule)
        found: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
        for key, year in sorted({*words, *removed}):
            found[key][year] = len(words[key, year]), removed[key, year]
        return found

    def since(self, versions: Collection[int]) -> dict[tuple[int, int], list[datetime.date]]:
        """Map (version index, chapter) to the dates of the texts of its rules, oldest first.

        Two queries whatever the number of versions.
        """
        reworded = grouped((one.rule, one.at) for one in self._events if one.words and not one.removed)
        cut = self._cut_out()
        editions = [self.all[at].main.pk for at in versions]
        rows = Entry.objects.filter(edition__in=editions, rule__isnull=False, kind__gte=Entry.Kind.RULE)
        found: defaultdict[tuple[int, int], list[datetime.date]] = defaultdict(list)
        for edition, rule, chapter in rows.values_list("edition", "rule", "chapter"):
            at = self.order[edition or 0]
            day = self.dates[_since(rule or 0, at, reworded, cut)]
            for key in _with_all(self._key(at, chapter)):
                found[at, key].append(day)
        for days in found.values():
            days.sort()
        return found

    def _cut_out(self) -> dict[int, tuple[int, int]]:
        """Map a Rule to the version index of the split that made it, and the Rule it was split from."""
        return {
            relation.new: (self.at[relation.date], relation.old)
            for relation in rule_relations(english_key(self.versions.stamp))
            if relation.kind == "split" and relation.date in self.at
        }


def _with_all(key: int) -> Iterable[int]:
    return (key,) if key == TERMS else (key, ALL)


def _since(rule: int, until: int, reworded: Mapping[int, Sequence[int]], cut: Mapping[int, tuple[int, int]]) -> int:
    """Return the version index of the text of a Rule. A part of a split is as old as the text it was split from."""
    while True:
        days = reworded.get(rule, ())
        if before := bisect_right(days, until):
            return days[before - 1]
        at, whole = cut.get(rule, (0, 0))
        if not 0 < at <= until:
            return 0
        rule, until = whole, at - 1


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
