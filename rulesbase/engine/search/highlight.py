"""Highlighting of search words in texts.

Comparison ignores case and accents letter by letter, so that offsets lead back to the text.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulesbase.engine.search.analyzer import is_unspaced, plain, plain_with_offsets

_AROUND = " \t.,;:!?()[]'\"。、，；：！？（）・…“”«»「」"


class Piece(NamedTuple):
    """A piece of a text; ``marked`` where it matches."""

    text: str
    marked: bool


def marked(text: str, typed: str) -> list[Piece]:
    """Cut a text into pieces, marked where a word begins as one of the typed words."""
    folded, offsets = plain_with_offsets(text)
    words = {plain(word.strip(_AROUND)) for word in typed.split()} - {""}
    return cut(text, [match.span() for word in words for match in _beginning(word).finditer(folded)], offsets)


def _beginning(folded: str) -> re.Pattern[str]:
    # Chinese and Japanese have no spaces: a word may begin anywhere.
    anywhere = is_unspaced(folded[0])
    before = "" if anywhere else r"(?<![^\W_])"
    # One letter would match the beginning of nearly every word.
    after = "" if anywhere or len(folded) > 1 else r"(?![^\W_])"
    return re.compile(before + re.escape(folded) + after)


def cut(text: str, folded_spans: Iterable[tuple[int, int]], offsets: Sequence[int], most: int = 0) -> list[Piece]:
    """Cut a text into pieces with spans of its folded form marked; ``most`` limits the letters around the first."""
    spans = [(offsets[start], offsets[end - 1] + 1) for start, end in folded_spans if start < end]
    # Of two that begin together the longer one comes first and covers the other.
    spans.sort(key=lambda span: (span[0], -span[1]))
    first, last = _window(text, spans[0][0] if spans else 0, most)
    pieces = [Piece("… ", False)] if first else []
    at = first
    for start, end in spans:
        start, end = max(start, at), min(end, last)
        if start < end:
            pieces += [Piece(text[at:start], False), Piece(text[start:end], True)]
            at = end
    pieces += [Piece(text[at:last], False), Piece(" …" if last < len(text) else "", False)]
    return [piece for piece in pieces if piece.text]


def _window(text: str, hit: int, most: int) -> tuple[int, int]:
    """Return the first and last letter to show, at spaces where possible."""
    if not most or len(text) <= most * 1.25:
        return 0, len(text)
    first = max(0, hit - most // 3)
    if first:
        space = text.find(" ", first, first + 30)
        first = space + 1 if 0 <= space < hit else first
    last = min(len(text), first + most)
    if last < len(text):
        space = text.rfind(" ", last - 30, last)
        last = space if space > hit else last
    return first, last
