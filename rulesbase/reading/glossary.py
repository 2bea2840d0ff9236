"""The glossary of a version: its terms grouped by letter, and the page of one term."""

import re
import unicodedata
from collections.abc import Callable, Iterable

from django.db.models import Q
from django.utils.safestring import SafeString, mark_safe

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueEdition
from rulesbase.archive.entries import EntryText, chapter_lines, lines_of
from rulesbase.citations.cited_by import uses_of
from rulesbase.core.escaped_html import joined
from rulesbase.core.grouping import grouped
from rulesbase.engine.languages import text_language
from rulesbase.models import Entry, Example
from rulesbase.reading.number_history import number_history
from rulesbase.reading.outline import matcher, terms_of
from rulesbase.reading.page_address import TERM, PageAddress, main_number
from rulesbase.reading.page_frame import Frame
from rulesbase.reading.pages import Content, language_text, links_of
from rulesbase.reading.parallel_html import doubts_html, freshness_html
from rulesbase.reading.text_html import Links, Margin, body_html, inline_html, lang_attribute
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns

# Rows of the kana table by their first letter; voiced and small letters count as the plain one.
_KANA_ROWS = {
    "あ": "あいうえお",
    "か": "かきくけこ",
    "さ": "さしすせそ",
    "た": "たちつてと",
    "な": "なにぬねの",
    "は": "はひふへほ",
    "ま": "まみむめも",
    "や": "やゆよ",
    "ら": "らりるれろ",
    "わ": "わゐゑをん",
}
_ROW_OF = {letter: row for row, letters in _KANA_ROWS.items() for letter in letters}
_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ") | str.maketrans({"œ": "oe", "æ": "ae"})
_VOWELS = {letter: "あいうえお"[at] for row in _KANA_ROWS.values() for at, letter in enumerate(row[:5])}
_VOWELS |= {"や": "あ", "ゆ": "う", "よ": "お"}
_LONG = re.compile("(.)ー")
_KANJI = "漢"
_OTHER = "#"
_ANCHORS = {_OTHER: "other", _KANJI: "kanji", "": "all"}


def _plain(text: str) -> str:
    """Normalise for sorting: no accents or voicing marks, katakana as hiragana, long vowels doubled, lower case."""
    folded = unicodedata.normalize("NFKD", text).lower()
    letters = (chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in folded if not unicodedata.combining(c))
    kana = "".join(letters).translate(_SMALL)
    return _LONG.sub(lambda match: match[1] + _VOWELS.get(match[1], ""), kana)


def letter_of(heading: str) -> str:
    """Return the group of a term: A to Z, a row of the kana table, 漢 for kanji, # for the rest."""
    plain = _plain(heading).lstrip("“”\"'‘’«» 「『")
    first = plain[:1]
    if first in _ROW_OF:
        return _ROW_OF[first]
    if "a" <= first <= "z":
        return first.upper()
    return _KANJI if first and first.isalpha() else _OTHER


def _order(language: str) -> Callable[[EntryText], tuple[str, int]]:
    """Return a sort key within a group: document order for English and kanji, alphabetical for others.

    The text does not give the readings of kanji, so they cannot be sorted.
    """

    def key(line: EntryText) -> tuple[str, int]:
        known = text_language(language).sorts_terms and letter_of(line.heading) != _KANJI
        return (_plain(line.heading) if known else ""), line.position

    return key


def groups_of(lines: Iterable[EntryText], language: str) -> list[tuple[str, list[EntryText]]]:
    """Group terms by letter, both in order. Chinese has a single group in document order."""
    has_letters = text_language(language).has_letters
    ordered = sorted(lines, key=_order(language))
    groups = grouped((letter_of(line.heading) if has_letters else "", line) for line in ordered)
    rank = {_KANJI: 1, _OTHER: 2}
    return sorted(groups.items(), key=lambda group: (rank.get(group[0], 0), group[0]))


