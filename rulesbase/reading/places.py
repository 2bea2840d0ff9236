"""The same place in another version, and what became of a number that is not there."""

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
from rulesbase.reading.place_query import Whereabouts, where_is

CONTENTS, INTRODUCTION, CREDITS, GLOSSARY, TERM, PLACE = "contents introduction credits glossary term place".split()


class Spot(NamedTuple):
    """A page of a version: its name as an address, and its number or slug."""

    page: str
    number: str = ""

    def address(self, version: CatalogueVersion, lang: str = "") -> str:
        """Where this page is in a version."""
        date = version.date.isoformat()
        args = [date, self.number] if self.page in (TERM, PLACE) else [date]
        return reverse(self.page, args=args) + (f"?lang={lang}" if lang else "")

    @property
    def written(self) -> str:
        """The spot as one word for a form, read back by ``spot_of``."""
        return {PLACE: self.number, TERM: f"{GLOSSARY}/{self.number}", CONTENTS: ""}.get(self.page, self.page)


def spot_of(written: str) -> Spot:
    """Read a spot that a form brought back; the contents where it says nothing that we know."""
    if written in (INTRODUCTION, CREDITS, GLOSSARY):
        return Spot(written)
    if written.startswith(f"{GLOSSARY}/"):
        return Spot(TERM, written.removeprefix(f"{GLOSSARY}/"))
    return Spot(PLACE, written) if re.fullmatch(r"\d{3}(\.\d{1,3}[a-z]{0,2})?", written) else Spot(CONTENTS)


def same_spots(
    spot: Spot, text: CatalogueEdition, all_versions: Collection[CatalogueVersion], found: Whereabouts | None = None
) -> dict[int, Spot]:
    """Where a spot of an edition is in other versions, by their keys: one query at most, none if it was ``found``.

    Where the rule stands if it does; else its number; else its chapter, or the glossary; else the contents.
    """
    if spot.page not in (PLACE, TERM):
        return {version.pk: spot for version in all_versions}
    if found is None:
        editions = [text.pk, *(version.main.pk for version in all_versions)]
        found = where_is(spot.number, term=spot.page == TERM, main=text.pk, read=text.pk, editions=editions)
    own = found.rule_at(text.pk, spot.number)
    otherwise = Spot(GLOSSARY) if spot.page == TERM else Spot(CONTENTS)
    best: dict[int, tuple[int, Spot]] = {}
    for one in found.everything:
        same, number, chapter = (
            own and one.rule == own,
            one.number == spot.number,
            one.number == chapter_of(spot.number),
        )
        likeness = 3 if same else 2 if number else int(chapter)
        if likeness > best.get(one.edition, (0, spot))[0]:
            best[one.edition] = likeness, Spot(spot.page, one.number)
    return {version.pk: best.get(version.main.pk, (0, otherwise))[1] for version in all_versions}


# ---- A life: under which numbers a rule stood ----


class Span(NamedTuple):
    """Versions in a row in which a rule stood at one number; ``until`` is the last day, None until now."""

    number: str
    rule: int | None
    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    entry: int


class Life(NamedTuple):
    """What the archive knows of a rule up to now: its spans, oldest first, and the number of its wordings."""

    spans: tuple[Span, ...]
    wordings: int


class _Stay(NamedTuple):
    """An entry at its number at a version; ``run`` is equal for versions without another between them."""

    date: datetime.date
    entry: int
    number: str
    rule: int | None
    run: int


