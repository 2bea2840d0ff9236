"""Rule texts and lists of entries as escaped HTML with links, symbols and emphasis.

Builds strings: a chapter has thousands of links, and one template per link would take seconds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape as html_escape
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext_lazy

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.change_marks import Mark
from rulesbase.archive.entries import EntryText, LinkedText, part_of
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.core.document_urls import document_mark
from rulesbase.core.escaped_html import joined
from rulesbase.core.symbols_html import symbol_html
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import EXAMPLE
from rulesbase.engine.nodes import Kind
from rulesbase.engine.parsing.glossary import senses
from rulesbase.engine.text import symbols
from rulesbase.engine.text.anchoring import merged
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.numbers import kind_of
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry

_NO_TARGETS = LinkTargets()
# Headings within a section of a tournament document ("Additional Remedy") have no more characters.
_HEADING = 50


class Replacement(NamedTuple):
    """HTML that replaces text[start:end]."""

    start: int
    end: int
    html: str


# Escapes text between tags; quotes need no escaping there.
_escape = partial(html_escape, quote=False)
# An element ends with the line or the table cell.
_LINE = re.compile(r"[^\n\t]+")
_Write = Callable[[int, int], str]


class TextLinks:
    """Writes the references and terms of a text as HTML. This base class makes no links of them."""

    # Finds the terms to link.
    matcher: Matcher | None = None

    def __init__(self, language: str) -> None:
        """``language`` is that of the text."""
        self.language = language

    def reference(self, number: str, shown: str, targets: LinkTargets, fold: int) -> str:
        """Return the HTML of a reference to a number; ``shown`` is its text."""
        return shown

    def use(self, slug: str, shown: str) -> str:
        """Return the HTML of a glossary term that the matcher found; ``shown`` is its text."""
        return shown


class Links(TextLinks):
    """Makes links to rules and terms of one version for the texts of an edition."""

    def __init__(
        self, version: CatalogueVersion, text: CatalogueEdition, matcher: Matcher | None, lang: str = ""
    ) -> None:
        """Prepare addresses and messages; ``lang`` is the language query of the page, added to links."""
        date = version.date.isoformat()
        super().__init__(text.language)
        self.date, self.edition = date, text.pk
        self.matcher = matcher
        self.query = escape(f"?lang={lang}") if lang else ""
        self._rule = reverse("place", args=[date, "0"]).removesuffix("0/")
        self._term = reverse("term", args=[date, "0"]).removesuffix("0/")
        self._missing = gettext("There is no %(number)s in this version.")
        self._missing_elsewhere = gettext("%(number)s did not exist on the date of this version.")
        self._moved = gettext(
            "The rule that this reference pointed to is now %(number)s. The number in the text now belongs to another "
            "rule."
        )
        self._renumbered = gettext(
            "The translation shows %(number)s here. That is the number of this rule in the version that was translated."
        )
        self._gone = gettext(
            "The rule that this reference pointed to no longer exists. The number now belongs to another rule."
        )
        # Cached: a page links the same few terms thousands of times.
        self._uses: dict[str, str] = {}

    def rule(self, number: str) -> str:
        """Return the address of a number in this version."""
        return f"{self._rule}{number}/{self.query}"

    def history(self, number: str) -> str:
        """Return the address of the history of a number."""
        return f"{self._rule}{number}/history/"

    def term(self, slug: str) -> str:
        """Return the address of a term in this version."""
        return f"{self._term}{escape(slug)}/{self.query}"

    def since(self, number: str, language: str, *, term: bool = False) -> str:
        """Return the address of the English changes since the translation of an entry."""
        return f"{self._term if term else self._rule}{escape(number)}/since/{language}/{self.query}"

    def reference(self, number: str, shown: str, targets: LinkTargets, fold: int) -> str:
        """Return a reference as a link, or as a mark if its target is missing."""
        if " " in number:
            return self._in_other_document(targets.elsewhere.get(number), number, shown)
        meant = targets.stale.get((fold, number))
        if number not in targets.at:
            title = (self._moved % {"number": meant}) if meant else self._missing % {"number": number}
            return f'<span class="xref-missing" title="{title}">{shown}{self._read_aloud(title)}</span>'
        address = f"{self._rule}{number}/"
        link = f'href="{address}{self.query}" data-preview="{address}preview/{self.query}"'
        if meant is None:
            was = targets.was.get((fold, number))
            if was is None:
                return f'<a class="xref" {link}>{shown}</a>'
            title = self._renumbered % {"number": was}
            return f'<a class="xref xref-now" {link} title="{title}">{shown}{self._read_aloud(title)}</a>'
        title = self._moved % {"number": meant} if meant else self._gone
        return f'<a class="xref xref-stale" {link} title="{title}">{shown}{self._read_aloud(title)}</a>'

    def _read_aloud(self, title: str) -> str:
        """Return a message of the page within the text, out of sight, in the language of the page."""
        page_language = get_language()
        lang = "" if page_language == self.language else f' lang="{page_language}"'
        return f'<span class="vh"{lang}> ({title})</span>'

    def _in_other_document(self, address: str | None, number: str, shown: str) -> str:
        """Return a reference to another document: as text if that has no version here, or as a mark if it is broken."""
        if address is None:
            return shown
        if not address:
            title = self._missing_elsewhere % {"number": number.upper()}
            return f'<span class="xref-missing" title="{title}">{shown}{self._read_aloud(title)}</span>'
        return f'<a class="xref" href="{address}" data-preview="{address}preview/">{shown}</a>'

    def use(self, slug: str, shown: str) -> str:
        """Return a glossary term as a link."""
        start = self._uses.get(slug)
        if start is None:
            address = f"{self._term}{escape(slug)}/"
            start = f'<a class="term" href="{address}{self.query}" data-preview="{address}preview/{self.query}">'
            self._uses[slug] = start
        return f"{start}{shown}</a>"


# ---- A text ----


def _writer(passage: LinkedText) -> _Write:
    """Return the function that writes all visible text: text[start:end] escaped, with highlights in <mark>.

    The first piece of a highlight has its id, as a target of links.
    """
    text = passage.text
    if not passage.highlights:
        # Hardly any text has a sign to escape.
        if "&" in text or "<" in text or ">" in text:
            return lambda start, end: _escape(text[start:end])
        return lambda start, end: text[start:end]
    marks: list[tuple[int, int, list[str]]] = []
    known = {""}
    for first, last, names in merged(passage.highlights):
        for line in _LINE.finditer(text, first, last):
            marks.append((*line.span(), [name for name in names if name not in known]))
            known.update(names)

    def write(start: int, end: int) -> str:
        html: list[str] = []
        at = start
        for first, last, names in marks:
            begin, stop = max(first, start), min(last, end)
            if begin < stop:
                ids = [f' id="{name}"' for name in names if begin == first] or [""]
                opening = "".join(f'<mark class="own-mark"{one}>' for one in ids)
                html += (_escape(text[at:begin]), opening, _escape(text[begin:stop]), "</mark>" * len(ids))
                at = stop
        return "".join(html) + _escape(text[at:end])

    return write


def _symbol_replacements(text: str, language: str, write: _Write) -> Iterable[Replacement]:
    """Replace symbols; keep adjacent symbols and following punctuation on one line."""
    for run in symbols.RUN.finditer(text):
        found = [(match, symbol_html(match[1], language)) for match in symbols.SYMBOL.finditer(text, *run.span())]
        if not any(symbol for _match, symbol in found):
            continue
        html = [write(*match.span()).replace(match[0], symbol or match[0]) for match, symbol in found]
        after = write(*run.span(1))
        nowrap = len(html) > 1 or after
        inner = "".join(html) + after
        yield Replacement(run.start(), run.end(), f'<span class="nowrap">{inner}</span>' if nowrap else inner)


def _join(at: int, end: int, pieces: Iterable[Replacement], write: _Write) -> str:
    """Return text[at:end] with its replacements."""
    html: list[str] = []
    for start, stop, piece in pieces:
        if start >= at:
            html += (write(at, start), piece)
            at = stop
    html.append(write(at, end))
    return "".join(html)


def _with_emphasis(
    text: str, pieces: list[Replacement], emphasis: Sequence[tuple[int, int]], write: _Write
) -> list[Replacement]:
    """Wrap emphasised ranges. Extend them over replacements they would cut, and split them at paragraphs."""
    wrapped: list[Replacement] = []
    for start, end in emphasis:
        for piece in pieces:
            if piece.start < start < piece.end:
                start = piece.start
            if piece.start < end < piece.end:
                end = piece.end
        inside = [piece for piece in pieces if start <= piece.start and piece.end <= end]
        pieces = [piece for piece in pieces if piece not in inside]
        for line in _LINE.finditer(text, start, end):
            at, stop = line.span()
            own = [piece for piece in inside if at <= piece.start and piece.end <= stop]
            wrapped.append(Replacement(at, stop, f"<em>{_join(at, stop, own, write)}</em>"))
    return sorted([*pieces, *wrapped])


def inline_html(
    passage: LinkedText,
    links: TextLinks,
    targets: LinkTargets = _NO_TARGETS,
    seen: set[str] | None = None,
    own: str = "",
    bold: int = 0,
) -> str:
    """Return a text with links, symbols and emphasis; line breaks stay.

    Link terms once: those in ``seen`` are skipped and new ones added; None links no term. ``own`` is the number of the
    page itself, which is not linked. The first ``bold`` characters are bold.
    """
    text, write = passage.text, _writer(passage)
    pieces = [
        Replacement(ref.start, ref.end, links.reference(ref.number, write(ref.start, ref.end), targets, passage.fold))
        for ref in passage.refs
        if ref.number != own
    ]
    if "{" in text:
        pieces += _symbol_replacements(text, links.language, write)
    if bold:
        pieces.append(Replacement(0, bold, f"<b>{write(0, bold)}</b>"))
    if links.matcher and seen is not None:
        taken = [(piece.start, piece.end) for piece in pieces]
        for use in links.matcher.find(text, seen):
            if not taken or not any(start < use.end and use.start < end for start, end in taken):
                pieces.append(Replacement(use.start, use.end, links.use(use.slug, write(use.start, use.end))))
    pieces.sort()
    if passage.emphasis:
        pieces = _with_emphasis(text, pieces, passage.emphasis, write)
    return _join(0, len(text), pieces, write)


def paragraphs_html(
    passage: LinkedText,
    links: TextLinks,
    targets: LinkTargets = _NO_TARGETS,
    seen: set[str] | None = None,
    own: str = "",
    bold: int = 0,
) -> str:
    """Return a text as paragraphs."""
    html = inline_html(passage, links, targets, seen, own, bold)
    if active_document() != COMPREHENSIVE_RULES:
        return "".join(_document_parts(passage.text.split("\n"), html.split("\n"))) if html else ""
    return "<p>" + html.replace("\n", "</p><p>") + "</p>" if html else ""


def _document_parts(plain: list[str], html: list[str]) -> Iterator[str]:
    """Yield the paragraphs of a tournament document as HTML: tables, lists, headings and running text."""
    kinds = map(_kind_of_paragraph, plain, [*plain[1:], ""])
    for kind, group in groupby(zip(kinds, html, strict=True), itemgetter(0)):
        texts = [text for _kind, text in group]
        if kind == "row":
            rows = ("<tr><td>" + text.replace("\t", "</td><td>") + "</td></tr>" for text in texts)
            yield "<table>" + "".join(rows) + "</table>"
        elif kind == "bullet":
            yield "<ul><li>" + "</li><li>".join(text.replace("• ", "", 1) for text in texts) + "</li></ul>"
        else:
            yield from (f"<p><strong>{text}</strong></p>" if kind == "heading" else f"<p>{text}</p>" for text in texts)


def _kind_of_paragraph(text: str, after: str) -> str:
    """Return row, bullet, heading or text for a paragraph and the next one. A heading is a few words before text."""
    if "\t" in text:
        return "row"
    if text.startswith("• "):
        return "bullet"
    short = len(text) <= _HEADING and text[:1].isupper() and text[-1:] not in ".:;,?!"
    # A line of a list of changes (“Section 115: Mulligan updated”) and the end of a remark are no headings.
    titles = short and ":" not in text and text.count("(") == text.count(")")
    before_text = len(after) > _HEADING or after[-1:] in (".", "?", "!") or any(sign in after for sign in ":•\t")
    return "heading" if titles and before_text else "text"


def example_html(passage: LinkedText, links: TextLinks, targets: LinkTargets, seen: set[str] | None, own: str) -> str:
    """Return an example with its introducing word emphasised."""
    word = EXAMPLE.match(passage.text)
    html = paragraphs_html(passage, links, targets, seen, own, word.end() if word else 0)
    return html.replace("<p>", '<p class="example">')


def body_html(
    line: EntryText,
    links: TextLinks,
    targets: LinkTargets,
    *,
    own: str = "",
    seen: set[str] | None = None,
    titled: bool = True,
) -> str:
    """Return text and examples of an entry; senses of a term as a list. ``titled`` adds the title of a section.

    Terms in ``seen`` are not linked; those linked here are added, so that a rule and its subrules link each term once.
    """
    seen = set() if seen is None else seen
    seen.add(line.number)
    parts = senses(line.passage.text) if line.kind == Entry.Kind.TERM else [line.passage.text]
    if len(parts) > 1:
        items = (paragraphs_html(p, links, targets, seen, own) for p in _cut(line.passage, parts))
        html = '<ol class="senses"><li>' + "</li><li>".join(items) + "</li></ol>"
    elif is_title(line):
        html = f'<h2 class="keyword">{_writer(line.passage)(0, len(line.passage.text))}</h2>'
    else:
        html = paragraphs_html(line.passage, links, targets, seen, own)
    if line.heading and line.kind == Entry.Kind.RULE and titled:
        # Sections of tournament documents have a title and a text.
        html = f'<h2 class="keyword">{_escape(line.heading)}</h2>{html}'
    for example in line.examples:
        html += example_html(example, links, targets, seen, own)
    return html


def is_title(line: EntryText) -> bool:
    """Return whether a rule's text is only a title for its subrules, such as a keyword."""
    text = line.passage.text
    return line.kind == Entry.Kind.RULE and 0 < len(text) <= 60 and text[-1] not in ".:;!?。”）)" and "\n" not in text


