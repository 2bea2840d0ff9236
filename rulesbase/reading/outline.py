"""The outline of an edition in the chosen languages, and the matcher of its terms, cached until content changes."""

from bisect import bisect_left
from collections.abc import Callable, Container, Mapping
from functools import lru_cache, partial
from operator import itemgetter
from typing import NamedTuple

from django.db.models import BigIntegerField, CharField, Count, OuterRef, Subquery, Value

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.core.content_version import ContentStamp, NotInKey
from rulesbase.core.grouping import grouped
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_index, kind_of, section_of, sort_key
from rulesbase.engine.text.terms import Matcher, matcher_of
from rulesbase.models import Entry, Translation, Wording
from rulesbase.translations.doubts import Doubts, doubts_of
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_rows import HEADINGS
from rulesbase.translations.freshness_types import EntryFreshness, Freshness

# A count has neither kind, number nor words: the columns of a union are the same in both parts.
_NONE, _EMPTY = Value(0, BigIntegerField()), Value("", CharField())


class Heading(NamedTuple):
    """A section or chapter in the outline; ``rules`` counts rules and subrules.

    ``language`` is set where the heading is not in the language of the edition. ``beside`` has the headings of other
    languages. ``fresh`` has the freshness of fallback or missing headings, ``doubts`` why they may be wrong.
    """

    number: str
    heading: str
    rule: int | None
    rules: int
    language: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    fresh: tuple[tuple[str, EntryFreshness], ...] = ()
    doubts: tuple[tuple[str, Doubts], ...] = ()


class OutlineSection(NamedTuple):
    """A section with its chapters."""

    section: Heading
    chapters: tuple[Heading, ...]


class Outline(NamedTuple):
    """The outline of an edition."""

    parts: tuple[OutlineSection, ...]

    @property
    def chapters(self) -> list[Heading]:
        """Return all chapters in order."""
        return [chapter for part in self.parts for chapter in part.chapters]

    def map(self, changed: Callable[[Heading], Heading]) -> "Outline":
        """Return an outline with each heading changed."""
        parts = (OutlineSection(changed(one.section), tuple(map(changed, one.chapters))) for one in self.parts)
        return Outline(tuple(parts))

    def chapter(self, number: str) -> Heading | None:
        """Return a chapter by its number."""
        return next((one for one in self.chapters if one.number == number), None)

    def section(self, number: str) -> Heading | None:
        """Return a section by its number."""
        return next((part.section for part in self.parts if part.section.number == number), None)

    def near(self, number: str) -> tuple[Heading, ...]:
        """Return the chapter of a number; if there is none, the chapters before and after it."""
        if same := self.chapter(number):
            return (same,)
        at = bisect_left(self.chapters, sort_key(number), key=lambda one: sort_key(one.number))
        return tuple(self.chapters[max(0, at - 1) : at + 1])

    def around(self, number: str) -> tuple[Heading | None, Heading | None, Heading | None]:
        """Return a chapter with those before and after it; None for each that is missing."""
        beside = [None, *self.chapters, None]
        around = zip(beside, beside[1:], beside[2:], strict=False)
        return next((three for three in around if three[1] and three[1].number == number), (None, None, None))


# A subquery: with a join, PostgreSQL reads all wordings of all versions.
_HEADING = Subquery(Wording.objects.filter(pk=OuterRef("wording")).values("heading"))


@lru_cache(maxsize=128)
def outline_of(_english: str, edition: int) -> Outline:
    """Read the headings and counts of an edition; ``_english`` is that of the catalogue.

    Chapters and sections without a heading (in a partial source) are in the outline too. One query, or none while
    cached.
    """
    entries = Entry.objects.filter(edition=edition).order_by()
    titled = entries.filter(kind__in=(Entry.Kind.SECTION, Entry.Kind.CHAPTER))
    rules = entries.filter(chapter__gt=Entry.SECTIONS, chapter__lt=Entry.TERMS)
    # Rows of counts have kind 0, the chapter as their position and the count as their Rule.
    counts_of = rules.values("chapter").annotate(no_kind=_NONE, no_number=_EMPTY, no_words=_EMPTY, of=Count("pk"))
    rows = titled.values_list("position", "kind", "number", _HEADING, "rule_id").union(
        counts_of.values_list("chapter", "no_kind", "no_number", "no_words", "of"), all=True
    )
    heads: dict[str, tuple[str, int | None]] = {}
    counted: dict[int, int] = {}
    for position, kind, number, words, rule in sorted(rows, key=itemgetter(0)):
        if kind:
            heads[number] = words, rule
        else:
            counted[position] = rule
    named = {chapter_index(number): number for number in heads if kind_of(number) is Kind.CHAPTER}
    # The count of a chapter includes its heading.
    counts = {named.get(chapter, str(chapter)): count - (chapter in named) for chapter, count in counted.items()}
    for number in counts:
        heads.setdefault(number, ("", None))
    numbers = sorted((one for one in heads if kind_of(one) is Kind.CHAPTER), key=sort_key)
    chapters = grouped((section_of(one), Heading(one, *heads[one], counts.get(one, 0))) for one in numbers)
    sections = sorted({number for number in heads if kind_of(number) is Kind.SECTION} | set(chapters))
    parts = tuple(
        OutlineSection(
            Heading(number, *heads.get(number, ("", None)), sum(c.rules for c in chapters[number])),
            tuple(chapters[number]),
        )
        for number in sections
    )
    return Outline(parts)


