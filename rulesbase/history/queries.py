"""The history of a Rule in English: its numbers and texts by version, its changes, its splits and merges."""

import datetime
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.document_urls import visible_number
from rulesbase.core.version_runs import last_day, runs
from rulesbase.models import Change, Entry, Example, Kinship, Rule, Wording


class WordingText(NamedTuple):
    """A stored text. Texts with the same fold differ in typography only."""

    pk: int
    heading: str
    text: str
    fold: int

    @property
    def words(self) -> str:
        """Return the text, or the heading if there is no text."""
        return self.text or self.heading


class Span(NamedTuple):
    """Consecutive versions in which a Rule had one number and one text.

    ``until`` is its last day, None if the newest version is included.
    """

    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    number: str
    wording: WordingText


class ExampleRun(NamedTuple):
    """The examples of a Rule from a version until the next run; empty if it has none or is missing."""

    first: datetime.date
    texts: tuple[str, ...]


class Relative(NamedTuple):
    """A Rule related by a split or merge; ``number`` and ``heading`` are those of the related Rule then.

    ``relation`` is part (split from this one), whole (this one was split from it), taken (merged into this one) or
    taker (this one was merged into it).
    """

    version: datetime.date
    relation: str
    rule: str
    number: str
    heading: str
    confidence: float


class History(NamedTuple):
    """The complete history, oldest first. ``kind`` is that of the last entry.

    ``headings`` are the headings of terms and of sections without a number, by the slugs that the events have.
    """

    rule: Rule
    kind: int
    spans: tuple[Span, ...]
    examples: tuple[ExampleRun, ...]
    events: tuple[Change, ...]
    relatives: tuple[Relative, ...]
    headings: Mapping[str, str]

    @property
    def is_term(self) -> bool:
        """Return whether it is a glossary term."""
        return self.kind == Entry.Kind.TERM

    @property
    def last(self) -> Span:
        """Return the newest span."""
        return self.spans[-1]

    def examples_on(self, day: datetime.date) -> tuple[str, ...]:
        """Return the examples on a day."""
        at = bisect_right(self.examples, day, key=lambda run: run.first)
        return self.examples[at - 1].texts if at else ()


def history_of(versions: Catalogue, rule: Rule) -> History | None:
    """Return the history of a Rule in English; None if no complete English text has it. Seven queries at most."""
    order = versions.complete_order
    rows = Entry.objects.filter(rule=rule, edition__in=order).values_list("edition", "number", "kind", "wording", "pk")
    found = sorted((order[edition or 0], number, kind, wording, pk) for edition, number, kind, wording, pk in rows)
    if not found:
        return None
    places = [place[:4] for place in found]
    examples = _examples(versions, {pk: at for at, *_, pk in found})
    spans, events = _spans(versions, places), _events(rule)
    headings = _headings(events, set(order))
    return History(rule, places[-1][2], spans, examples, events, _relatives(versions, rule), headings)


def _spans(versions: Catalogue, places: Sequence[tuple[int, str, int, int]]) -> tuple[Span, ...]:
    dates = versions.complete_dates
    wordings = Wording.objects.filter(pk__in={wording for *_, wording in places})
    texts = {row[0]: WordingText(*row) for row in wordings.values_list("pk", "heading", "text", "fold")}
    spans = []
    for run in runs(places, itemgetter(1, 3)):
        last, number, _kind, wording = run[-1]
        spans.append(Span(dates[run[0][0]], dates[last], last_day(dates, last), number, texts[wording]))
    return tuple(spans)


def _examples(versions: Catalogue, entries: Mapping[int, int]) -> tuple[ExampleRun, ...]:
    """Return the examples of entries (key to version index) wherever they change. One query."""
    texts = Example.objects.filter(entry__in=entries).texts_by_entry()
    runs: list[ExampleRun] = []
    for entry, at in sorted(entries.items(), key=itemgetter(1)):
        now = tuple(texts.get(entry, ()))
        if now != (runs[-1].texts if runs else ()):
            runs.append(ExampleRun(versions.complete[at].date, now))
    return tuple(runs)


def _events(rule: Rule) -> tuple[Change, ...]:
    changes = tuple(Change.objects.filter(rule=rule).select_related("version").order_by("version__date"))
    for change in changes:
        # None in rows of early releases.
        change.nearest = change.nearest or []
    return changes


def _headings(events: Iterable[Change], editions: Set[int]) -> dict[str, str]:
    """Return the headings that belong to the slugs of events. One query, none without slugs."""
    numbers = {number for event in events for number in (event.old_number, event.new_number) if number}
    slugs = {number for number in numbers if not visible_number(number)}
    entries = Entry.objects.filter(number__in=slugs, edition__in=editions)
    return dict(entries.values_list("number", "wording__heading"))


def _relatives(versions: Catalogue, rule: Rule) -> tuple[Relative, ...]:
    of_rule = Kinship.objects.filter(Q(old=rule) | Q(new=rule)).select_related("version", "old", "new")
    relations = list(of_rule.order_by("version__date"))
    if not relations:
        return ()
    all_versions, dates = versions.complete, versions.complete_dates
    editions = {row.version.date: all_versions[dates.index(row.version.date)].main.pk for row in relations}
    before = {date: all_versions[max(0, dates.index(date) - 1)].main.pk for date in editions}
    others = {row.new_id if row.old_id == rule.pk else row.old_id for row in relations}
    rows = Entry.objects.filter(rule__in=others, edition__in={*editions.values(), *before.values()})
    names = {
        (of, edition): (number, heading)
        for of, edition, number, heading in rows.values_list("rule", "edition", "number", "wording__heading")
    }
    found = []
    for row in relations:
        newer = row.old_id == rule.pk
        other, date = row.new if newer else row.old, row.version.date
        relation = ("part" if newer else "whole") if row.kind == "split" else ("taker" if newer else "taken")
        there = editions if newer else before
        number, heading = names.get((other.pk, there[date]), ("", ""))
        found.append(Relative(date, relation, other.public_id, number, heading, row.confidence))
    return tuple(found)
