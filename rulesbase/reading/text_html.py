"""Offsets to escaped HTML: the only place that makes elements within the text of the rules.

Works with strings: a chapter has thousands of links, and a template a link would take seconds.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language, gettext, pgettext

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.entries import EntryText, Lead, Passage
from rulesbase.engine.parsing.glossary import senses
from rulesbase.engine.text import symbols
from rulesbase.engine.text.document_words import EXAMPLE
from rulesbase.engine.text.terms import Matcher

_NOTHING = Lead({}, {})


class Piece(NamedTuple):
    """text[start:end] becomes this HTML."""

    start: int
    end: int
    html: str


def _escape(text: str) -> str:
    """Escape what stands between tags. Quotes may stay, and most texts hold nothing else."""
    if "&" in text or "<" in text or ">" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text


@lru_cache(maxsize=1024)
def symbol_html(written: str, language: str) -> str | None:
    """A symbol as a glyph that is read aloud by its name and copied in braces; None where it is none."""
    glyph = symbols.glyph(written)
    if glyph is None:
        return None
    label = escape(symbols.name(written, language))
    drawn = f" sym-{glyph.sign.lower()}" if glyph.drawn else f" sl-{glyph.left} sr-{glyph.right}"
    wide = " sym-wide" if len(glyph.sign) > 2 and not glyph.drawn else ""
    sign = escape(glyph.sign)
    return (
        f'<span class="sym{drawn}{wide}" role="img" aria-label="{label}" title="{label}">'
        f'<span class="br">{{</span>{sign}<span class="br">}}</span></span>'
    )


class Links:
    """Makes links to rules and terms of one version, for texts of one of its editions."""

    def __init__(
        self, version: CatalogueVersion, text: CatalogueEdition, matcher: Matcher | None, lang: str = ""
    ) -> None:
        """``lang`` is the query of the page, so that a reader of three columns keeps them."""
        date = version.date.isoformat()
        self.date = date
        self.edition, self.language = text.pk, text.language
        self.matcher = matcher
        self.query = escape(f"?lang={lang}") if lang else ""
        self._rule = reverse("place", args=[date, "0"]).removesuffix("0/")
        self._term = reverse("term", args=[date, "0"]).removesuffix("0/")
        self._missing = gettext("There is no %(number)s in this version.")
        self._moved = gettext("Means %(number)s now: the number has gone to another rule since this was written.")
        self._renumbered = gettext("The translation has %(number)s here, the number of that rule in its own version.")
        self._gone = gettext("What was meant is gone: the number has gone to another rule since this was written.")
        # A page links the same few terms thousands of times.
        self._uses: dict[str, str] = {}

    def rule(self, number: str) -> str:
        """The address of a place in this version."""
        return f"{self._rule}{number}/{self.query}"

    def term(self, slug: str) -> str:
        """The address of a term in this version."""
        return f"{self._term}{escape(slug)}/{self.query}"

    def since(self, number: str, language: str, *, term: bool = False) -> str:
        """The address of what the English changed since a translation of a place was made."""
        return f"{self._term if term else self._rule}{escape(number)}/since/{language}/{self.query}"

    def reference(self, number: str, shown: str, lead: Lead, fold: int) -> str:
        """A reference: a link, or a mark where it leads nowhere."""
        meant = lead.stale.get((fold, number))
        if number not in lead.at:
            said = (self._moved % {"number": meant}) if meant else self._missing % {"number": number}
            return f'<span class="xref-missing" title="{said}">{shown}<span class="vh"> ({said})</span></span>'
        address = f"{self._rule}{number}/"
        link = f'href="{address}{self.query}" data-preview="{address}preview/{self.query}"'
        if meant is None:
            was = lead.was.get((fold, number))
            if was is None:
                return f'<a class="xref" {link}>{shown}</a>'
            said = self._renumbered % {"number": was}
            return f'<a class="xref xref-now" {link} title="{said}">{shown}<span class="vh"> ({said})</span></a>'
        said = self._moved % {"number": meant} if meant else self._gone
        return f'<a class="xref xref-stale" {link} title="{said}">{shown}<span class="vh"> ({said})</span></a>'

    def use(self, slug: str, shown: str) -> str:
        """A term where a text uses it."""
        start = self._uses.get(slug)
        if start is None:
            address = f"{self._term}{escape(slug)}/"
            start = f'<a class="term" href="{address}{self.query}" data-preview="{address}preview/{self.query}">'
            self._uses[slug] = start
        return f"{start}{shown}</a>"


# ---- A text ----


def _pieces(passage: Passage, links: Links, lead: Lead, seen: set[str] | None, own: str) -> list[Piece]:
    text = passage.text
    pieces = [
        Piece(ref.start, ref.end, links.reference(ref.number, text[ref.start : ref.end], lead, passage.fold))
        for ref in passage.refs
        if ref.number != own
    ]
    if "{" in text:
        pieces += _symbol_pieces(text, links.language)
    if links.matcher and seen is not None:
        taken = [(piece.start, piece.end) for piece in pieces]
        for use in links.matcher.find(text, seen):
            if not taken or not any(start < use.end and use.start < end for start, end in taken):
                shown = _escape(text[use.start : use.end])
                pieces.append(Piece(use.start, use.end, links.use(use.slug, shown)))
    pieces.sort()
    return pieces


def _symbol_pieces(text: str, language: str) -> Iterable[Piece]:
    """Symbols in a row, and the stop or bracket behind them, stay on one line: a cost is not cut in two."""
    for run in symbols.RUN.finditer(text):
        found = [(match, symbol_html(match[1], language)) for match in symbols.SYMBOL.finditer(run[0])]
        html = [symbol or _escape(match[0]) for match, symbol in found]
        if not any(symbol for _match, symbol in found):
            continue
        after = _escape(run[1])
        kept = len(html) > 1 or after
        inner = "".join(html) + after
        yield Piece(run.start(), run.end(), f'<span class="nowrap">{inner}</span>' if kept else inner)


def _join(text: str, pieces: Iterable[Piece]) -> str:
    html: list[str] = []
    at = 0
    for start, end, piece in pieces:
        if start >= at:
            html += (_escape(text[at:start]), piece)
            at = end
    html.append(_escape(text[at:]))
    return "".join(html)


def _with_emphasis(text: str, pieces: list[Piece], emphasis: Sequence[tuple[int, int]]) -> list[Piece]:
    """Wrap emphasised stretches. What one would cut in two is inside it; none goes beyond its paragraph."""
    wrapped: list[Piece] = []
    for start, end in emphasis:
        for piece in pieces:
            if piece.start < start < piece.end:
                start = piece.start
            if piece.start < end < piece.end:
                end = piece.end
        inside = [piece for piece in pieces if start <= piece.start and piece.end <= end]
        pieces = [piece for piece in pieces if piece not in inside]
        for at, stop in _lines_within(text, start, end):
            own = [Piece(p.start - at, p.end - at, p.html) for p in inside if at <= p.start and p.end <= stop]
            wrapped.append(Piece(at, stop, f"<em>{_join(text[at:stop], own)}</em>"))
    return sorted([*pieces, *wrapped])


def _lines_within(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if start < stop:
            yield start, stop
        start = stop + 1


def inline_html(
    passage: Passage, links: Links, lead: Lead = _NOTHING, seen: set[str] | None = None, own: str = ""
) -> str:
    """A text with its links, symbols and emphasis; line ends stay line ends.

    Terms in ``seen`` are not linked and those found join it; None links no term. ``own`` is a number that is
    not linked: that of the page itself.
    """
    pieces = _pieces(passage, links, lead, seen, own)
    if passage.emphasis:
        pieces = _with_emphasis(passage.text, pieces, passage.emphasis)
    return _join(passage.text, pieces)


def paragraphs_html(
    passage: Passage, links: Links, lead: Lead = _NOTHING, seen: set[str] | None = None, own: str = ""
) -> str:
    """A text as paragraphs."""
    html = inline_html(passage, links, lead, seen, own)
    return "<p>" + html.replace("\n", "</p><p>") + "</p>" if html else ""


def example_html(passage: Passage, links: Links, lead: Lead, seen: set[str] | None, own: str = "") -> str:
    """An example; the word with which it begins stands out."""
    html = paragraphs_html(passage, links, lead, seen, own).replace("<p>", '<p class="example">')
    word = EXAMPLE.match(passage.text)
    if word:
        html = html.replace(word[0], f"<b>{word[0]}</b>", 1)
    return html


def body_html(line: EntryText, links: Links, lead: Lead, *, own: str = "", known: frozenset[str] = frozenset()) -> str:
    """Text and examples of an entry; the senses of a term as a list. Terms in ``known`` are not linked."""
    seen: set[str] = {line.number, *known}
    parts = senses(line.passage.text) if line.kind == 5 else [line.passage.text]
    if len(parts) > 1:
        items = (paragraphs_html(p, links, lead, seen, own) for p in _cut(line.passage, parts))
        html = '<ol class="senses"><li>' + "</li><li>".join(items) + "</li></ol>"
    elif is_title(line):
        html = f'<h2 class="keyword">{_escape(line.passage.text)}</h2>'
    else:
        html = paragraphs_html(line.passage, links, lead, seen, own)
    return html + "".join(example_html(example, links, lead, seen, own) for example in line.examples)


def is_title(line: EntryText) -> bool:
    """Whether a rule's text is only a name for its subrules, such as a keyword."""
    text = line.passage.text
    return line.kind == 3 and 0 < len(text) <= 60 and text[-1] not in ".:;!?。”）)" and "\n" not in text