@lru_cache(maxsize=128)
def terms_of(_english: str, edition: int) -> tuple[tuple[str, str], ...]:
    """Read the terms of an edition in order: slug and heading. One query, or none while cached."""
    terms = Entry.objects.filter(edition=edition, chapter=Entry.TERMS).order_by("position")
    return tuple(terms.values_list("number", _HEADING))


def matcher(english: str, edition: int, language: str) -> Matcher:
    """Return the matcher of the glossary terms of an edition. One query, or none while cached."""
    return matcher_of(terms_of(english, edition), language)


# ---- Headings in other languages ----


def titled_outline(
    versions: Catalogue,
    version: CatalogueVersion,
    texts: tuple[CatalogueEdition, ...],
    base: CatalogueEdition,
    part: Outline | None = None,
) -> Outline:
    """Return the outline of ``base``, or a ``part`` of it, with the headings of the first text, the others beside them.

    A heading without a translation stays in the language of ``base`` and is marked with it.
    """
    plan = part or outline_of(versions.english, base.pk)
    if texts == (base,):
        if base.language == DEFAULT_LANGUAGE:
            return plan
        return plan.map(partial(_own_titled, language=base.language, found=_headings(versions, version, base)))
    names = [(text.language, _headings(versions, version, text)) for text in texts]

    def titled(one: Heading) -> Heading:
        known = [(language, of.words[one.number]) for language, of in names if of.words.get(one.number)]
        fresh = tuple((language, of.cells[one.number]) for language, of in names if one.number in of.cells)
        if not known:
            return one._replace(language=base.language, fresh=fresh)
        doubts = tuple((language, of.doubts[one.number]) for language, of in names if one.number in of.doubts)
        return one._replace(
            language=known[0][0], heading=known[0][1], beside=tuple(known[1:]), fresh=fresh, doubts=doubts
        )

    return plan.map(titled)


def _own_titled(one: Heading, language: str, found: "_Headings") -> Heading:
    """Return a heading in the only language of a page, with its marks; chapters without a heading stay as they are."""
    if not one.heading:
        return one
    fresh = ((language, found.cells[one.number]),) if one.number in found.cells else ()
    doubts = ((language, found.doubts[one.number]),) if one.number in found.doubts else ()
    return one._replace(heading=found.words.get(one.number, ""), fresh=fresh, doubts=doubts)


class _Headings(NamedTuple):
    """Headings of a language by number, with the freshness of those that are fallback and not exact."""

    words: Mapping[str, str]
    cells: Mapping[str, EntryFreshness]
    doubts: Mapping[str, Doubts]


def _headings(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition) -> _Headings:
    """Return the headings of an edition, corrected at the desk and completed from other versions.

    A heading that was bound to no English one, such as the title of a web page, is left out.
    """
    own: dict[str, str] = {}
    if not text.is_fallback:
        for part in outline_of(versions.english, text.pk).parts:
            own |= {one.number: one.heading for one in (part.section, *part.chapters) if one.heading}
    stamp = versions.stamp_in(text.language)
    fallback, replacing = _fallback_headings(stamp, NotInKey(versions), version, text.language)
    own = {at: heading for at, heading in own.items() if heading in replacing.get(at, {heading})}
    cells = {number: cell for number, cell in fallback.cells.items() if number not in own}
    doubts = {at: one for at, one in fallback.doubts.items() if own.get(at, one.heading) == one.heading}
    return _Headings({**fallback.words, **own}, cells, doubts)


@lru_cache(maxsize=64)
def _fallback_headings(
    stamp: ContentStamp, versions: NotInKey[Catalogue], version: CatalogueVersion, language: str
) -> tuple[_Headings, Mapping[str, Container[str]]]:
    """Return the headings from the desk and other versions, and the headings of an edition that replace them.

    These are all translations of the same English heading, but none replaces one from the desk. Two queries beside
    those of freshness, or none.
    """
    cells = freshness(versions.value, version, language, HEADINGS).values()
    words = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    doubts = doubts_of(stamp, language, cells)
    rows = Translation.objects.filter(language=language, original__in={cell.text.english for cell in cells})
    bound = grouped(rows.order_by().values_list("original_id", "wording__heading"))
    headings = _Headings(
        {cell.number: words[cell.text.wording] for cell in cells if cell.text.wording},
        {cell.number: cell for cell in cells if cell.state is not Freshness.EXACT},
        {cell.number: doubts[cell.entry] for cell in cells if cell.entry in doubts},
    )
    replacing = {cell.number: () if cell.text.is_from_desk else set(bound[cell.text.english]) for cell in cells}
    return headings, replacing
