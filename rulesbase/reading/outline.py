"""The contents of an edition, and what recognises its glossary's terms: kept until content changes."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from django.db.models import BigIntegerField, CharField, Count, OuterRef, Subquery, Value

from rulesbase.core.content_version import without_translations
from rulesbase.engine.text.numbers import section_of
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry, Wording
from rulesbase.translations.freshness_types import Cell


class Heading(NamedTuple):
    """A section or chapter in the contents; ``rules`` counts rules and subrules.

    ``language`` is that of the heading where it is not the edition's; ``beside`` are those of other languages.
    ``fresh`` has the freshness of each language's heading where that is carried over, or missing.
    """

    number: str
    heading: str
    rule: int | None
    rules: int
    language: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    fresh: tuple[tuple[str, Cell], ...] = ()


class OutlineSection(NamedTuple):
    """A section with its chapters."""

    section: Heading
    chapters: tuple[Heading, ...]


class Outline(NamedTuple):
    """The contents of an edition."""

    parts: tuple[OutlineSection, ...]

    def chapter(self, number: str) -> Heading | None:
        """A chapter by its number."""
        return next((c for part in self.parts for c in part.chapters if c.number == number), None)

    def section(self, number: str) -> Heading | None:
        """A section by its number."""
        return next((part.section for part in self.parts if part.section.number == number), None)

    def near(self, number: str) -> tuple[Heading, ...]:
        """The chapter of that number; where there is none, those before and after it."""
        chapters = [c for part in self.parts for c in part.chapters]
        same = [c for c in chapters if c.number == number]
        before = [c for c in chapters if c.number < number][-1:]
        after = [c for c in chapters if c.number > number][:1]
        return tuple(same or before + after)

    def around(self, number: str) -> tuple[Heading | None, Heading | None]:
        """The chapters before and after one."""
        chapters = [c for part in self.parts for c in part.chapters]
        at = next((at for at, c in enumerate(chapters) if c.number == number), None)
        if at is None:
            return None, None
        return chapters[at - 1] if at else None, chapters[at + 1] if at + 1 < len(chapters) else None


class _EditionHeadings(NamedTuple):
    """What an edition has by name: sections and chapters with heading and Rule, terms with heading, and the number
    of entries of each chapter."""

    heads: dict[str, tuple[str, int | None]]
    terms: tuple[tuple[str, str], ...]
    counts: dict[str, int]


@lru_cache(maxsize=16)
def _edition_headings(english: str, edition: int) -> _EditionHeadings:
    """Headings and counts of an edition. One query, or none: contents and terms are wanted by the same pages."""
    del english  # only part of the key
    entries = Entry.objects.filter(edition=edition)
    rules = entries.filter(chapter__lt=Entry.TERMS)
    # Looked up one by one: joined, PostgreSQL would rather read all wordings of all versions.
    heading = Subquery(Wording.objects.filter(pk=OuterRef("wording")).values("heading"))
    fields = ("kind", "position", "number", heading, "rule_id")
    blank = {"a": Value(0, BigIntegerField()), "b": Value("", CharField()), "c": Value("", CharField())}
    counted = rules.order_by().values("chapter").annotate(of=Count("pk"), **blank)
    rows = (
        entries.filter(chapter=Entry.TERMS)
        .order_by()
        .values_list(*fields)
        .union(
            rules.filter(kind__in=(Entry.Kind.SECTION, Entry.Kind.CHAPTER)).order_by().values_list(*fields),
            counted.values_list("a", "chapter", "b", "c", "of"),
            all=True,
        )
    )
    heads: dict[str, tuple[str, int | None]] = {}
    terms: list[tuple[int, str, str]] = []
    counts: dict[str, int] = {}
    for kind, position, number, heading, rule in rows:
        if not kind:
            counts[f"{position}"] = rule
        elif kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER):
            heads[number] = heading, rule
        else:
            terms.append((position, number, heading))
    return _EditionHeadings(heads, tuple((number, heading) for _, number, heading in sorted(terms)), counts)


def terms_of(stamp: str, edition: int) -> tuple[tuple[str, str], ...]:
    """The terms of an edition in their order: slug and heading. One query, or none."""
    return _edition_headings(without_translations(stamp), edition).terms


def outline(stamp: str, edition: int) -> Outline:
    """The contents of an edition; ``stamp`` changes when content does. One query, or none.

    A chapter or section without a heading (a partial source) is there all the same.
    """
    return _outline(without_translations(stamp), edition)


@lru_cache(maxsize=256)
def _outline(english: str, edition: int) -> Outline:
    known = _edition_headings(english, edition)
    heads, counts = dict(known.heads), dict(known.counts)
    for number in known.heads:
        if number in counts:
            # A chapter is counted with its own rules.
            counts[number] -= 1
    counts.pop("0", None)
    for number in counts:
        heads.setdefault(number, ("", None))
    chapters: defaultdict[str, list[Heading]] = defaultdict(list)
    for number in sorted(number for number in heads if len(number) == 3):
        chapters[section_of(number)].append(Heading(number, *heads[number], counts.get(number, 0)))
    sections = sorted({number for number in heads if len(number) == 1} | set(chapters))
    return Outline(
        tuple(
            OutlineSection(
                Heading(number, *heads.get(number, ("", None)), sum(c.rules for c in chapters[number])),
                tuple(chapters[number]),
            )
            for number in sections
        )
    )


def matcher(stamp: str, edition: int, language: str) -> Matcher:
    """What recognises the glossary's terms in the texts of an edition. One query, or none."""
    return _matcher(without_translations(stamp), edition, language)


@lru_cache(maxsize=128)
def _matcher(english: str, edition: int, language: str) -> Matcher:
    return Matcher(_edition_headings(english, edition).terms, language)
