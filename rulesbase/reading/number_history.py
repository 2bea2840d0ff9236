"""The numbers of a Rule over time, the Rules of a number, and the history of a number that a version lacks."""

import datetime
from bisect import bisect_left
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.citations.resolve import Status, resolve_all
from rulesbase.core.version_runs import last_day, runs
from rulesbase.engine.text.numbers import chapter_index, kind_of, parent_of, sort_key
from rulesbase.models import Entry, Source
from rulesbase.reading.page_address import BELOW, EntryPosition, positions_of


class NumberSpan(NamedTuple):
    """Consecutive versions in which a rule had one number; ``until`` is the last day, None until now."""

    number: str
    rule: int | None
    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    entry: int


def _number_spans(
    versions: Catalogue, rows: Iterable[tuple[int | None, int, str, int | None]], language: str
) -> tuple[NumberSpan, ...]:
    """Group rows (edition, entry, number, rule) into spans; versions without the language do not end a span."""
    dates = list(versions.days_in(language).values())
    placed = sorted(
        (bisect_left(dates, versions.of_text[edition].date), entry, number, rule)
        for edition, entry, number, rule in rows
        if edition in versions.of_text
    )
    spans: list[NumberSpan] = []
    for run in runs(placed, itemgetter(2, 3)):
        last, entry, number, rule = run[-1]
        spans.append(NumberSpan(number, rule, dates[run[0][0]], dates[last], last_day(dates, last), entry))
    return tuple(spans)


def number_history(
    versions: Catalogue, rule: int, positions: Iterable[EntryPosition] | None = None
) -> dict[str, object]:
    """Return the numbers of a Rule in English, oldest first, and how many wordings it had, typography apart.

    One query, or none with the ``positions`` of a page of that Rule.
    """
    if positions is None:
        positions = [EntryPosition(*row) for row in positions_of(Entry.objects.filter(rule=rule))]
    in_english = versions.days_in(DEFAULT_LANGUAGE)
    own = [one for one in positions if one.rule == rule and one.edition in in_english]
    spans = _number_spans(versions, [one[:4] for one in own], DEFAULT_LANGUAGE)
    return {"spans": spans, "wordings": len({one.fold for one in own})}


def spans_of_number(versions: Catalogue, number: str, language: str) -> tuple[NumberSpan, ...]:
    """Return which Rules had a number, and when. One query."""
    entries = Entry.objects.in_active_document()
    rows = entries.filter(number=number, edition__language=language, kind__lt=Entry.Kind.TERM)
    return _number_spans(versions, list(rows.values_list("edition_id", "pk", "number", "rule_id")), language)


class MissingNumber(NamedTuple):
    """The history of a number that a version lacks.

    ``spans`` are the rules that had it; ``nearest`` is the nearest in time. ``successors`` are the keys of the entries
    of this version with that rule, its exact text or its content; ``absorbed`` means that they are larger rules.
    ``near`` are neighbouring numbers.
    """

    number: str
    spans: tuple[NumberSpan, ...]
    nearest: NumberSpan | None
    successors: tuple[int, ...]
    absorbed: bool
    near: tuple[str, ...]


def missing(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition, number: str) -> MissingNumber:
    """Return the history of a number that a version lacks. Four queries, ten for a rule that others absorbed."""
    spans = spans_of_number(versions, number, text.language)
    before = [span for span in spans if span.last < version.date]
    nearest = before[-1] if before else spans[0] if spans else None
    numbers = list(
        Entry.objects.filter(edition=text.pk, chapter=chapter_index(number)).values_list("number", flat=True)
    )
    near = sorted(numbers, key=sort_key)
    at = bisect_left(near, sort_key(number), key=sort_key)
    around = [*near[max(0, at - 2) : at], *near[at : at + 2]]
    parent = parent_of(number)
    wanted = dict.fromkeys([*([parent] if parent in near else []), *around])
    successors, absorbed = _successors(text, nearest) if nearest else (), False
    if before and not successors:
        successors, absorbed = _absorbing(versions, version, text, before[-1])
    return MissingNumber(
        number,
        spans,
        nearest,
        successors,
        absorbed,
        tuple(n for n in wanted if kind_of(n) in BELOW),
    )


def _successors(text: CatalogueEdition, span: NumberSpan) -> tuple[int, ...]:
    here = Entry.objects.filter(edition=text.pk, kind__lt=Entry.Kind.TERM)
    if span.rule:
        found = tuple(here.filter(rule=span.rule).values_list("pk", flat=True))
        if found:
            return found
    fold = Entry.objects.filter(pk=span.entry).values("wording__fold")
    return tuple(here.filter(wording__fold__in=fold).order_by("position").values_list("pk", flat=True)[:3])


def _absorbing(
    versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition, span: NumberSpan
) -> tuple[tuple[int, ...], bool]:
    """Return the entries that have the content of an earlier rule, and whether they are larger rules."""
    asked = span.number, span.last
    found = resolve_all(versions, [asked], version)[asked]
    here = Entry.objects.filter(edition=text.pk, number__in=found.numbers, kind__lt=Entry.Kind.TERM)
    return tuple(here.order_by("position").values_list("pk", flat=True)), found.status is Status.ABSORBED


def corrected_number(text: CatalogueEdition, number: str) -> str | None:
    """Return the corrected number of a misprint in the source of an edition; else None. One query."""
    source = Source.objects.filter(pk=text.source or 0).only("issues").first()
    return source.misprints.get(number) if source else None
