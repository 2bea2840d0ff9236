"""The life of a Rule in English: under which number and with which words it stood when, what changed, its kin."""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import Catalogue
from rulesbase.lineage.traversal import english
from rulesbase.models import Change, Entry, Example, Kinship, Rule, Wording


class Said(NamedTuple):
    """A wording. Those with the same fold differ in typography only."""

    pk: int
    heading: str
    text: str
    fold: int

    @property
    def words(self) -> str:
        """The text, or the heading of what has no other text."""
        return self.text or self.heading


class Span(NamedTuple):
    """Versions in a row in which a Rule had one number and one wording, first and last.

    ``until`` is its last day, None where the newest version is among them.
    """

    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    number: str
    said: Said


class Run(NamedTuple):
    """The examples of a Rule from a version on, until the next run; none where it has none, or is not there."""

    first: datetime.date
    texts: tuple[str, ...]


class Event(NamedTuple):
    """A change as it is stored."""

    version: datetime.date
    kind: str
    weight: str
    old_number: str
    new_number: str
    confidence: float
    evidence: str


class Relative(NamedTuple):
    """Another Rule of which this one was cut or with which it became one; ``number`` is the other's at that time.

    ``bond`` is part (it came out of this one), whole (this one came out of it), taken (it went into this one) or
    taker (this one went into it).
    """

    version: datetime.date
    bond: str
    rule: str
    number: str
    confidence: float


class History(NamedTuple):
    """A whole life, oldest first. ``kind`` is that of its last entry."""

    rule: Rule
    kind: int
    spans: tuple[Span, ...]
    examples: tuple[Run, ...]
    events: tuple[Event, ...]
    relatives: tuple[Relative, ...]

    @property
    def is_term(self) -> bool:
        """Whether it is a term of the glossary."""
        return self.kind == Entry.Kind.TERM

    @property
    def last(self) -> Span:
        """Its newest span."""
        return self.spans[-1]

    def examples_on(self, day: datetime.date) -> tuple[str, ...]:
        """The examples that stood with it on a day."""
        at = bisect_right(self.examples, day, key=lambda run: run.first)
        return self.examples[at - 1].texts if at else ()


def history_of(versions: Catalogue, rule: Rule) -> History | None:
    """All that the archive knows of a Rule in English; None where no complete English text has it. Six queries."""
    order = {version.main.pk: at for at, version in enumerate(english(versions))}
    rows = Entry.objects.filter(rule=rule, edition__in=order).values_list("edition", "number", "kind", "wording", "pk")
    found = sorted((order[edition or 0], number, kind, wording, pk) for edition, number, kind, wording, pk in rows)
    if not found:
        return None
    places = [place[:4] for place in found]
    examples = _examples(versions, {pk: at for at, *_, pk in found})
    return History(rule, places[-1][2], _spans(versions, places), examples, _events(rule), _relatives(versions, rule))


def _spans(versions: Catalogue, places: Sequence[tuple[int, str, int, int]]) -> tuple[Span, ...]:
    all_versions = english(versions)
    wordings = Wording.objects.filter(pk__in={wording for *_, wording in places})
    said = {row[0]: Said(*row) for row in wordings.values_list("pk", "heading", "text", "fold")}
    spans = []
    for (_, number, wording), run in groupby(enumerate(places), lambda item: (item[1][0] - item[0], *item[1][1::2])):
        at = [place for _, (place, *_) in run]
        after = at[-1] + 1
        until = all_versions[after].date - datetime.timedelta(days=1) if after < len(all_versions) else None
        spans.append(Span(all_versions[at[0]].date, all_versions[at[-1]].date, until, str(number), said[int(wording)]))
    return tuple(spans)


def _examples(versions: Catalogue, entries: Mapping[int, int]) -> tuple[Run, ...]:
    """The examples of entries, each with its version as a place, wherever they are others than before. One query."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    rows = Example.objects.filter(entry__in=entries).order_by("position").values_list("entry", "wording__text")
    for entry, text in rows:
        texts[entries[entry]].append(text)
    runs: list[Run] = []
    for at in sorted(entries.values()):
        now = tuple(texts.get(at, ()))
        if now != (runs[-1].texts if runs else ()):
            runs.append(Run(english(versions)[at].date, now))
    return tuple(runs)


def _events(rule: Rule) -> tuple[Event, ...]:
    fields = ("version__date", "kind", "weight", "old_number", "new_number", "confidence", "evidence")
    changes = Change.objects.filter(rule=rule).order_by("version__date").values_list(*fields)
    return tuple(Event(*row) for row in changes)


def _relatives(versions: Catalogue, rule: Rule) -> tuple[Relative, ...]:
    kin = list(
        Kinship.objects.filter(Q(old=rule) | Q(new=rule))
        .select_related("version", "old", "new")
        .order_by("version__date")
    )
    if not kin:
        return ()
    all_versions = english(versions)
    dates = [version.date for version in all_versions]
    editions = {row.version.date: all_versions[dates.index(row.version.date)].main.pk for row in kin}
    before = {date: all_versions[max(0, dates.index(date) - 1)].main.pk for date in editions}
    others = {row.new_id if row.old_id == rule.pk else row.old_id for row in kin}
    rows = Entry.objects.filter(rule__in=others, edition__in={*editions.values(), *before.values()})
    numbers = {(of, edition): number for of, edition, number in rows.values_list("rule", "edition", "number")}
    found = []
    for row in kin:
        newer = row.old_id == rule.pk
        other, date = row.new if newer else row.old, row.version.date
        bond = ("part" if newer else "whole") if row.kind == "split" else ("taker" if newer else "taken")
        there = editions if newer else before
        number = numbers.get((other.pk, there[date]), "")
        found.append(Relative(date, bond, other.public_id, number, row.confidence))
    return tuple(found)


def as_json(history: History) -> dict[str, object]:
    """A history as ``trace_rule --json`` prints it."""
    return {
        "rule": history.rule.public_id,
        "kind": Entry.Kind(history.kind).name.lower(),
        "spans": [
            {
                "first": span.first.isoformat(),
                "last": span.last.isoformat(),
                "number": span.number,
                "heading": span.said.heading,
                "text": span.said.text,
            }
            for span in history.spans
        ],
        "examples": [{"first": run.first.isoformat(), "texts": list(run.texts)} for run in history.examples],
        "changes": [{**event._asdict(), "version": event.version.isoformat()} for event in history.events],
        "kin": [{**one._asdict(), "version": one.version.isoformat()} for one in history.relatives],
    }
