"""Provenance: the sources of an edition, and the comparison of a source with an edition."""

import bz2
import datetime
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.languages import EDITS
from rulesbase.engine.nodes import Layout
from rulesbase.engine.parsing.number_repair import is_cut
from rulesbase.engine.text.normalize import skeleton
from rulesbase.models import Agreement, Edition, Entry, Source, SourceFile

LAYOUTS: dict[str, str | Promise] = {
    Layout.OFFICIAL: _("official text"),
    Layout.WRAPPED: _("official text with the line breaks of the printed page"),
    Layout.DOCX: _("Word document"),
    Layout.BULLETS: _("bulleted list"),
    Layout.NUMBER_LINES: _("rule numbers on separate lines"),
    Layout.MARKDOWN: _("Markdown text"),
    Layout.EXTRACT: _("excerpt with rule numbers"),
    Layout.ARTICLE: _("article that quotes rules"),
    Layout.TABLE: _("table of rule numbers and rule texts"),
    Layout.XLIFF: "XLIFF",
    Layout.TMX: "TMX",
    Layout.PDF: "PDF",
}
# A source with more entries than this is shown chapter by chapter.
ONE_PAGE = 400
_BINARY = {
    "ooxml": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pdf": "application/pdf",
}
_CHARSETS = {
    "cp1252": "windows-1252",
    "ascii": "us-ascii",
    "utf-8-sig": "utf-8",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
}
_HEADING = re.compile(rf"\[(?:{EDITS})\]\s*|#{{1,6}}\s+", re.IGNORECASE)
_ITEM = re.compile(r"[-*•・◦]\s+")


# ---- An edition ----


class Origin(NamedTuple):
    """The sources of an edition: whole, partial with the number of entries, superseded; counts and agreements."""

    text: Source | None
    parts: list[tuple[Source, int]]
    superseded: list[Source]
    counts: dict[str, int]
    agreements: list[Agreement]


def layout_name(layout: str) -> str:
    """Return the name of a layout in the language of the page."""
    return str(LAYOUTS.get(layout, layout))


def origin_of(edition: Edition) -> Origin:
    """Return the provenance of an edition. Three queries."""
    sources = list(edition.sources.order_by("imported_at", "pk"))
    rows = edition.entries.order_by().values_list("source", "kind").annotate(Count("pk"))
    places: Counter[int] = Counter()
    kinds: Counter[int] = Counter()
    for source, kind, count in rows:
        places[source] += count
        kinds[kind] += count
    text = next((source for source in sources if source.pk == edition.text_source_id), None)
    counts = {
        "sections": kinds[Entry.Kind.SECTION],
        "chapters": kinds[Entry.Kind.CHAPTER],
        "rules": kinds[Entry.Kind.RULE] + kinds[Entry.Kind.SUBRULE],
        "terms": kinds[Entry.Kind.TERM],
    }
    return Origin(
        text,
        [(source, places[source.pk]) for source in sources if not source.whole],
        # A later whole file has the same text, otherwise it would have replaced it.
        [source for source in sources if source.whole and text and source.pk < text.pk],
        counts,
        list(edition.agreements.select_related("source").order_by("-agree", "differ", "source_id")),
    )


# ---- A source ----


def is_same_text(source: Source) -> bool:
    """Return whether a whole source repeats the text of an earlier one."""
    text = source.edition.text_source_id if source.edition else None
    return source.whole and text is not None and source.pk > text


class SourceComparison(NamedTuple):
    """The rules of a partial source compared with the edition of an agreement.

    ``differing`` have another text than the rule of the edition beside them, ``agreeing`` the same; the edition lacks
    those ``alone``. Of those ``cut`` the source has only the beginning, so they are not compared.
    """

    agreement: Agreement
    differing: list[tuple[Entry, Entry]]
    alone: list[Entry]
    agreeing: list[Entry]
    cut: list[Entry]


def chapters_of(source: Source) -> list[tuple[int, str]]:
    """Return the chapters of a source in order with their headings, the glossary last. Two queries."""
    titled = source.entries.filter(kind=Entry.Kind.CHAPTER).order_by("position")
    found = list(titled.values_list("chapter", "wording__heading"))
    return [*found, (Entry.TERMS, "")] if source.terms else found


def entries_of(source: Source, chapter: int | None) -> list[Entry]:
    """Return the entries of a source, or of one chapter of it, in order. Two queries."""
    entries = source.entries.order_by("position", "pk").for_reading()
    return list(entries if chapter is None else entries.filter(chapter=chapter))


def compare(entries: Sequence[Entry], agreement: Agreement) -> SourceComparison:
    """Compare the entries of a partial source with an edition by the rules of agreements. Two queries."""
    rules = [entry for entry in entries if entry.kind in (Entry.Kind.RULE, Entry.Kind.SUBRULE)]
    same_numbers = Entry.objects.of(agreement.edition).filter(number__in=[rule.number for rule in rules])
    there = {entry.number: entry for entry in same_numbers.for_reading()}
    differing: list[tuple[Entry, Entry]] = []
    alone: list[Entry] = []
    agreeing: list[Entry] = []
    cut: list[Entry] = []
    for entry in rules:
        text, other = entry.wording.text, there.get(entry.number)
        if not text or is_cut(text):
            cut.append(entry)
        elif other is None:
            alone.append(entry)
        elif skeleton(text) == skeleton(other.wording.text):
            agreeing.append(entry)
        else:
            differing.append((entry, other))
    return SourceComparison(agreement, differing, alone, agreeing, cut)


def nearest(agreements: Sequence[Agreement], wanted: str, source: Source) -> Agreement | None:
    """Return the agreement to show: with the wanted version, else the own edition, else the best and newest."""

    def order(one: Agreement) -> tuple[bool, bool, int, int, datetime.date]:
        date = one.edition.version.date
        return date.isoformat() == wanted, one.edition_id == source.edition_id, one.agree, -one.differ, date

    return max(agreements, key=order, default=None)


def blocks_of(commentary: str) -> list[tuple[str, str]]:
    """Split the prose around a quotation into headings, items and paragraphs, without their markers."""
    found: list[tuple[str, str]] = []
    for line in filter(None, map(str.strip, commentary.splitlines())):
        if mark := _HEADING.match(line):
            found.append(("heading", line[mark.end() :]))
        elif mark := _ITEM.match(line):
            found.append(("item", line[mark.end() :]))
        else:
            found.append(("paragraph", line))
    return [(kind, text) for kind, text in found if text]


# ---- The file ----


def original(source: Source) -> bytes:
    """Return the original bytes of a source. Raises SourceFile.DoesNotExist."""
    return bz2.decompress(bytes(SourceFile.objects.get(pk=source.sha256).packed))


def media_type(source: Source) -> str:
    """Return the content type of a file: never HTML, whatever it contains."""
    if binary := _BINARY.get(source.encoding):
        return binary
    # The byte order mark states the byte order.
    charset = "utf-16" if source.encoding.endswith("-bom") else _CHARSETS.get(source.encoding, source.encoding)
    return f"text/plain; charset={charset}"