def _spans(
    versions: Catalogue, rows: Iterable[tuple[int | None, int, str, int | None]], language: str
) -> tuple[Span, ...]:
    """Rows are edition, entry, number, rule. Versions without the language do not interrupt a span."""
    dates = list(versions.days_in(language).values())
    dated = sorted(
        (versions.of_text[edition].date, entry, number, rule)
        for edition, entry, number, rule in rows
        if edition in versions.of_text
    )
    stays = [_Stay(*row, bisect_left(dates, row[0]) - at) for at, row in enumerate(dated)]
    spans: list[Span] = []
    for (_run, number, rule), group in groupby(stays, lambda stay: (stay.run, stay.number, stay.rule)):
        members = list(group)
        first, last = members[0].date, members[-1].date
        after = bisect_left(dates, last) + 1
        until = dates[after] - datetime.timedelta(days=1) if after < len(dates) else None
        spans.append(Span(number, rule, first, last, until, members[-1].entry))
    return tuple(spans)


def life_of(versions: Catalogue, rule: int, found: Whereabouts | None = None) -> Life:
    """Under which numbers a Rule stood in English. One query, or none where all of it was ``found``."""
    stands = found.of_rule(rule) if found else None
    rows: list[tuple[int | None, int, str, int | None, int]]
    if stands is None:
        english = Entry.objects.filter(rule=rule, edition__language=DEFAULT_LANGUAGE)
        rows = [*english.values_list("edition_id", "pk", "number", "rule_id", "wording_id")]
    else:
        english_ones = versions.days_in(DEFAULT_LANGUAGE)
        rows = [one[:5] for one in stands if one.edition in english_ones]
    return Life(_spans(versions, [row[:4] for row in rows], DEFAULT_LANGUAGE), len({row[4] for row in rows}))


def tenures_of(versions: Catalogue, number: str, language: str) -> tuple[Span, ...]:
    """Which Rules stood at a number, and when. One query."""
    rows = Entry.objects.filter(number=number, edition__language=language, kind__lt=Entry.Kind.TERM)
    return _spans(versions, list(rows.values_list("edition_id", "pk", "number", "rule_id")), language)


# ---- A number that is not there ----


class Missing(NamedTuple):
    """What is known of a number that a version does not have.

    ``tenures`` tells which rules had it when; ``nearest`` is the one nearest in time; ``heirs`` are the keys
    of the entries of this version where that rule, or its very text, stands now; ``near`` are neighbours.
    """

    number: str
    tenures: tuple[Span, ...]
    nearest: Span | None
    heirs: tuple[int, ...]
    near: tuple[str, ...]


def missing(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition, number: str) -> Missing:
    """Find out what became of a number. Four queries at most."""
    tenures = tenures_of(versions, number, text.language)
    before = [span for span in tenures if span.last < version.date]
    nearest = before[-1] if before else tenures[0] if tenures else None
    numbers = list(
        Entry.objects.filter(edition=text.pk, chapter=int(chapter_of(number) or 0)).values_list("number", flat=True)
    )
    near = sorted(numbers, key=sort_key)
    at = bisect_left(near, sort_key(number), key=sort_key)
    around = [*near[max(0, at - 2) : at], *near[at : at + 2]]
    parent = parent_of(number)
    wanted = dict.fromkeys([*([parent] if parent in near else []), *around])
    return Missing(
        number,
        tenures,
        nearest,
        _heirs(text, nearest) if nearest else (),
        tuple(n for n in wanted if len(n) > 3),
    )


def _heirs(text: CatalogueEdition, span: Span) -> tuple[int, ...]:
    here = Entry.objects.filter(edition=text.pk, kind__lt=Entry.Kind.TERM)
    if span.rule:
        found = tuple(here.filter(rule=span.rule).values_list("pk", flat=True))
        if found:
            return found
    fold = Entry.objects.filter(pk=span.entry).values("wording__fold")
    return tuple(here.filter(wording__fold__in=fold).order_by("position").values_list("pk", flat=True)[:3])


def repaired(text: CatalogueEdition, number: str) -> str | None:
    """The number as which this one, a misprint, was read in an edition's source; else None. One query."""
    issues = Source.objects.filter(pk=text.source or 0).values_list("issues", flat=True).first() or []
    for _, _, problem in issues:
        match = re.fullmatch(r"printed as (\S+), read as (\S+)", problem)
        if match and match[1] == number:
            return match[2]
    return None