def _cut(passage: LinkedText, parts: Iterable[str]) -> Iterable[LinkedText]:
    """Return the senses as separate passages."""
    at = 0
    for part in parts:
        start = passage.text.index(part, at)
        at = start + len(part)
        yield part_of(passage, start, at)


def lang_attribute(language: str) -> str:
    """Return a lang attribute if a text is not in the language of the page."""
    return "" if language == get_language() else f' lang="{language}"'


def icon_mark(kind: str, html: str, css: str = "") -> str:
    """Return an icon with a word. The page defines the icons once, with ``{% icon_sprite %}``."""
    icon = f'<svg class="ico" viewBox="0 0 16 16" aria-hidden="true"><use href="#i-{kind}"/></svg>'
    return f'<span class="mark {css or f"k-{kind}"}">{icon}{html}</span>'


# Translated when shown; see `mark_words`.
MARK_WORDS: dict[str, Promise] = {
    "added": pgettext_lazy("kind of change", "added"),
    "removed": pgettext_lazy("kind of change", "removed"),
    "reworded": pgettext_lazy("kind of change", "reworded"),
    "renumbered": pgettext_lazy("kind of change", "renumbered"),
    "moved": pgettext_lazy("kind of change", "moved"),
    "split": pgettext_lazy("kind of change", "split"),
    "merged": pgettext_lazy("kind of change", "merged"),
    "wording": pgettext_lazy("kind of change", "wording only"),
    "refs": pgettext_lazy("kind of change", "references only"),
    "typo": pgettext_lazy("kind of change", "typography only"),
    "same": pgettext_lazy("kind of change", "unchanged"),
}