def terms_html(
    lines: Iterable[EntryText], links: Links, columns: Columns, margin: Margin, text: CatalogueEdition
) -> SafeString:
    """Return terms as a list, with the freshness of fallback texts; missing terms are shown in English."""
    html = ['<ol class="terms" role="list">']
    for line in lines:
        slug = line.number
        cell = columns.cells.get((text.pk, slug))
        mark = freshness_html(cell, text, links) if cell else ""
        mark += doubts_html(columns.doubts.get((line.edition, slug))) + margin.notes.box(line.rule)
        language = text.language if line.edition == text.pk else DEFAULT_LANGUAGE
        lang = lang_attribute(language)
        body = body_html(margin.notes.highlighted(line.rule, line, language), links, columns.link_targets[line.edition])
        html.append(
            f'<li id="t-{slug}"><h3 class="term-name"{lang}>'
            f'<a href="{links.term(slug)}">{name_html(line, links)}</a></h3>'
            f'<div class="term-body text"{lang}>{body}{mark}</div>'
            f'<div class="entry-gutter">{margin.mark(line.rule)}</div></li>'
        )
    html.append("</ol>")
    return joined(html)


def name_html(line: EntryText, links: Links) -> str:
    """Return the name of a term as HTML, including an English name after a slash or in brackets."""
    return inline_html(line.passage._replace(text=line.heading, emphasis=(), refs=()), links)


def glossary(around: Frame) -> Content | None:
    """Return the content of the glossary page in the first language; None if the version has no glossary."""
    text = around.texts[0]
    found = chapter_lines(editions_to_read(around.version, [text]), Entry.TERMS)
    columns = fill_columns(around.versions, around.version, [text], found, Entry.TERMS)
    lines = [line for line in columns.lines if line.edition == text.pk]
    if text.is_fallback:
        lost = {cell.number for cell in columns.cells.values() if not cell.text.wording}
        lines += [line for line in found if line.number in lost]
    if not lines:
        return None
    links = links_of(around, text)
    margin = Margin(links, columns.marks, around.notes)
    groups = [
        {
            "letter": letter,
            "anchor": f"l-{_ANCHORS.get(letter, letter.lower())}",
            "html": terms_html(terms, links, columns, margin, text),
        }
        for letter, terms in groups_of(lines, text.language)
    ]
    return {"groups": groups, "count": len(lines), "letters": len(groups) > 1, "tallies": columns.tallies}


def term(around: Frame, slug: str) -> Content | None:
    """Return the content of a term page with the rules that use the term; None if there is no such term."""
    order = terms_of(around.versions.english, around.text.pk)
    at = next((at for at, (number, _heading) in enumerate(order) if number == slug), None)
    if at is None:
        return None
    texts = editions_to_read(around.version, around.texts)
    here = Q(number=slug) | Q(rule__in=Entry.objects.filter(edition=around.text.pk, number=slug).values("rule"))
    entries = Entry.objects.filter(here, edition__in=texts, chapter=Entry.TERMS)
    lines = lines_of(entries, Example.objects.filter(entry__in=entries))
    english = next((line.number for line in lines if line.edition != around.text.pk), slug)
    columns = fill_columns(around.versions, around.version, around.texts, lines, Entry.TERMS, {slug, english})
    line = next(line for line in lines if line.edition == around.text.pk and line.number == slug)
    links = links_of(around)
    finder = matcher(around.versions.english, around.text.pk, around.text.language)
    shown = around.notes.highlighted(line.rule, line, around.text.language)
    return {
        "line": columns.line(around.text, line) or line,
        "slug": slug,
        # All about the Rule is found by its slug in the main edition; empty if that lacks the term.
        "main_slug": main_number(around.version, PageAddress(TERM, slug), around.text, around.positions),
        "language_texts": [language_text(around, columns, text, line) for text in around.texts],
        "parallel": columns.parallel,
        "tallies": columns.tallies,
        "lang_attribute": SafeString(lang_attribute(around.text.language)),
        "body": mark_safe(body_html(shown, links, columns.link_targets[around.text.pk])),  # noqa: S308 - escaped by rendering
        "mark": columns.marks.get(line.rule or 0),
        "quotes": uses_of(around.text, slug, line.heading, finder),
        "previous": order[at - 1] if at else None,
        "next": order[at + 1] if at + 1 < len(order) else None,
        "life": number_history(around.versions, line.rule, around.positions) if line.rule else None,
        "own_notes": around.notes.box(line.rule),
    }
