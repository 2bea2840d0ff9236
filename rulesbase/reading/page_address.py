"""The address of a page, and of the same page in other versions and languages."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, CharField, QuerySet, Value
from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_index, chapter_of, kind_of, parse_number
from rulesbase.models import Entry

CONTENTS, INTRODUCTION, CREDITS, GLOSSARY, TERM, PLACE = "contents introduction credits glossary term place".split()
RULES = (Entry.Kind.RULE, Entry.Kind.SUBRULE)
BELOW = (Kind.RULE, Kind.SUBRULE)


class PageAddress(NamedTuple):
    """A page of a version: the name of its URL, and its number or slug.

    ``came_from`` is the number of the rule in the version that the reader left, if the rule has another number here or
    is missing.
    """

    name: str
    number: str = ""
    came_from: str = ""

    def address(self, version: CatalogueVersion, lang: str = "") -> str:
        """Return the address of this page in a version."""
        date = version.date.isoformat()
        args = [date, self.number] if self.name in (TERM, PLACE) else [date]
        query = "&".join(f"{key}={value}" for key, value in (("lang", lang), ("from", self.came_from)) if value)
        return reverse(self.name, args=args) + (f"?{query}" if query else "")

    @property
    def is_rule(self) -> bool:
        """Return whether it is the page of a rule or subrule."""
        return self.name == PLACE and kind_of(self.number) in BELOW

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
        if parse_number(form_value) and kind_of(form_value) is not Kind.SECTION
        else PageAddress(CONTENTS)
    )


# ---- The positions of an entry ----


class EntryPosition(NamedTuple):
    """An entry in its edition. Neighbours in a chapter have no ``fold`` and no ``public_id`` of their Rule."""

    edition: int
    entry: int
    number: str
    rule: int | None
    position: int
    fold: int = 0
    public_id: str = ""


_PLACE = ("edition_id", "pk", "number", "rule_id", "position")
_NO_TEXT, _NO_ID = Value(0, BigIntegerField()), Value("", CharField())


def positions_of(entries: QuerySet[Entry]) -> QuerySet[Entry, tuple[Any, ...]]:
    """Return the rows of ``EntryPosition`` for entries."""
    return entries.order_by().values_list(*_PLACE, "wording__fold", "rule__public_id")


def _rule_at(entries: Iterable[EntryPosition], edition: int, number: str) -> int | None:
    return next((one.rule for one in entries if (one.edition, one.number) == (edition, number)), None)


def entry_positions(
    page: PageAddress, *, main: int, read: int, editions: Collection[int], came_from: str = ""
) -> list[EntryPosition]:
    """Find the entry of a page of the editions ``main`` and ``read``. One query.

    Those of ``editions`` with its number, or that of its chapter, come first, then all others of its Rules in any
    edition, for a chapter in ``editions``; for a rule or subrule also its neighbours, the rules and subrules of its
    chapter in ``read``; last those of ``editions`` with the number ``came_from``.
    """
    term = page.name == TERM
    entries = Entry.objects.filter(kind=Entry.Kind.TERM) if term else Entry.objects.filter(kind__lt=Entry.Kind.TERM)
    own = entries.filter(edition__in={main, read}, number=page.number, rule__isnull=False).values("rule")
    numbers = {page.number} if term else {page.number, chapter_of(page.number)}
    named = entries.filter(number__in={*numbers, came_from} - {""}, edition__in=editions)
    same = entries.filter(rule__in=own, edition__isnull=False)
    if not (term or page.is_rule):
        # The page of a chapter does not show its former numbers.
        same = same.filter(edition__in=editions)
    parts = [positions_of(named), positions_of(same)]
    if page.is_rule:
        beside = entries.filter(edition=read, chapter=chapter_index(page.number), kind__in=RULES)
        parts.insert(0, beside.order_by().values_list(*_PLACE, _NO_TEXT, _NO_ID))
    rows = parts[0].union(*parts[1:], all=True)
    found = {entry: EntryPosition(edition, entry, *rest) for edition, entry, *rest in rows}
    return sorted(found.values(), key=lambda one: (one.number not in numbers, one.position, one.entry))


def numbers_of_chapter(positions: Iterable[EntryPosition], edition: int, number: str) -> list[str]:
    """Return the numbers of the rules and subrules in the chapter of a rule, in order, from its positions."""
    chapter = chapter_of(number)
    here = [one for one in positions if one.edition == edition and chapter_of(one.number) == chapter]
    return [one.number for one in sorted(here, key=attrgetter("position")) if kind_of(one.number) in BELOW]


# ---- The page in other versions and languages ----


def same_pages(
    page: PageAddress,
    text: CatalogueEdition,
    all_versions: Collection[CatalogueVersion],
    positions: Sequence[EntryPosition] | None = None,
) -> dict[int, PageAddress]:
    """Return a page of an edition in other versions, by version key. One query, none with ``positions``.

    The first that exists: the same Rule, its number, its chapter or the glossary, the contents. Where that is not the
    same Rule under the same number, the page says where the reader came from.
    """
    if page.name not in (PLACE, TERM):
        return {version.pk: page for version in all_versions}
    if positions is None:
        editions = [text.pk, *(version.main.pk for version in all_versions)]
        positions = entry_positions(page, main=text.pk, read=text.pk, editions=editions)
    own = _rule_at(positions, text.pk, page.number)
    came_from = page.number if own and page.name == PLACE else ""
    otherwise = PageAddress(GLOSSARY) if page.name == TERM else PageAddress(CONTENTS, came_from=came_from)
    chapter = chapter_of(page.number)
    best: dict[int, tuple[int, PageAddress]] = {}
    for one in positions:
        rank = 3 if own and one.rule == own else 2 if one.number == page.number else int(one.number == chapter)
        if rank > best.get(one.edition, (0, page))[0]:
            stays = one.number == page.number and (rank == 3 or not page.is_rule)
            best[one.edition] = rank, PageAddress(page.name, one.number, "" if stays else came_from)
    return {version.pk: best.get(version.main.pk, (0, otherwise))[1] for version in all_versions}


def language_alternates(
    version: CatalogueVersion, page: PageAddress, text: CatalogueEdition, positions: Sequence[EntryPosition]
) -> dict[str, PageAddress]:
    """Return the page in each language that can show it.

    ``page`` is the page in the edition ``text``, and ``positions`` the positions of its entry. Fallback texts use the
    number of the main edition.
    """
    numbers = _numbers(version, page, text, positions) if positions and len(version.texts) > 1 else {}
    main = numbers.get(version.main.pk, page.number)
    alternates: dict[str, PageAddress] = {}
    for code in version.languages:
        edition = version.text_in(code)
        if edition is None:
            alternates[code] = page._replace(number=main)
        elif page.name == GLOSSARY and not edition.terms and edition != version.main:
            continue
        elif page.name not in (PLACE, TERM) or len(version.texts) == 1:
            alternates[code] = page
        elif edition.pk in numbers:
            alternates[code] = page._replace(number=numbers[edition.pk])
    return alternates


def main_number(
    version: CatalogueVersion, page: PageAddress, text: CatalogueEdition, positions: Sequence[EntryPosition]
) -> str:
    """Return the number or slug of a page of an edition in the main edition; of a term that this lacks, nothing."""
    if page.name != TERM or text == version.main:
        return page.number
    return _numbers(version, page, text, positions).get(version.main.pk, "")


def _numbers(
    version: CatalogueVersion, page: PageAddress, text: CatalogueEdition, positions: Sequence[EntryPosition]
) -> Mapping[int, str]:
    """Return the number or slug of the page in each edition that has it."""
    here = [one for one in positions if one.edition in {text.pk for text in version.texts}]
    if page.name == PLACE:
        here = [one for one in here if one.number == page.number]
    else:
        rule = _rule_at(positions, text.pk, page.number)
        here = [
            one for one in here if (rule and one.rule == rule) or (one.edition, one.number) == (text.pk, page.number)
        ]
    return {one.edition: one.number for one in sorted(here, key=lambda one: -one.position)}
