"""Articles around quoted rules, section by section, with the rules that each speaks of as of the article's version."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue
from rulesbase.archive.entries import EntryText
from rulesbase.archive.provenance import blocks_of
from rulesbase.citations.cited_by import Quote, quote_of
from rulesbase.core.content_version import NotInKey
from rulesbase.engine.text.citations import Cited, find_citations
from rulesbase.models import Entry, Source


class Piece(NamedTuple):
    """A stretch of an article; where it cites a rule, the number and the version it had it in."""

    text: str
    number: str = ""
    date: datetime.date | None = None


class Paragraph(NamedTuple):
    """A paragraph or an item of a list."""

    kind: str
    pieces: tuple[Piece, ...]


class Section(NamedTuple):
    """A heading with what stands below it; ``at`` counts from 1 and names it in addresses."""

    at: int
    heading: str
    paragraphs: tuple[Paragraph, ...]


class Mention(NamedTuple):
    """A section that cites a rule, with its words there; ``number`` is what the rule had at the version of ``date``."""

    source: int
    title: str
    language: str
    section: int
    heading: str
    number: str
    date: datetime.date
    quote: Quote


def sections_of(versions: Catalogue, source: Source) -> tuple[Section, ...]:
    """The article of a source by its headings; what stands before the first has none. No query of its own."""
    found: list[tuple[str, list[Paragraph]]] = [("", [])]
    for block in blocks_of(source.commentary.text) if source.commentary else ():
        if block.kind == "heading":
            found.append((block.text, []))
        else:
            found[-1][1].append(Paragraph(block.kind, tuple(_pieces(versions, source, block.text))))
    kept = [(heading, tuple(paragraphs)) for heading, paragraphs in found if heading or paragraphs]
    return tuple(Section(at, heading, paragraphs) for at, (heading, paragraphs) in enumerate(kept, 1))


def _pieces(versions: Catalogue, source: Source, text: str) -> Iterable[Piece]:
    end = 0
    for cited in find_citations(text):
        if date := _date_of(versions, source, cited):
            yield Piece(text[end : cited.start])
            yield Piece(text[cited.start : cited.end], cited.number, date)
            end = cited.end
    yield Piece(text[end:])


def _date_of(versions: Catalogue, source: Source, cited: Cited) -> datetime.date | None:
    """The version that is meant: of the day that stands with the number, else the one that the article states."""
    day = cited.period.last if cited.period else source.stated_date
    version = versions.on(day) if day else None
    return version.date if version and version.text_in(DEFAULT_LANGUAGE) else None


def mentions_of(versions: Catalogue, rule: int | None) -> tuple[Mention, ...]:
    """The sections of articles that cite a Rule. Two queries, or none while content has not changed."""
    return _mentions(versions.english, NotInKey(versions)).get(rule, ()) if rule else ()


class Spoken(NamedTuple):
    """A section of an article with the rules of a chapter that it cites, by the numbers they have there."""

    mention: Mention
    numbers: tuple[str, ...]


def spoken_of(versions: Catalogue, lines: Iterable[EntryText]) -> tuple[Spoken, ...]:
    """The sections of articles that cite any of these lines. Two queries, or none while content has not changed."""
    every = _mentions(versions.english, NotInKey(versions))
    found: dict[tuple[int, int], Spoken] = {}
    for line in lines:
        for one in every.get(line.rule or 0, ()):
            before = found.get((one.source, one.section), Spoken(one, ()))
            found[one.source, one.section] = Spoken(before.mention, (*before.numbers, line.number))
    return tuple(found[key] for key in sorted(found))


@lru_cache(maxsize=4)
def _mentions(english: str, aside: NotInKey[Catalogue]) -> dict[int, tuple[Mention, ...]]:
    del english  # only the key
    versions = aside.value
    sources = Source.objects.filter(commentary__isnull=False).select_related("commentary").order_by("pk")
    every = [mention for source in sources for mention in _mentions_in(versions, source)]
    rules = _rules(versions, {(one.date, one.number) for one in every})
    found: defaultdict[int, dict[tuple[int, int], Mention]] = defaultdict(dict)
    for one in every:
        # The first words of a section that cite a rule stand for the others.
        if rule := rules.get((one.date, one.number)):
            found[rule].setdefault((one.source, one.section), one)
    return {rule: tuple(mentions.values()) for rule, mentions in found.items()}


def _mentions_in(versions: Catalogue, source: Source) -> Iterable[Mention]:
    for section in sections_of(versions, source):
        for paragraph in section.paragraphs:
            text = "".join(piece.text for piece in paragraph.pieces)
            for cited in find_citations(text):
                date = _date_of(versions, source, cited)
                if date is None:
                    continue
                quote = quote_of(cited.number, text, cited.start, cited.end, source.language)
                where = (source.pk, source.title or source.name, source.language, section.at, section.heading)
                for number in (cited.number, *cited.between):
                    yield Mention(*where, number, date, quote)


def _rules(versions: Catalogue, cited: set[tuple[datetime.date, str]]) -> dict[tuple[datetime.date, str], int]:
    """(version, number) -> the Rule that stood there. One query."""
    all_versions = [version for date in {date for date, _ in cited} if (version := versions.on(date))]
    dates = {text.pk: version.date for version in all_versions if (text := version.text_in(DEFAULT_LANGUAGE))}
    rows = Entry.objects.filter(
        edition__in=dates, number__in={number for _, number in cited}, kind__lt=Entry.Kind.TERM, rule__isnull=False
    )
    fields = ("edition_id", "number", "rule_id")
    return {(dates[edition or 0], number): rule or 0 for edition, number, rule in rows.values_list(*fields)}
