"""Follow a Rule from one version to another, forward or back, through splits and merges.

If the target version does not have the Rule, follow the larger Rule: forward the one it was merged into, back the
one it was split from. Follow the parts too: forward of a split, back of a merge.
"""

import datetime
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal, NamedTuple

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.content_version import english_key
from rulesbase.engine.text.word_overlap import alike, share_within
from rulesbase.models import Change, Entry, Kinship, Rule, Wording

# A part of a reworded rule counts if it has this share of the cited words. In the lineages checked by hand, true
# successors have at least 0.38 and merely similar rules at most 0.31.
_SUBSTANTIAL = 1 / 3


class Hop(NamedTuple):
    """A change of number, a split or a merge on the path: the version of the change and the number after it."""

    version: datetime.date
    number: str
    kind: str
    confidence: float


class RuleEntry(NamedTuple):
    """A Rule's entry in one version."""

    version: datetime.date
    number: str
    rule: int
    heading: str
    text: str
    fold: int

    @property
    def words(self) -> str:
        """Its text, or the heading of a chapter."""
        return self.text or self.heading


class TraversalStart(NamedTuple):
    """The first entry of a path and the date of the target version."""

    entry: RuleEntry
    to: datetime.date

    def passes(self, date: datetime.date) -> bool:
        """Return whether the change to the version of a date lies on the path."""
        return self.entry.version < date <= self.to or self.to < date <= self.entry.version

    @property
    def forward(self) -> bool:
        """Whether the target version is later."""
        return self.entry.version < self.to


class TraversalEnd(NamedTuple):
    """The end of a path.

    ``entry`` is None if the target version does not have the Rule. ``weakest`` is the lowest confidence of the
    changes that are no hops. ``merged``: the path led into a larger Rule. ``absorbed``: that Rule took up its content,
    or one of those on the way did.
    """

    entry: RuleEntry | None
    hops: tuple[Hop, ...]
    weakest: float
    merged: bool = False
    absorbed: bool = False

    @property
    def confidence(self) -> float:
        """The product of the confidences of all hops and of the least sure rewording."""
        return math.prod((hop.confidence for hop in self.hops), start=self.weakest)


class StoredRelation(NamedTuple):
    """A stored split or merge."""

    date: datetime.date
    kind: str
    old: int
    new: int
    confidence: float


class _Edge(NamedTuple):
    """A step to a related Rule: a larger one (``whole``) or a part."""

    relation: StoredRelation
    to: int
    whole: bool


class _Step(NamedTuple):
    """A stored change of one Rule."""

    date: datetime.date
    kind: str
    old_number: str
    new_number: str
    confidence: float
    relation: str


@lru_cache(maxsize=2)
def rule_relations(_key: str) -> Sequence[StoredRelation]:
    """Return all splits and merges by date; ``_key`` is the state of the content. One query unless cached."""
    rows = Kinship.objects.order_by("version__date", "pk")
    return [StoredRelation(*row) for row in rows.values_list("version__date", "kind", "old", "new", "confidence")]


@lru_cache(maxsize=2)
def _edges(key: str) -> Mapping[tuple[int, bool], Sequence[_Edge]]:
    """Map a Rule and a direction, forward or not, to the steps by date."""
    edges: defaultdict[tuple[int, bool], list[_Edge]] = defaultdict(list)
    for relation in rule_relations(key):
        is_split = relation.kind == "split"
        edges[relation.old, True].append(_Edge(relation, relation.new, not is_split))
        edges[relation.new, False].append(_Edge(relation, relation.old, is_split))
    return edges


def related_rules(versions: Catalogue, rules: Iterable[int]) -> set[int]:
    """Return some Rules and all that splits and merges connect with them. One query unless cached."""
    edges = _edges(english_key(versions.stamp))
    found = set(rules)
    queue = list(found)
    while queue:
        rule = queue.pop()
        beside = {edge.to for forward in (True, False) for edge in edges.get((rule, forward), ())} - found
        found |= beside
        queue += beside
    return found


def entries_at(
    versions: Catalogue, field: Literal["number", "rule"], places: Collection[tuple[Any, datetime.date]]
) -> dict[tuple[Any, datetime.date], RuleEntry]:
    """Return the first entry of some numbers, or of some Rules, each in the version of its date. Two queries.

    The first one finds each number in the versions of all dates, so it reads no texts.
    """
    editions = {version.date: version.main.pk for version in versions.complete}
    dates = {editions[date]: date for _, date in places if date in editions}
    rows = Entry.objects.filter(**{f"{field}__in": {key for key, _ in places}}, edition__in=dates, rule__isnull=False)
    fields = (field, "edition", "number", "rule", "wording")
    found: dict[tuple[Any, datetime.date], tuple[str, int, int]] = {}
    for key, edition, number, rule, wording in rows.order_by("position").values_list(*fields):
        if (place := (key, dates[edition])) in places:
            found.setdefault(place, (number, rule, wording))
    texts = Wording.objects.filter(pk__in={wording for _number, _rule, wording in found.values()})
    words: dict[int, list[Any]] = {pk: row for pk, *row in texts.values_list("pk", "heading", "text", "fold")}
    return {place: RuleEntry(place[1], number, rule, *words[pk]) for place, (number, rule, pk) in found.items()}


