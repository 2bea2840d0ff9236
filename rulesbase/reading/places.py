"""The address of a page in other versions, and the history of numbers that a version lacks."""

import datetime
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.engine.text.numbers import chapter_of, parent_of, sort_key
from rulesbase.models import Entry, Source
from rulesbase.reading.place_query import EntryPositions, entry_positions

CONTENTS, INTRODUCTION, CREDITS, GLOSSARY, TERM, PLACE = "contents introduction credits glossary term place".split()


class PageAddress(NamedTuple):
    """A page of a version: the name of its URL, and its number or slug."""

    name: str
    number: str = ""

    def address(self, version: CatalogueVersion, lang: str = "") -> str:
        """Return the address of this page in a version."""
        date = version.date.isoformat()
        args = [date, self.number] if self.name in (TERM, PLACE) else [date]
        return reverse(self.name, args=args) + (f"?lang={lang}" if lang else "")

    @property
    def form_value(self) -> str:
        """Return the page as a form value, read back by ``read_page_address``."""
        return {PLACE: self.number, TERM: f"{GLOSSARY}/{self.number}", CONTENTS: ""}.get(self.name, self.name)


def read_page_address(form_value: str) -> PageAddress:
    """Read a page from a form value; the contents if the value is invalid."""
    if form_value in (INTRODUCTION, CREDITS, GLOSSARY):
        return PageAddress(form_value)
    if form_value.startswith(f"{GLOSSARY}/"):
        return PageAddress(TERM, form_value.removeprefix(f"{GLOSSARY}/"))
    return (
        PageAddress(PLACE, form_value)
        if re.fullmatch(r"\d{3}(\.\d{1,3}[a-z]{0,2})?", form_value)
        else PageAddress(CONTENTS)
    )


def same_pages(
    page: PageAddress,
    text: CatalogueEdition,
    all_versions: Collection[CatalogueVersion],
    positions: EntryPositions | None = None,
) -> dict[int, PageAddress]:
    """Return a page of an edition in other versions, by version key. One query, none with ``positions``.

    The first that exists: the same Rule, its number, its chapter or the glossary, the contents.
    """
    if page.name not in (PLACE, TERM):
        return {version.pk: page for version in all_versions}
    if positions is None:
        editions = [text.pk, *(version.main.pk for version in all_versions)]
        positions = entry_positions(page.number, term=page.name == TERM, main=text.pk, read=text.pk, editions=editions)
    own = positions.rule_at(text.pk, page.number)
    otherwise = PageAddress(GLOSSARY) if page.name == TERM else PageAddress(CONTENTS)
    best: dict[int, tuple[int, PageAddress]] = {}
    for one in positions.everything:
        same, number, chapter = (
            own and one.rule == own,
            one.number == page.number,
            one.number == chapter_of(page.number),
        )
        rank = 3 if same else 2 if number else int(chapter)
        if rank > best.get(one.edition, (0, page))[0]:
            best[one.edition] = rank, PageAddress(page.name, one.number)
    return {version.pk: best.get(version.main.pk, (0, otherwise))[1] for version in all_versions}


# ---- A life: under which numbers a rule stood ----


class NumberSpan(NamedTuple):
    """Consecutive versions in which a rule had one number; ``until`` is the last day, None until now."""

    number: str
    rule: int | None
    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    entry: int


class NumberHistory(NamedTuple):
    """The history of a rule: its spans, oldest first, and the number of its wordings."""

    spans: tuple[NumberSpan, ...]
    wordings: int


class _DatedEntry(NamedTuple):
    """An entry at a version; ``run`` is equal for consecutive versions."""

    date: datetime.date
    entry: int
    number: str
    rule: int | None
    run: int


