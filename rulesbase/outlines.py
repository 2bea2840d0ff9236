"""The contents of an edition, and what recognises its glossary's terms: kept until content changes."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count

from rulesbase.carried import Cell
from rulesbase.engine.numbering import section_of
from rulesbase.engine.terms import Matcher
from rulesbase.models import Entry


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


class Part(NamedTuple):
    """A section with its chapters."""

    section: Heading
    chapters: tuple[Heading, ...]


class Outline(NamedTuple):
    """The contents of an edition."""

    parts: tuple[Part, ...]

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


@lru_cache(maxsize=64)
def outline(stamp: str, edition: int) -> Outline:
    """The contents of an edition; ``stamp`` changes when content does. Two queries, or none.

    A chapter or section without a heading (a partial source) is there all the same.
    """
    del stamp  # only part of the key
    entries = Entry.objects.filter(edition=edition, chapter__lt=Entry.TERMS)
    counts = {f"{chapter}": count for chapter, count in entries.values_list("chapter").annotate(Count("pk"))}
    named = entries.filter(kind__in=(Entry.Kind.SECTION, Entry.Kind.CHAPTER))
    heads: dict[str, tuple[str, int | None]] = {}
    for number, heading, rule in named.values_list("number", "wording__heading", "rule_id"):
        heads[number] = heading, rule
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
            Part(
                Heading(number, *heads.get(number, ("", None)), sum(c.rules for c in chapters[number])),
                tuple(chapters[number]),
            )
            for number in sections
        )
    )


@lru_cache(maxsize=64)
def matcher(stamp: str, edition: int, language: str) -> Matcher:
    """What recognises the glossary's terms in the texts of an edition. One query, or none."""
    del stamp  # only part of the key
    terms = Entry.objects.filter(edition=edition, chapter=Entry.TERMS).order_by("position")
    return Matcher(terms.values_list("number", "wording__heading"), language)
