"""What the heat map of the archive counts: chapters through all their numbers, their rules, and what changed."""

import datetime
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Q

from rulesbase.archive.catalogue import Catalogue
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.lineage.traversal import english, kinships
from rulesbase.models import Change, Entry

# Keys beside those of chapters: all rules together, the glossary, and a number that no chapter has.
ALL, TERMS, _NONE = 0, -1, -2
_REWORDED = (Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)


class Stand(NamedTuple):
    """A chapter in one version: its place among the versions, its number and heading."""

    at: int
    number: str
    heading: str


class _Event(NamedTuple):
    """Something that counts: the version as its place, the Rule, its chapter, and whether its own words changed."""

    at: int
    rule: int
    chapter: int
    removed: bool
    words: bool


class Counts:
    """All complete English versions counted. A chapter is known by the key of its Rule, whatever its number."""

    def __init__(self, versions: Catalogue) -> None:
        self.versions, self.all = versions, english(versions)
        self.dates = [version.date for version in self.all]
        latest = versions.latest
        self.now = latest if latest in self.all else self.all[-1]
        self.order = {version.main.pk: at for at, version in enumerate(self.all)}
        self.here = self.order[self.now.main.pk]

    @cached_property
    def _sizes(self) -> list[tuple[int, int, int]]:
        """The version as its place, a chapter of it as a number, and its entries with its own. One query.

        Read from an index alone, which does not know the kinds of entries.
        """
        rows = Entry.objects.filter(edition__in=self.order, chapter__gt=0).order_by().values_list("edition", "chapter")
        return [(self.order[edition or 0], chapter, count) for edition, chapter, count in rows.annotate(Count("pk"))]

    @cached_property
    def _headings(self) -> list[tuple[int, str, int | None, str]]:
        """The version as its place, number, Rule and heading of all sections and chapters, oldest first. One query.

        Asked for by their numbers: nothing else tells a database where they are.
        """
        numbers = {str(chapter) for _, chapter, _ in self._sizes}
        kinds = (Entry.Kind.SECTION, Entry.Kind.CHAPTER)
        rows = Entry.objects.filter(
            edition__in=self.order, number__in=numbers | {number[0] for number in numbers}, kind__in=kinds
        )
        found = rows.values_list("edition", "number", "rule", "wording__heading")
        return sorted((self.order[edition or 0], number, rule, heading) for edition, number, rule, heading in found)

    @cached_property
    def stands(self) -> dict[int, list[Stand]]:
        """Chapter -> where it stood in each version that has it, oldest first."""
        found: defaultdict[int, list[Stand]] = defaultdict(list)
        for at, number, rule, heading in self._headings:
            if rule and len(number) == 3:
                found[rule].append(Stand(at, number, heading))
        if with_terms := [at for at, version in enumerate(self.all) if version.main.terms]:
            found[TERMS] = [Stand(at, GLOSSARY, "") for at in with_terms]
        return dict(found)

    @cached_property
    def titles(self) -> dict[str, str]:
        """Section -> its newest heading."""
        return {number: heading for _, number, _, heading in self._headings if len(number) == 1}

    @cached_property
    def totals(self) -> Counter[tuple[int, int]]:
        """(version as its place, chapter) -> its rules, or its terms; terms are not among all rules."""
        headed = {(at, number) for at, number, _, _ in self._headings}
        totals: Counter[tuple[int, int]] = Counter()
        for at, chapter, count in self._sizes:
            for key in _with_all(self._key(at, chapter)):
                totals[at, key] += count - ((at, str(chapter)) in headed)
        return totals

    @cached_property
    def _key_at(self) -> dict[tuple[int, int], int]:
        return {(one.at, int(one.number)): key for key, stands in self.stands.items() if key != TERMS for one in stands}

    def _key(self, at: int, chapter: int) -> int:
        """The chapter that has a number in a version."""
        return TERMS if chapter == Entry.TERMS else self._key_at.get((at, chapter), _NONE)

    @cached_property
    def _events(self) -> tuple[_Event, ...]:
        """What was new, reworded (its examples too) or removed, oldest first. One query."""
        known = {date: at for at, date in enumerate(self.dates)}
        which = Q(kind__in=(Change.Kind.ADDED, Change.Kind.REMOVED)) | Q(weight__in=_REWORDED)
        rows = Change.objects.filter(which, item__in=("rule", "glossary")).order_by("version__date")
        fields = ("version__date", "rule", "item", "kind", "weight", "old_number", "new_number")
        found = []
        for date, rule, item, kind, weight, old, new in rows.values_list(*fields):
            at, removed = known.get(date), kind == Change.Kind.REMOVED
            if at is not None:
                chapter = self._key(at - removed, int((old if removed else new)[:3])) if item == "rule" else TERMS
                found.append(_Event(at, rule, chapter, removed, weight != Change.Weight.EXAMPLE))
        return tuple(found)

    def churn(self) -> dict[int, dict[int, tuple[int, int]]]:
        """Chapter -> year -> how many of its rules were new or reworded in that year, and how many removed."""
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
        """(version as its place, chapter) -> the days since which the words of its rules stood then, oldest first.

        Two queries whatever the number of versions.
        """
        reworded: defaultdict[int, list[int]] = defaultdict(list)
        for one in self._events:
            if one.words and not one.removed:
                reworded[one.rule].append(one.at)
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
        """Rule -> the version (as its place) at which it was cut out of another Rule, and which."""
        known: Mapping[datetime.date, int] = {date: at for at, date in enumerate(self.dates)}
        splits = (kin for kin in kinships(self.versions.stamp) if kin.kind == "split" and kin.date in known)
        return {kin.new: (known[kin.date], kin.old) for kin in splits}


def _with_all(key: int) -> Iterable[int]:
    return (key,) if key == TERMS else (key, ALL)


def _since(rule: int, until: int, reworded: Mapping[int, Sequence[int]], cut: Mapping[int, tuple[int, int]]) -> int:
    """Since which version the words of a Rule stand. Those of a part that was cut out are as old as the whole's."""
    while True:
        days = reworded.get(rule, ())
        if before := bisect_right(days, until):
            return days[before - 1]
        at, whole = cut.get(rule, (0, 0))
        if not 0 < at <= until:
            return 0
        rule, until = whole, at - 1
