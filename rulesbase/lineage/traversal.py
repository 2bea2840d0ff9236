"""Following a Rule from one version to another, forward or back, with its kin: the ways, and the steps on them.

Where a Rule does not live in the wanted version, the way leads into the Rule that took it in (forward: by a merge;
back: the one it was cut from). Where it was cut on the way (back: put together), the parts are ways as well.
"""

import datetime
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.content_version import english_key
from rulesbase.engine.text.overlap import alike, share_within
from rulesbase.models import Change, Entry, Kinship, Rule

# A part of a rule that had other words when it was cited is named if it has this share of the cited words. On the
# lineages made by hand, heirs of distant versions have 0.38 and more of them, what is only near has 0.31 and less.
_SUBSTANTIAL = 1 / 3


class Hop(NamedTuple):
    """A change of number, a split or a merge on the way: the version that brought it, the number beyond it."""

    version: datetime.date
    number: str
    kind: str
    confidence: float


class Standing(NamedTuple):
    """A Rule's entry in one version."""

    version: datetime.date
    number: str
    rule: int
    heading: str
    text: str
    fold: int

    @property
    def words(self) -> str:
        """What it says: its text, or the heading of a chapter."""
        return self.text or self.heading


class Start(NamedTuple):
    """Where a way begins and to which version it leads."""

    standing: Standing
    to: datetime.date

    def passes(self, date: datetime.date) -> bool:
        """Whether what happened with the version of a date happened on the way."""
        return self.standing.version < date <= self.to or self.to < date <= self.standing.version

    @property
    def forward(self) -> bool:
        """Whether the way leads to a later version."""
        return self.standing.version < self.to


class End(NamedTuple):
    """Where a way ended.

    ``standing`` is None where the Rule does not live; ``weakest`` is the confidence of the least sure change that
    is no hop; ``taken_in`` tells that the way led into a larger Rule.
    """

    standing: Standing | None
    hops: tuple[Hop, ...]
    weakest: float
    taken_in: bool

    @property
    def confidence(self) -> float:
        """That all hops are right, and the least sure of the rewordings between."""
        return math.prod((hop.confidence for hop in self.hops), start=self.weakest)


class Kin(NamedTuple):
    """A split or a merge as it is stored."""

    date: datetime.date
    kind: str
    old: int
    new: int
    confidence: float


class _Edge(NamedTuple):
    """From a Rule to a kin in the direction of the way: one that takes it in, or a part of it."""

    kin: Kin
    to: int
    whole: bool


class _Step(NamedTuple):
    """A change of one Rule as it is stored."""

    date: datetime.date
    kind: str
    old_number: str
    new_number: str
    confidence: float


def english(versions: Catalogue) -> list[CatalogueVersion]:
    """The versions that have a complete English text, by date: Rules are followed through these."""
    return [version for version in versions.all if (text := version.text_in(DEFAULT_LANGUAGE)) and text.complete]


def kinships(stamp: str) -> Sequence[Kin]:
    """All splits and merges, by date. One query after more than translations changed."""
    return _kinships(english_key(stamp))


@lru_cache(maxsize=2)
def _kinships(key: str) -> Sequence[Kin]:
    del key  # only the key
    rows = Kinship.objects.order_by("version__date", "pk")
    return [Kin(*row) for row in rows.values_list("version__date", "kind", "old", "new", "confidence")]