class RuleTraversal:
    """Follow some Rules; three queries for all paths."""

    def __init__(self, versions: Catalogue, starts: Sequence[TraversalStart]) -> None:
        self._dates = versions.complete_dates
        self._edges = _edges(english_key(versions.stamp))
        rules: set[int] = set()
        places: set[tuple[int, datetime.date]] = set()
        for start in starts:
            found, relations = self._reach(start)
            rules |= found
            dates = {date for one in relations for date in (one.date, self._before(one.date))}
            places |= set(product(found, {start.to, *dates}))
        self._entries_at = entries_at(versions, "rule", places)
        self._steps: defaultdict[int, list[_Step]] = defaultdict(list)
        changes = Change.objects.filter(rule__in=rules).order_by("version__date")
        fields = ("version__date", "kind", "old_number", "new_number", "confidence", "relation")
        for rule, *step in changes.values_list("rule", *fields):
            self._steps[rule].append(_Step(*step))

    def _reach(self, start: TraversalStart) -> tuple[set[int], list[StoredRelation]]:
        """Return all Rules that the paths can reach, and the splits and merges between them."""
        rules, queue, relations = {start.entry.rule}, [start.entry.rule], []
        while queue:
            for edge in self._edges.get((queue.pop(), start.forward), ()):
                if start.passes(edge.relation.date):
                    relations.append(edge.relation)
                    if edge.to not in rules:
                        rules.add(edge.to)
                        queue.append(edge.to)
        return rules, relations

    def _before(self, date: datetime.date) -> datetime.date:
        at = bisect_left(self._dates, date)
        return self._dates[at - 1] if at else date

    def ends(self, start: TraversalStart) -> list[TraversalEnd]:
        """Return the ends of the paths: first the Rule itself or the larger one, then its substantial parts."""
        return self._follow(start, start.entry, start.entry.text, (), 1.0, {start.entry.rule})

    def _follow(
        self, start: TraversalStart, here: RuleEntry, words: str, hops: tuple[Hop, ...], weakest: float, seen: set[int]
    ) -> list[TraversalEnd]:
        """Return the ends of the paths from an entry; all parts of the text ``words`` count, "" for none."""
        edges = [
            edge
            for edge in self._edges.get((here.rule, start.forward), ())
            if start.passes(edge.relation.date)
            and (edge.relation.date > here.version if start.forward else edge.relation.date <= here.version)
            and edge.to not in seen
        ]
        there = self._entries_at.get((here.rule, start.to))
        more, least = self._hops(start, here, start.to)
        found = [TraversalEnd(there, hops + more, min(weakest, least))]
        for edge in edges if start.forward else reversed(edges):
            if edge.whole and found[0].entry:
                continue
            before, after = self._sides(start, edge)
            whole, other = self._entries_at.get((here.rule, before)), self._entries_at.get((edge.to, after))
            if other is None or not (edge.whole or self._is_part(start.entry.text, words, whole, other)):
                continue
            before_hop, least = self._hops(start, here, before)
            relation = edge.relation
            kind = "split" if relation.kind == "split" else "merged"
            hop = Hop(relation.date, other.number, kind, relation.confidence)
            path = (*hops, *before_hop, hop)
            on = "" if edge.whole else other.text
            ends = self._follow(start, other, on, path, min(weakest, least), seen | {edge.to})
            if edge.whole:
                absorbed = self._is_absorbed(here.rule, relation.date)
                found[:1] = [end._replace(merged=True, absorbed=end.absorbed or absorbed) for end in ends]
            else:
                found += [end for end in ends if end.entry]
        return found

    def _is_absorbed(self, rule: int, date: datetime.date) -> bool:
        return any(step.date == date and step.relation == Change.Relation.ABSORBED for step in self._steps[rule])

    def _sides(self, start: TraversalStart, edge: _Edge) -> tuple[datetime.date, datetime.date]:
        """Return the versions before and after a split or merge, in the direction of the path."""
        dates = self._before(edge.relation.date), edge.relation.date
        return dates if start.forward else dates[::-1]

    @staticmethod
    def _is_part(cited: str, words: str, whole: RuleEntry | None, part: RuleEntry) -> bool:
        """Return whether a part counts: all do while the cited text is unchanged, then only substantial ones."""
        untouched = whole is not None and alike(words, whole.text)
        return untouched or share_within(cited, part.text) >= _SUBSTANTIAL

    def _hops(self, start: TraversalStart, here: RuleEntry, to: datetime.date) -> tuple[tuple[Hop, ...], float]:
        """Return the hops of one Rule up to a version, and the lowest confidence of its other changes."""
        hops: list[Hop] = []
        weakest = 1.0
        between = TraversalStart(here, to)
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
    """Return the Rule with a public id, or the Rule it was merged into."""
    rule = Rule.objects.select_related("merged_into").filter(public_id=public_id).first()
    seen = set()
    while rule and rule.merged_into and rule.pk not in seen:
        seen.add(rule.pk)
        rule = rule.merged_into
    return rule