def _number_spans(
    versions: Catalogue, rows: Iterable[tuple[int | None, int, str, int | None]], language: str
) -> tuple[NumberSpan, ...]:
    """Group rows (edition, entry, number, rule) into spans; versions without the language do not end a span."""
    dates = list(versions.days_in(language).values())
    dated = sorted(
        (versions.of_text[edition].date, entry, number, rule)
        for edition, entry, number, rule in rows
        if edition in versions.of_text
    )
    dated_entries = [_DatedEntry(*row, bisect_left(dates, row[0]) - at) for at, row in enumerate(dated)]
    spans: list[NumberSpan] = []
    for (_run, number, rule), group in groupby(dated_entries, lambda one: (one.run, one.number, one.rule)):
        members = list(group)
        first, last = members[0].date, members[-1].date
        after = bisect_left(dates, last) + 1
        until = dates[after] - datetime.timedelta(days=1) if after < len(dates) else None
        spans.append(NumberSpan(number, rule, first, last, until, members[-1].entry))
    return tuple(spans)


def number_history(versions: Catalogue, rule: int, positions: EntryPositions | None = None) -> NumberHistory:
    """Return the numbers of a Rule in English. One query, or none if ``positions`` has all entries."""
    entries = positions.of_rule(rule) if positions else None
    rows: list[tuple[int | None, int, str, int | None, int]]
    if entries is None:
        english = Entry.objects.filter(rule=rule, edition__language=DEFAULT_LANGUAGE)
        rows = [*english.values_list("edition_id", "pk", "number", "rule_id", "wording_id")]
    else:
        english_ones = versions.days_in(DEFAULT_LANGUAGE)
        rows = [one[:5] for one in entries if one.edition in english_ones]
    return NumberHistory(
        _number_spans(versions, [row[:4] for row in rows], DEFAULT_LANGUAGE), len({row[4] for row in rows})
    )


def spans_of_number(versions: Catalogue, number: str, language: str) -> tuple[NumberSpan, ...]:
    """Return which Rules had a number, and when. One query."""
    rows = Entry.objects.filter(number=number, edition__language=language, kind__lt=Entry.Kind.TERM)
    return _number_spans(versions, list(rows.values_list("edition_id", "pk", "number", "rule_id")), language)


# ---- A number that is not there ----


class MissingNumber(NamedTuple):
    """The history of a number that a version lacks.

    ``spans`` are the rules that had it; ``nearest`` is the nearest in time. ``successors`` are the keys of the entries
    of this version with that rule or its exact text. ``near`` are neighbouring numbers.
    """

    number: str
    spans: tuple[NumberSpan, ...]
    nearest: NumberSpan | None
    successors: tuple[int, ...]
    near: tuple[str, ...]


def missing(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition, number: str) -> MissingNumber:
    """Return the history of a number that a version lacks. Four queries at most."""
    spans = spans_of_number(versions, number, text.language)
    before = [span for span in spans if span.last < version.date]
    nearest = before[-1] if before else spans[0] if spans else None
    numbers = list(
        Entry.objects.filter(edition=text.pk, chapter=int(chapter_of(number) or 0)).values_list("number", flat=True)
    )
    near = sorted(numbers, key=sort_key)
    at = bisect_left(near, sort_key(number), key=sort_key)
    around = [*near[max(0, at - 2) : at], *near[at : at + 2]]
    parent = parent_of(number)
    wanted = dict.fromkeys([*([parent] if parent in near else []), *around])
    return MissingNumber(
        number,
        spans,
        nearest,
        _successors(text, nearest) if nearest else (),
        tuple(n for n in wanted if len(n) > 3),
    )


def _successors(text: CatalogueEdition, span: NumberSpan) -> tuple[int, ...]:
    here = Entry.objects.filter(edition=text.pk, kind__lt=Entry.Kind.TERM)
    if span.rule:
        found = tuple(here.filter(rule=span.rule).values_list("pk", flat=True))
        if found:
            return found
    fold = Entry.objects.filter(pk=span.entry).values("wording__fold")
    return tuple(here.filter(wording__fold__in=fold).order_by("position").values_list("pk", flat=True)[:3])


def corrected_number(text: CatalogueEdition, number: str) -> str | None:
    """Return the corrected number of a misprint in the source of an edition; else None. One query."""
    issues = Source.objects.filter(pk=text.source or 0).values_list("issues", flat=True).first() or []
    for _, _, problem in issues:
        match = re.fullmatch(r"printed as (\S+), read as (\S+)", problem)
        if match and match[1] == number:
            return match[2]
    return None