def mark_words() -> dict[str, str]:
    """Return the kinds of change in the language of the page, translated once."""
    return {kind: str(word) for kind, word in MARK_WORDS.items()}


# ---- Lists of entries ----


class Annotations:
    """Notes and marks of the signed-in user on the entries of a page. This base class has none.

    The key of an entry is the number of a rule, or the Rule of a term, whose slug differs between languages.
    """

    def highlighted(self, key: str | int | None, line: EntryText, language: str) -> EntryText:
        """Return an entry with the words of notes on it as highlights."""
        return line

    def box(self, key: str | int | None) -> str:
        """Return the notes of an entry as HTML; empty if there are none."""
        return ""

    def tool(self, number: str) -> str:
        """Return a link to write a note."""
        return ""


class Margin:
    """HTML of the margin of an entry: its last change and the tools. Translates its words once per page.

    ``cited`` is how many texts cite an entry, by its number.
    """

    def __init__(
        self,
        links: Links,
        marks: dict[int, Mark],
        notes: Annotations,
        cited: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.links, self.marks, self.notes, self.cited = links, marks, notes, cited
        self._words = mark_words()
        self._document = document_mark()
        self._link, self._cite = gettext("Link"), gettext("Cite")
        self._link_label = gettext("Permanent link to %(number)s")
        self._cite_label = gettext("Copy the citation of %(number)s")
        self._history, self._history_label = gettext("History"), gettext("History of rule %(number)s")
        self._cited_by = gettext("Cited by other rules: %(count)s")

    def mark(self, rule: int | None, number: str = "") -> str:
        """Return the last change of a Rule as a link to the history of the number; empty if there was none."""
        mark = self.marks.get(rule or 0)
        if mark is None:
            return ""
        word, day = self._words[mark.kind], mark.date.isoformat()
        when = f'<span class="vh">{word} </span><time datetime="{day}">{day}</time>'
        if number:
            when = f'<a href="{self.links.history(number)}">{when}</a>'
        return f'<p title="{word} {day}">{icon_mark(mark.kind, when)}</p>'

    def tools(self, number: str) -> str:
        """Return links: permanent, citation, history, citing texts; for signed-in users to write a note."""
        labels = {"number": number}
        address = self.links.rule(number)
        # A section with a text of its own has no citations beside it.
        cite = "cite" if kind_of(number) in (Kind.RULE, Kind.SUBRULE) else f"r{number}"
        note, count = self.notes.tool(number), self.cited.get(number)
        cited = f'<a href="{address}#cb">{self._cited_by % {"count": count}}</a>' if count else ""
        return (
            f'<p class="tools">{note}<a href="#r{number}" aria-label="{self._link_label % labels}">{self._link}</a>'
            f'<a class="cite-copy" data-cite="{self._document} {number} ({self.links.date})" href="{address}#{cite}"'
            f' aria-label="{self._cite_label % labels}">{self._cite}</a>'
            f'<a href="{self.links.history(number)}" aria-label="{self._history_label % labels}">{self._history}</a>'
            f"{cited}</p>"
        )


def number_html(number: str, links: Links) -> str:
    """Return a number as a link to its page, with the letter of a subrule emphasised."""
    if not shown_number(number):
        return f'<a href="{links.rule(number)}">§</a>'
    stem = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    shown = number if stem == number else f'<span class="stem">{stem}</span>{number[len(stem) :]}'
    return f'<a href="{links.rule(number)}">{shown}</a>'


def entries_html(
    lines: Sequence[EntryText],
    links: Links,
    targets: LinkTargets,
    margin: Margin,
    doubts: Mapping[str, str],
) -> SafeString:
    """Return rules in order as a list, with subrules in nested lists; ``doubts`` is HTML by number."""
    lang = lang_attribute(links.language)

    def item(line: EntryText, seen: set[str]) -> str:
        """Return an entry as a list item that is still open."""
        shown = margin.notes.highlighted(line.number, line, links.language)
        body = body_html(shown, links, targets, seen=seen) + margin.notes.box(line.number) + doubts.get(line.number, "")
        return (
            f'<li id="r{line.number}"><div class="entry"><div class="entry-num">'
            f'{number_html(line.number, links)}</div><div class="entry-body text"{lang}>{body}</div>'
            f'<div class="entry-gutter">{margin.mark(line.rule, line.number)}{margin.tools(line.number)}</div></div>'
        )

    html: list[str] = ['<ol class="rules" role="list">']
    seen: set[str] = set()
    # Whether the item of the last rule still takes its subrules.
    is_open = False
    for is_sub, group in groupby(lines, lambda line: line.kind == Entry.Kind.SUBRULE):
        if is_sub:
            # A subrule without its rule still needs a parent list item.
            html.append('<ol class="subrules" role="list">' if is_open else '<li><ol class="subrules" role="list">')
            html += (f"{item(line, seen)}</li>" for line in group)
            html.append("</ol></li>")
            is_open = False
            continue
        for line in group:
            # Subrules do not link the terms of their rule or of its title again.
            found = links.matcher.find(line.passage.text) if links.matcher and is_title(line) else ()
            seen = {use.slug for use in found}
            html += ("</li>" if is_open else "", item(line, seen))
            is_open = True
    html.append("</li></ol>" if is_open else "</ol>")
    return joined(html)
