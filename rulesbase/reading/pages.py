"""The content of each reading page for its template."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Q
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.entries import EntryText, LinkedText, chapter_lines, lines_at, lines_of, passage_of
from rulesbase.archive.link_targets import link_targets_of
from rulesbase.citations.cited_by import citation_counts, cited_by
from rulesbase.core.document_urls import document_mark
from rulesbase.core.excerpts import opening, shortened
from rulesbase.engine.text.numbers import chapter_index, chapter_of, kind_of, parent_of, section_of
from rulesbase.models import Entry, Example, Source
from rulesbase.reading.articles import chapter_mentions, mentions_of
from rulesbase.reading.number_history import MissingNumber, number_history
from rulesbase.reading.outline import Heading, Outline, OutlineSection, matcher, outline_of, titled_outline
from rulesbase.reading.page_address import BELOW, RULES, numbers_of_chapter
from rulesbase.reading.page_frame import Frame
from rulesbase.reading.parallel_html import columns_html, doubts_html, freshness_html
from rulesbase.reading.text_html import (
    Links,
    Margin,
    body_html,
    entries_html,
    is_title,
    lang_attribute,
    paragraphs_html,
)
from rulesbase.translations.columns import Columns, editions_to_read, fallback_matcher, fill_columns
from rulesbase.translations.freshness_types import EntryFreshness

Content = dict[str, object]


class Neighbour(NamedTuple):
    """A neighbouring entry: its number, and the first words of its text."""

    number: str
    begins: str


def links_of(around: Frame, text: CatalogueEdition | None = None) -> Links:
    """Return the link maker for the texts of an edition."""
    text = text or around.text
    if text.is_fallback:
        terms = fallback_matcher(around.versions, around.version, text.language)
    else:
        terms = matcher(around.versions.english, text.pk, text.language)
    return Links(around.version, text, terms, around.lang)


def begins(line: EntryText, most: int = 60) -> str:
    """Return the heading of an entry, or the first words of its text."""
    return opening(line.heading or line.passage.text, most)


def source_of(text: CatalogueEdition) -> Source | None:
    """Return the source of an edition's text, without its large parts. One query."""
    fields = ("pk", "introduction_id", "index_id", "credits_id", "issues", "title")
    return Source.objects.filter(pk=text.source or 0).only(*fields).first()


# ---- A chapter ----


def chapter(around: Frame, number: str) -> Content | None:
    """Return the content of a chapter, in columns for several languages; None if there is no such chapter."""
    read = editions_to_read(around.version, around.texts)
    lines = chapter_lines(read, chapter_index(number))
    if not lines:
        return None
    columns = fill_columns(around.versions, around.version, around.texts, lines, chapter_index(number))
    plan = titled_outline(around.versions, around.version, around.texts, around.text)
    before, named, after = plan.around(number)
    edition = around.text.pk
    own = [line for line in lines if line.edition == edition and line.kind != Entry.Kind.CHAPTER]
    changed = max((mark.date for mark in columns.marks.values() if mark.kind in ("added", "reworded")), default=None)
    titles = [(line.number, line.number, line.passage.text) for line in own if is_title(line)]
    return {
        "number": number,
        "heading": named.heading if named else "",
        "heading_language": named.language if named else "",
        "headings": named.beside if named else (),
        "named": named,
        "section": plan.section(section_of(number)),
        "outline": plan,
        "previous": before,
        "next": after,
        "count": len(own),
        "words_changed": changed,
        "words_before": around.versions.before(changed) if changed else None,
        # Chapter 702 has 190 of them.
        "titles": format_html_join("", '<li><a href="#r{}"><span class="no">{}</span> {}</a></li>', titles),
        "title_count": len(titles),
        "entries": _entries(around, columns, citation_counts(around.text, number)),
        "parallel": columns.parallel,
        "tallies": columns.tallies,
        "chapter_mentions": chapter_mentions(around.versions, own),
        # A section of a tournament document that has a text of its own is cited like a rule.
        "quotes": cited_by(around.text, number)
        if any(line.number == number and line.passage.text for line in lines)
        else None,
    }