class Descent:
    """Follows some Rules; reads in two queries what all of their ways need."""

    def __init__(self, versions: Catalogue, starts: Sequence[Start]) -> None:
        self._editions = {version.date: version.main.pk for version in english(versions)}
        self._dates = list(self._editions)
        self._edges: defaultdict[tuple[int, bool], list[_Edge]] = defaultdict(list)
        for kin in kinships(versions.stamp):
            is_split = kin.kind == "split"
            self._edges[kin.old, True].append(_Edge(kin, kin.new, not is_split))
            self._edges[kin.new, False].append(_Edge(kin, kin.old, is_split))
        self._standings: dict[tuple[datetime.date, int], Standing] = {}
        self._steps: defaultdict[int, list[_Step]] = defaultdict(list)
        self._read(starts)

    def _read(self, starts: Sequence[Start]) -> None:
        rules: set[int] = set()
        near: set[int] = set()
        dates: set[datetime.date] = set()
        for start in starts:
            found, kin = self._reach(start)
            rules |= found
            if kin:
                near |= found
                dates |= {date for one in kin for date in (one.date, self._before(one.date))}
        ends = {self._editions[start.to] for start in starts}
        which = Q(rule__in=rules, edition__in=ends)
        if near:
            which |= Q(rule__in=near, edition__in={self._editions[date] for date in dates if date in self._editions})
        rows = Entry.objects.filter(which).values_list(
            "edition__version__date", "number", "rule", "wording__heading", "wording__text", "wording__fold"
        )
        for date, number, rule, heading, text, fold in rows:
            self._standings[date, rule or 0] = Standing(date, number, rule or 0, heading, text, fold)
        changes = Change.objects.filter(rule__in=rules).order_by("version__date")
        fields = ("version__date", "kind", "old_number", "new_number", "confidence")
        for rule, *step in changes.values_list("rule", *fields):
            self._steps[rule].append(_Step(*step))

    def _reach(self, start: Start) -> tuple[set[int], list[Kin]]:
        """All Rules that a way may touch, and the splits and merges between them."""
        rules, queue, kin = {start.standing.rule}, [start.standing.rule], []
        while queue:
            for edge in self._edges.get((queue.pop(), start.forward), ()):
                if start.passes(edge.kin.date):
                    kin.append(edge.kin)
                    if edge.to not in rules:
                        rules.add(edge.to)
                        queue.append(edge.to)
        return rules, kin

    def _before(self, date: datetime.date) -> datetime.date:
        at = bisect_left(self._dates, date)
        return self._dates[at - 1] if at else date

    def ends(self, start: Start) -> list[End]:
        """Where the ways end: the Rule itself or what took it in first, then its substantial parts that live."""
        return self._follow(start, start.standing, start.standing.text, (), 1.0, {start.standing.rule})

    def _follow(
        self, start: Start, here: Standing, words: str, hops: tuple[Hop, ...], weakest: float, seen: set[int]
    ) -> list[End]:
        """The ways from a place on the way; ``words`` is the text all of whose parts count, empty for none."""
        edges = [
            edge
            for edge in self._edges.get((here.rule, start.forward), ())
            if start.passes(edge.kin.date)
            and (edge.kin.date > here.version if start.forward else edge.kin.date <= here.version)
            and edge.to not in seen
        ]
        there = self._standings.get((start.to, here.rule))
        more, least = self._walked(start, here, start.to)
        found = [End(there, hops + more, min(weakest, least), False)]
        for edge in edges if start.forward else reversed(edges):
            if edge.whole and found[0].standing:
                continue
            before, after = self._sides(start, edge)
            whole, kin = self._standings.get((before, here.rule)), self._standings.get((after, edge.to))
            if kin is None or not (edge.whole or self._is_part(start.standing.text, words, whole, kin)):
                continue
            walked, least = self._walked(start, here, before)
            hop = Hop(edge.kin.date, kin.number, "split" if edge.kin.kind == "split" else "merged", edge.kin.confidence)
            path = (*hops, *walked, hop)
            on = "" if edge.whole else kin.text
            ends = self._follow(start, kin, on, path, min(weakest, least), seen | {edge.to})
            if edge.whole:
                found[:1] = [end._replace(taken_in=True) for end in ends]
            else:
                found += [end for end in ends if end.standing]
        return found

    def _sides(self, start: Start, edge: _Edge) -> tuple[datetime.date, datetime.date]:
        """The versions on this side of a split or merge and beyond it, as the way goes."""
        dates = self._before(edge.kin.date), edge.kin.date
        return dates if start.forward else dates[::-1]

    @staticmethod
    def _is_part(cited: str, words: str, whole: Standing | None, part: Standing) -> bool:
        """All parts of the cited text count while it stood unchanged, later only the substantial ones."""
        untouched = whole is not None and alike(words, whole.text)
        return untouched or share_within(cited, part.text) >= _SUBSTANTIAL

    def _walked(self, start: Start, here: Standing, to: datetime.date) -> tuple[tuple[Hop, ...], float]:
        """The hops of one Rule from a place to a version, and the least confidence of its other changes."""
        hops: list[Hop] = []
        weakest = 1.0
        between = Start(here, to)
        steps: Iterable[_Step] = self._steps[here.rule]
        for step in steps if start.forward else reversed(list(steps)):
            if not between.passes(step.date):
                continue
            ahead, behind = step.new_number, step.old_number
            if not start.forward:
                ahead, behind = behind, ahead
            gone = step.kind == ("removed" if start.forward else "added")
            if gone or step.kind in ("split", "merged") or ahead != behind:
                hops.append(Hop(step.date, behind if gone else ahead, step.kind, step.confidence))
            else:
                weakest = min(weakest, step.confidence)
        return tuple(hops), weakest


def rule_named(public_id: str) -> Rule | None:
    """The Rule with an id; where it was joined with others, the one that stayed."""
    rule = Rule.objects.select_related("merged_into").filter(public_id=public_id).first()
    seen = set()
    while rule and rule.merged_into and rule.pk not in seen:
        seen.add(rule.pk)
        rule = rule.merged_into
    return rule
