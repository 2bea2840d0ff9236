"""Reinstated rules: join the spans of versions of a rule that was removed and added again later.

A span begins with the change "added" and ends with the change "removed". The texts and the corrections decide which
spans are one Rule, step by step in the order of dates. So the order of imports does not matter.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, itemgetter

from django.db.models import F, Value

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.core.grouping import grouped
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.reinstated import PlacedEntry, Rarity, rarity_among, returns
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.normalize import fold
from rulesbase.lineage.followed_editions import EditionItems, followed_editions
from rulesbase.lineage.move_entries import MovedRules, SpanMove, move_spans
from rulesbase.lineage.store_changes import ADDED_SURE
from rulesbase.models import Change, Correction, Edition, Entry, Kinship, Rule
from rulesbase.models.editions import ENGINE_KINDS

_EVER, _NEVER = datetime.date.min, datetime.date.max
_EVIDENCE_PREFIX = "returns after "
_MERGE = "merge"
_ADDED = Value(Change.Kind.ADDED.value)


@dataclass(eq=False)
class _Span:
    """Consecutive versions that have a Rule, from ``first`` up to before ``end``.

    ``added_by`` is the id of the change that added it, or 0. After a merge only a correction can reinstate a rule;
    a chapter can be found by its title too.
    """

    rule: int
    first: datetime.date
    end: datetime.date
    added_by: int
    merged: bool = False
    previous: "_Span | None" = None
    next: "_Span | None" = None

    @property
    def last(self) -> "_Span":
        """The last of the spans joined so far."""
        span = self
        while span.next:
            span = span.next
        return span

    def join(self, later: "_Span") -> None:
        """Join a later span to this one."""
        later.previous, self.next = self, later


def join_reinstated(moved: MovedRules, since: datetime.date, before: datetime.date = _NEVER) -> None:
    """Join rules reinstated from ``since`` up to before ``before``; other versions stay as they are."""
    spans = _find_spans()
    for of_rule in spans.values():
        for earlier, later in pairwise(of_rule):
            if not since <= later.first < before:
                earlier.join(later)
    joins = _Search(spans, since, before).join()
    _store_evidence(joins, since, before)
    _assign_rules([span for of_rule in spans.values() for span in of_rule], moved)


def _find_spans() -> dict[int, list[_Span]]:
    """Return Rule -> its spans, oldest first, for all Rules that were added, removed or merged.

    A chapter split from another one begins with that split, as it can be a reinstated chapter.
    """
    changes = Change.objects.filter(kind__in=(Change.Kind.ADDED, Change.Kind.REMOVED))
    cut = Kinship.objects.filter(kind="split", new__changes__version=F("version"), new__changes__item="heading")
    merges = Kinship.objects.filter(kind=_MERGE).values_list("old", "version__date")
    events = list(changes.values_list("rule", "version__date", "kind", "pk"))
    events += cut.values_list("new", "version__date", _ADDED, "new__changes__pk")
    events += [(rule, date, _MERGE, 0) for rule, date in merges]
    found: defaultdict[int, list[_Span]] = defaultdict(list)
    for rule, date, kind, pk in sorted(events, key=itemgetter(1, 2)):
        if kind == Change.Kind.ADDED:
            found[rule].append(_Span(rule, date, _NEVER, pk))
            continue
        if not found[rule]:
            found[rule].append(_Span(rule, _EVER, _NEVER, 0))
        found[rule][-1].end, found[rule][-1].merged = date, kind == _MERGE
    return found


class _Search:
    """Find reinstated rules, version by version."""

    def __init__(self, spans: dict[int, list[_Span]], since: datetime.date, before: datetime.date) -> None:
        self.spans = spans
        self.editions = {edition.version.date: edition for edition in followed_editions()}
        self.order = {date: at for at, date in enumerate(sorted(self.editions))}
        every = [span for of_rule in spans.values() for span in of_rule]
        self.added = grouped((span.first, span) for span in every if span.added_by and since <= span.first < before)
        last = max(self.added, default=_EVER)
        self.ended = [span for span in every if span.end < last and span.next is None]
        self.dates = list(self.order)
        beginning = [span for same_day in self.added.values() for span in same_day]
        self.texts_at_start = self._texts((span, span.first) for span in beginning)
        self.texts_at_end = self._texts((span, self._last(span)) for span in self.ended) if beginning else {}
        self.ended = [span for span in self.ended if span in self.texts_at_end and self._may_return(span)]
        in_force = Correction.objects.in_force().filter(new_date__gte=since, new_date__lt=before)
        self.corrections = [row for row in in_force.order_by("new_date", "pk") if row.verb in ("same", "apart")]

    def _may_return(self, span: _Span) -> bool:
        return not span.merged or self.texts_at_end[span].item.kind is Kind.CHAPTER

    def _last(self, span: _Span) -> datetime.date:
        """Return the last version that had it."""
        return self.dates[max(0, self.order.get(span.end, 0) - 1)]

    def _texts(self, wanted: Iterable[tuple[_Span, datetime.date]]) -> dict[_Span, PlacedEntry]:
        spans = {(self.editions[date].pk, span.rule): (span, date) for span, date in wanted if date in self.editions}
        rows = Entry.objects.filter(edition__in={at for at, _ in spans}, rule__in={rule for _, rule in spans})
        fields = ("edition", "rule", "position", "number", "kind", "wording__heading", "wording__text")
        found: dict[_Span, PlacedEntry] = {}
        for edition, rule, position, number, kind, heading, text in rows.values_list(*fields):
            if (edition, rule) in spans:
                span, date = spans[edition, rule]
                item = FoldedEntry.made(number, ENGINE_KINDS[kind], heading, text, ())
                found[span] = PlacedEntry(item, self.order[date], position)
        return self._with_titles(found)

    def _with_titles(self, found: dict[_Span, PlacedEntry]) -> dict[_Span, PlacedEntry]:
        """Mark the chapters whose title other chapters of the same version have."""
        chapters = {span: one for span, one in found.items() if one.item.kind is Kind.CHAPTER}
        dates = {self.dates[one.version] for one in chapters.values()}
        rows = Entry.objects.filter(edition__version__date__in=dates, edition__in=self.editions.values())
        titles = (
            rows.filter(kind=Entry.Kind.CHAPTER).order_by().values_list("edition__version__date", "wording__heading")
        )
        often = Counter((date, fold(heading)) for date, heading in titles)
        for span, one in chapters.items():
            found[span] = one._replace(alone=often[self.dates[one.version], one.item.heading] < 2)
        return found

    def join(self) -> dict[int, tuple[float, str]]:
        """Join spans; return change -> (confidence that it reinstates a rule, evidence)."""
        joins: dict[int, tuple[float, str]] = {}
        for date in sorted(self.added):
            starting = [span for span in self.added[date] if span in self.texts_at_start]
            starting.sort(key=lambda span: self.texts_at_start[span].position)
            apart = self._apply_corrections(date, starting, joins)
            starting = [span for span in starting if span.previous is None]
            ended = [span for span in self.ended if span.end < date and span.next is None]
            ended.sort(key=lambda span: (self.texts_at_end[span].version, self.texts_at_end[span].position))
            never = [(ended.index(a.last), starting.index(b)) for a, b in apart if b in starting and a.last in ended]
            found = returns(
                [self.texts_at_end[span] for span in ended],
                [self.texts_at_start[span] for span in starting],
                self._rarity(self.editions[date]),
                never,
            )
            for one in found:
                joins[starting[one.come].added_by] = (one.confidence, self._evidence(ended[one.gone], one.evidence))
                ended[one.gone].join(starting[one.come])
        return joins

    def _apply_corrections(
        self, date: datetime.date, starting: Sequence[_Span], joins: dict[int, tuple[float, str]]
    ) -> list[tuple[_Span, _Span]]:
        """Join the spans that corrections of this version join; return the pairs that they keep apart."""
        apart: list[tuple[_Span, _Span]] = []
        for row in self.corrections:
            if row.new_date != date:
                continue
            old, new = self._span_at(row.old_date, row.old_number), self._span_at(date, row.new_number)
            if old is None or new is None or new not in starting:
                continue
            if row.verb == "apart":
                apart.append((old, new))
            elif old.last.end < date and new.previous is None:
                joins[new.added_by] = (1.0, self._evidence(old.last, f"corrected: {row.reason}"))
                old.last.join(new)
        return apart

    def _evidence(self, ended: _Span, evidence: str) -> str:
        return f"{_EVIDENCE_PREFIX}{self._last(ended).isoformat()}, {evidence}"[:200]

    def _span_at(self, date: datetime.date, number: str) -> _Span | None:
        if date not in self.editions:
            return None
        entry = Entry.objects.filter(edition=self.editions[date], number=number).order_by("position").last()
        spans = self.spans.get(entry.rule_id or 0, []) if entry else []
        return next((span for span in reversed(spans) if span.first <= date < span.end), None)

    @staticmethod
    def _rarity(edition: Edition) -> Rarity:
        return lambda: rarity_among(EditionItems.stored(edition).items)


def _assign_rules(spans: Sequence[_Span], moved: MovedRules) -> None:
    """Give joined spans the Rule of the first one; give spans that are no longer joined a new Rule."""
    taken: set[int] = set()
    names: dict[_Span, int] = {}
    following = {span: other for span, other in pairwise(spans) if span.rule == other.rule}
    moves: list[SpanMove] = []
    for span in sorted(spans, key=attrgetter("first", "rule")):
        if span.previous:
            names[span] = names[span.previous]
        else:
            names[span] = span.rule if span.rule not in taken else Rule.objects.create().pk
            taken.add(names[span])
        if names[span] != span.rule:
            until = following[span].first if span in following else _NEVER
            moves.append(SpanMove(span.rule, span.first, until, names[span]))
    move_spans(moves, moved)


def _store_evidence(joins: dict[int, tuple[float, str]], since: datetime.date, before: datetime.date) -> None:
    """Store confidence and evidence at the changes that reinstate a rule; clear them at all others."""
    added = Change.objects.filter(kind=Change.Kind.ADDED, version__date__gte=since, version__date__lt=before)
    changed: list[Change] = []
    for change in added.filter(evidence__startswith=_EVIDENCE_PREFIX) | added.filter(pk__in=joins):
        confidence, evidence = joins.get(change.pk, (ADDED_SURE, ""))
        if (change.confidence, change.evidence) != (confidence, evidence):
            change.confidence, change.evidence = confidence, evidence
            changed.append(change)
    update_rows(changed, ["confidence", "evidence"])
