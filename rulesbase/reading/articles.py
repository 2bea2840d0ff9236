"""Articles that quote rules: their sections, and the rules each section cites at the version of the article."""

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
from rulesbase.engine.text.citations import RuleCitation, find_citations
from rulesbase.models import Entry, Source


class ArticlePart(NamedTuple):
    """A part of an article; for a citation, with the number and the date of the version that had it.

    ``between`` are the other numbers of a range that begins here.
    """

    text: str
    number: str = ""
    date: datetime.date | None = None
    between: tuple[str, ...] = ()


class Paragraph(NamedTuple):
    """A paragraph or an item of a list."""

    kind: str
    pieces: tuple[ArticlePart, ...]


class ArticleSection(NamedTuple):
    """A heading with its paragraphs; ``at`` counts from 1 and identifies the section in addresses."""

    at: int
    heading: str
    paragraphs: tuple[Paragraph, ...]


class Mention(NamedTuple):
    """A section that cites a rule, with the quote; ``number`` is the number at the version of ``date``."""

    source: int
    title: str
    language: str
    section: int
    heading: str
    number: str
    date: datetime.date
    quote: Quote


def sections_of(versions: Catalogue, source: Source) -> tuple[ArticleSection, ...]:
    """Return the sections of the article of a source; text before the first heading has none. No query."""
    found: list[tuple[str, list[Paragraph]]] = [("", [])]
    for kind, text in blocks_of(source.commentary.text) if source.commentary else ():
        if kind == "heading":
            found.append((text, []))
        else:
            found[-1][1].append(Paragraph(kind, tuple(_pieces(versions, source, text))))
    sections = [(heading, tuple(paragraphs)) for heading, paragraphs in found if heading or paragraphs]
    return tuple(ArticleSection(at, heading, paragraphs) for at, (heading, paragraphs) in enumerate(sections, 1))


def _pieces(versions: Catalogue, source: Source, text: str) -> Iterable[ArticlePart]:
    end = 0
    for cited in find_citations(text):
        if date := _date_of(versions, source, cited):
            yield ArticlePart(text[end : cited.start])
            yield ArticlePart(text[cited.start : cited.end], cited.number, date, cited.between)
            end = cited.end
    yield ArticlePart(text[end:])


def _date_of(versions: Catalogue, source: Source, cited: RuleCitation) -> datetime.date | None:
    """Return the date of the cited version: from the citation, else from the date that the article states."""
    day = cited.period.last if cited.period else source.stated_date
    version = versions.on(day) if day else None
    return version.date if version and version.text_in(DEFAULT_LANGUAGE) else None


def mentions_of(versions: Catalogue, rule: int | None) -> tuple[Mention, ...]:
    """Return the article sections that cite a Rule. Two queries, or none while cached."""
    return _mentions(versions.english, NotInKey(versions)).get(rule, ()) if rule else ()


class ChapterMention(NamedTuple):
    """An article section with the rules of a chapter that it cites, by their numbers there."""

    mention: Mention
    numbers: tuple[str, ...]


def chapter_mentions(versions: Catalogue, lines: Iterable[EntryText]) -> tuple[ChapterMention, ...]:
    """Return the article sections that cite any of these entries. Two queries, or none while cached."""
    every = _mentions(versions.english, NotInKey(versions))
    found: dict[tuple[int, int], ChapterMention] = {}
    for line in lines:
        for one in every.get(line.rule or 0, ()):
            known = found.get((one.source, one.section), ChapterMention(one, ()))
            found[one.source, one.section] = ChapterMention(known.mention, (*known.numbers, line.number))
    return tuple(found[key] for key in sorted(found))


@lru_cache(maxsize=4)
def _mentions(_english: str, versions_in_key: NotInKey[Catalogue]) -> dict[int, tuple[Mention, ...]]:
    """Return the article sections that cite a Rule, by Rule. Two queries."""
    versions = versions_in_key.value
    fields = ("title", "name", "language", "stated_date", "commentary__text")
    sources = Source.objects.filter(commentary__isnull=False).select_related("commentary").only(*fields).order_by("pk")
    every = [mention for source in sources for mention in _mentions_in(versions, source)]
    if not every:
        return {}
    # The English editions of the dates cited, and the Rule at each number there.
    cited = [version for date in {one.date for one in every} if (version := versions.on(date))]
    dates = {text.pk: version.date for version in cited if (text := version.text_in(DEFAULT_LANGUAGE))}
    entries = Entry.objects.filter(
        edition__in=dates, number__in={one.number for one in every}, kind__lt=Entry.Kind.TERM, rule__isnull=False
    )
    rows = entries.values_list("edition_id", "number", "rule_id")
    rules = {(dates[edition or 0], number): rule or 0 for edition, number, rule in rows}
    found: defaultdict[int, dict[tuple[int, int], Mention]] = defaultdict(dict)
    for one in every:
        # Keep only the first citation of a rule in each section.
        if rule := rules.get((one.date, one.number)):
            found[rule].setdefault((one.source, one.section), one)
    return {rule: tuple(mentions.values()) for rule, mentions in found.items()}


def _mentions_in(versions: Catalogue, source: Source) -> Iterable[Mention]:
    for section in sections_of(versions, source):
        for paragraph in section.paragraphs:
            text = "".join(piece.text for piece in paragraph.pieces)
            end = 0
            for piece in paragraph.pieces:
                start, end = end, end + len(piece.text)
                if piece.date is None:
                    continue
                quote = quote_of(piece.number, text, start, end, source.language)
                where = (source.pk, source.title or source.name, source.language, section.at, section.heading)
                for number in (piece.number, *piece.between):
                    yield Mention(*where, number, piece.date, quote)