def _entries(around: Frame, columns: Columns, cited: Mapping[str, int] = MappingProxyType({})) -> SafeString:
    shown = {text.pk for text in (*around.texts, around.text)}
    # The chapters of tournament documents have texts of their own.
    rules = [
        line
        for line in columns.lines
        if line.edition in shown and (line.kind in RULES or (line.kind == Entry.Kind.CHAPTER and line.passage.text))
    ]
    if columns.parallel:
        links = {text.pk: links_of(around, text) for text in (*around.texts, around.text)}
        return columns_html(rules, around.texts, around.text, links, columns, around.notes)
    links_here = links_of(around)
    targets = columns.link_targets[around.text.pk]
    doubts = {
        number: doubts_html(one) for (edition, number), one in columns.doubts.items() if edition == around.text.pk
    }
    margin = Margin(links_here, columns.marks, around.notes, cited)
    return entries_html(rules, links_here, targets, margin, doubts)


# ---- A rule ----


def rule(around: Frame, number: str) -> Content | None:
    """Return the content of a rule or subrule with its context and the entries that cite it; None if missing."""
    texts = editions_to_read(around.version, around.texts)
    order = numbers_of_chapter(around.positions, around.text.pk, number)
    if number not in order:
        return None
    at = order.index(number)
    parent = parent_of(number)
    children = [n for n in order if parent_of(n) == number]
    previous = order[at - 1] if at else ""
    after = order[at + 1] if at + 1 < len(order) else ""
    above = [section_of(number), chapter_of(number), parent]
    numbers = {*above, number, *children, previous, after}
    lines = lines_of(
        Entry.objects.filter(edition__in=texts, number__in=numbers),
        Example.objects.filter(entry__edition__in=texts, entry__number__in={number, *children}),
    )
    here = {number, *children}
    columns = fill_columns(around.versions, around.version, around.texts, lines, chapter_index(number), here)
    known = {line.number: line for line in lines if line.edition == around.text.pk}
    below = tuple(line for line in columns.lines if line.number in children)
    line, above_it = known[number], known.get(parent)
    mark = columns.marks.get(line.rule or 0)
    quotes = cited_by(around.text, number)
    own = titled_outline(around.versions, around.version, around.texts, around.text, _part_of(number, known))
    return {
        "number": number,
        "line": columns.line(around.text, line) or line,
        "title": line.passage.text if is_title(line) else line.heading,
        "has_text": not is_title(line),
        "mark": mark,
        "before_change": around.versions.before(mark.date) if mark else None,
        "section": own.parts[0].section,
        "chapter": own.chapters[0],
        "parent": above_it if above_it and kind_of(above_it.number) in BELOW else None,
        # Chapters are in the breadcrumbs already.
        "context": begins(above_it, 90) if above_it and above_it.kind == Entry.Kind.RULE else "",
        "language_texts": [language_text(around, columns, text, line) for text in around.texts],
        "parallel": columns.parallel,
        "tallies": columns.tallies,
        "children": _entries(around, columns._replace(lines=below)),
        "has_children": bool(children),
        "previous": known.get(previous) and Neighbour(previous, begins(known[previous])),
        "next": known.get(after) and Neighbour(after, begins(known[after])),
        "quotes": quotes,
        "mentions": mentions_of(around.versions, line.rule),
        "life": number_history(around.versions, line.rule, around.positions) if line.rule else None,
        "public_id": next((one.public_id for one in around.positions if one.rule == line.rule and one.public_id), ""),
        "citation": f"{document_mark()} {number} ({around.version})",
        "own_notes": around.notes.box(number),
    }


def _part_of(number: str, lines: Mapping[str, EntryText]) -> Outline:
    """Return the section and the chapter of a number; a partial source may lack the lines with their headings."""
    section, chapter = (
        Heading(above, lines[above].heading if above in lines else "", None, 0)
        for above in (section_of(number), chapter_of(number))
    )
    return Outline((OutlineSection(section, (chapter,)),))


class LanguageText(NamedTuple):
    """A rule in one language; ``html`` is empty where that lacks it.

    ``apart`` is the source if it differs from that of the edition. ``mark`` is the freshness if not exact, and ``cell``
    the origin of a fallback text.
    """

    language: str
    html: SafeString
    apart: int | None
    mark: SafeString
    heading: str
    cell: EntryFreshness | None