def terms_of_title(line: EntryText, links: Links) -> frozenset[str]:
    """The term that a title names: below it every subrule speaks of it, and needs no link each time."""
    found = links.matcher.find(line.passage.text) if links.matcher else []
    return frozenset(use.slug for use in found)


def _cut(passage: Passage, parts: Iterable[str]) -> Iterable[Passage]:
    """The senses as passages of their own, offsets counted anew."""
    at = 0
    for part in parts:
        start = passage.text.index(part, at)
        at = start + len(part)
        yield Passage(
            part,
            tuple((max(a, start) - start, min(b, at) - start) for a, b in passage.emphasis if a < at and b > start),
            passage.fold,
            tuple(
                ref._replace(start=ref.start - start, end=ref.end - start)
                for ref in passage.refs
                if start <= ref.start and ref.end <= at
            ),
        )


def lang_attribute(language: str) -> str:
    """A lang attribute where a text is not in the language of the page."""
    return "" if language == get_language() else f' lang="{language}"'


def mark_words() -> dict[str, str]:
    """The marks of the margin in words, in the language of the page."""
    return {
        "added": pgettext("kind of change", "added"),
        "removed": pgettext("kind of change", "removed"),
        "reworded": pgettext("kind of change", "reworded"),
        "renumbered": pgettext("kind of change", "renumbered"),
        "moved": pgettext("kind of change", "moved"),
        "split": pgettext("kind of change", "split"),
        "merged": pgettext("kind of change", "merged"),
        "refs": pgettext("kind of change", "references only"),
        "typo": pgettext("kind of change", "typography only"),
        "same": pgettext("kind of change", "untouched"),
    }
