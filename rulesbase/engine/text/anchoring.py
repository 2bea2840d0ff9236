"""Anchoring of highlighted words in a text that may have been reworded since."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.languages import text_language
from rulesbase.engine.text.symbols import SYMBOL
from rulesbase.engine.text.tokens import level, read_words

# Characters stored before and after a highlight, and compared where its words occur several times.
AROUND = 60
# Minimum similarity (0 to 100) at which a phrase counts as reworded.
_ALIKE = 82
_SHORTEST_NEAR = 24
_WORD = re.compile(r"\w+")
_NEAR = 30
_BETWEEN = r"(?:\n(?:•|\d{1,2}\.) |\s*)"


class PhraseMatch(NamedTuple):
    """The current span of highlighted words; ``same`` unless more than typography and rule numbers changed."""

    start: int
    end: int
    same: bool


class PhraseContext(NamedTuple):
    """The text before and after a highlight when it was made, and its start offset."""

    before: str
    after: str
    start: int


def context_of(text: str, start: int, end: int) -> PhraseContext:
    """Return the text around text[start:end]."""
    return PhraseContext(text[max(0, start - AROUND) : start], text[end : end + AROUND], start)


def occurrences(text: str, phrase: str, language: str = "en") -> list[tuple[int, int]]:
    """Return the spans of a phrase in a text; case, typography, spaces and rule numbers may differ."""
    words, wanted = (read_words(one, language, 0, len(one)) for one in (level(text), level(phrase)))
    keys, sought = _folded(words.masked), _folded(wanted.masked)
    if not sought:
        return []
    size = len(sought)
    return [
        (words.starts[at], words.ends[at + size - 1])
        for at in range(len(keys) - size + 1)
        if keys[at : at + size] == sought
    ]


def within(text: str, phrase: str, language: str = "en") -> list[tuple[int, int]]:
    """Return the spans of a phrase that may begin or end within a word; the spans cover whole words.

    White space counts as one space, and lines may begin with a bullet or a number: a browser sends neither.
    """
    places = occurrences(text, phrase, language)
    if places or not phrase.strip():
        return places
    pattern = _BETWEEN.join(map(re.escape, level(phrase).split()))
    found = re.finditer(pattern, level(text), re.I)
    return [_whole_words(text, *match.span(), language) for match in found]


def find_phrase(text: str, phrase: str, context: PhraseContext, language: str = "en") -> PhraseMatch | None:
    """Return the span of a phrase in a text, or of its reworded form; None where neither is there."""
    places = occurrences(text, phrase, language)
    if places:
        start, end = max(places, key=lambda place: _likeness(text, place, context))
        return PhraseMatch(start, end, same=True)
    if len(phrase) < _SHORTEST_NEAR:
        return None
    near = fuzz.partial_ratio_alignment(level(phrase), level(text), score_cutoff=_ALIKE)
    # The shorter text is searched in the longer one: a rule shorter than the phrase has lost it.
    if near is None or len(text) < len(phrase):
        return None
    start, end = _to_its_ends(text, phrase, near.dest_start, near.dest_end)
    return PhraseMatch(*_whole_words(text, start, end, language), same=False)


def _to_its_ends(text: str, phrase: str, start: int, end: int) -> tuple[int, int]:
    """Move the ends to the first and last word of the phrase if these are near: it may have become longer."""
    ends = _WORD.findall(phrase)
    if ends:
        first = text.rfind(ends[0], max(0, start - _NEAR), start + len(ends[0]))
        last = text.find(ends[-1], max(start, end - len(ends[-1])), end + _NEAR)
        start = first if first >= 0 else start
        end = last + len(ends[-1]) if last >= 0 else end
    return start, end


def _folded(keys: Iterable[str]) -> list[str]:
    return [key.casefold() for key in keys]


def _likeness(text: str, place: tuple[int, int], context: PhraseContext) -> tuple[float, int]:
    now = context_of(text, *place)
    alike = fuzz.ratio(now.before, context.before) + fuzz.ratio(now.after, context.after)
    return alike, -abs(place[0] - context.start)


def _whole_words(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    """Move both ends outward to the borders of words and symbols, then inward over spaces.

    A language without spaces has no borders of words.
    """
    units = (SYMBOL, _WORD) if text_language(language).is_spaced else (SYMBOL,)
    for unit in (match.span() for pattern in units for match in pattern.finditer(text)):
        start = unit[0] if unit[0] < start < unit[1] else start
        end = unit[1] if unit[0] < end < unit[1] else end
    start = end - len(text[start:end].lstrip())
    return start, start + len(text[start:end].rstrip())


def merged(spans: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Cut overlapping spans into disjoint ones, each with the names of all spans that cover it."""
    borders = sorted({at for start, end, _ in spans for at in (start, end)})
    cut = []
    for start, end in pairwise(borders):
        names = tuple(name for first, last, name in spans if first <= start and end <= last)
        if names:
            cut.append((start, end, names))
    return cut