def language_text(around: Frame, columns: Columns, text: CatalogueEdition, line: EntryText) -> LanguageText:
    """Return a column of a rule's or term's page; ``line`` is the entry of the first edition."""
    found = columns.line(text, line)
    links = links_of(around, text)
    cell = columns.cells.get((text.pk, line.number))
    mark = SafeString(freshness_html(cell, text, links)) if cell or found is None else SafeString("")
    if found is None:
        return LanguageText(text.language, SafeString(""), None, mark, "", cell)
    shown = around.notes.highlighted(line.rule if line.kind == Entry.Kind.TERM else line.number, found, text.language)
    html = body_html(shown, links, columns.link_targets[text.pk], own=line.number, titled=False)
    html += doubts_html(columns.doubts.get((text.pk, found.number)))
    apart = found.source if found.source not in (text.source, 0) and not text.is_fallback else None
    return LanguageText(text.language, mark_safe(html), apart, mark, found.heading, cell)  # noqa: S308 - escaped by rendering


# ---- Introduction, credits, index ----


def front_matter(around: Frame, *names: str) -> list[dict[str, str]]:
    """Return these texts of the chosen editions: introduction, credits, index."""
    texts = [text for text in around.texts if not text.is_fallback] or [around.text]
    sources = Source.objects.select_related(*names).in_bulk([text.source for text in texts])
    found: list[tuple[str, CatalogueEdition, LinkedText]] = []
    for text in texts:
        source = sources.get(text.source or 0)
        for name in names:
            if wording := getattr(source, name, None):
                title = _("Index") if name == "index" else ""
                found.append((title, text, passage_of(wording.text, wording.emphasis, wording.fold)))
    link_targets = link_targets_of(((text.pk, passage) for _title, text, passage in found), around.version)
    return [
        {
            "title": title,
            "lang": SafeString(lang_attribute(text.language)),
            "html": mark_safe(paragraphs_html(passage, links_of(around, text), link_targets[text.pk])),  # noqa: S308 - escaped
        }
        for title, text, passage in found
    ]


# ---- A number that is not there ----


def missing(around: Frame, found: MissingNumber) -> Content:
    """Return the history of a number that this version lacks, with the entries that replaced it."""
    pks = [*found.successors, *([found.nearest.entry] if found.nearest else [])]
    which = Q(pk__in=pks) | Q(edition=around.text.pk, number__in=found.near)
    lines = {line.pk: line for line in lines_of(Entry.objects.filter(which), Example.objects.none())}
    near = [line for line in lines.values() if line.edition == around.text.pk and line.number in found.near]
    plan = outline_of(around.versions.english, around.text.pk)
    return {
        "number": found.number,
        "found": found,
        "lived_on": found.nearest is not None and found.nearest.last < around.version.date,
        "successors": [Neighbour(lines[pk].number, begins(lines[pk], 220)) for pk in found.successors if pk in lines],
        "then": begins(lines[found.nearest.entry], 220) if found.nearest else "",
        "near": [Neighbour(line.number, begins(line, 90)) for line in near],
        "chapters": plan.near(chapter_of(found.number)),
        "life": number_history(around.versions, found.nearest.rule) if found.nearest and found.nearest.rule else None,
    }


# ---- A preview ----

_PREVIEW = 420


def preview(version: CatalogueVersion, text: CatalogueEdition, number: str) -> Content | None:
    """Return the first words of a rule or term for the link preview; None if no edition of the version has it.

    A term that is named in the column of another language is shown in that language.
    """
    texts = dict.fromkeys((text, *version.texts))
    found = dict(
        Entry.objects.filter(edition__in=[one.pk for one in texts], number=number).values_list("edition", "pk")
    )
    edition = next((one for one in texts if one.pk in found), None)
    if edition is None:
        return None
    line = lines_at([found[edition.pk]])[0]
    passage = line.passage
    if len(passage.text) > _PREVIEW:
        shown = shortened(passage.text, _PREVIEW)
        emphasis = tuple((start, end) for start, end in passage.emphasis if end < len(shown) - 2)
        passage = passage._replace(text=shown, emphasis=emphasis)
    html = paragraphs_html(passage._replace(refs=()), Links(version, edition, None))
    return {
        "number": number if line.kind != Entry.Kind.TERM else "",
        "heading": line.heading,
        "lang": SafeString(lang_attribute(edition.language)),
        "html": mark_safe(html),  # noqa: S308 - escaped by rendering
        "version": version,
    }
