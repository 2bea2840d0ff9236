"""Finding words in texts: what was asked, where a text has it, and what may have been meant.

Texts are compared without case and accents, but letter by letter, so that offsets lead back to the text as
it stands.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

# A longer question is no question; each word costs a pass over the edition.
MOST_NEEDLES = 12
_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»|「([^」]*)」')
_ACCENTS = re.compile("[\u0300-\u036f]")
# By replace(): with these alone nearly all English is ASCII, and translate() is ten times slower.
_SAME = tuple(zip("’‘“”—–\u00a0\u202f", "''\"\"--  ", strict=True))
_SPACES = re.compile(r"\s+")
_AROUND = " \t.,;:!?()[]'\"。、，；：！？（）・…"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['-][^\W_]+)*")


class Needle(NamedTuple):
    """A word or phrase that must occur: as typed, folded, and as a pattern at the start of a word."""

    typed: str
    folded: str
    start: re.Pattern[str]
    whole: re.Pattern[str]


class Piece(NamedTuple):
    """A stretch of a text; ``marked`` where it is what was asked for."""

    text: str
    marked: bool


def plain(text: str) -> str:
    """Fold case, accents, width and typographic quotes away."""
    text = text.lower().replace("\n", " ")
    if text.isascii():
        return text
    for typographic, ordinary in _SAME:
        text = text.replace(typographic, ordinary)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).casefold()
    # Japanese voicing marks are combining signs too, but they make another letter; they are joined again.
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


def plain_with_offsets(text: str) -> tuple[str, list[int]]:
    """Fold a text; the numbers say at which letter of it each of the result stood, and where it ends."""
    letters: list[str] = []
    offsets: list[int] = []
    for at, letter in enumerate(text):
        folded = plain(letter)
        letters.append(folded)
        offsets += [at] * len(folded)
    return "".join(letters), [*offsets, len(text)]


def needle_of(typed: str) -> Needle | None:
    """Return what to look for, or None where nothing but punctuation was typed."""
    typed = _SPACES.sub(" ", typed).strip(_AROUND)
    folded = plain(typed).strip()
    if not folded:
        return None
    escaped = re.escape(folded)
    # Chinese and Japanese have no spaces: a word may begin anywhere.
    before = "" if _CJK.match(folded) else r"(?<![^\W_])"
    after = "" if _CJK.match(folded[-1]) else r"(?![^\W_])"
    whole = re.compile(before + escaped + after)
    # One letter would be the beginning of nearly every text.
    start = re.compile(before + escaped) if len(folded) > 1 else whole
    return Needle(typed, folded, start, whole)


def needles_of(question: str) -> tuple[Needle, ...]:
    """Take a question apart: quoted phrases, and words. Each once; a quote without an end is ignored."""
    phrases = ["".join(match.groups(default="")) for match in _QUOTED.finditer(question)]
    words = _QUOTED.sub(" ", question).replace('"', " ").split()
    found: dict[str, Needle] = {}
    for typed in (*phrases, *words):
        if needle := needle_of(typed):
            found.setdefault(needle.folded, needle)
    return tuple(found.values())[:MOST_NEEDLES]


def score(needles: Iterable[Needle], heading: str, text: str) -> float | None:
    """Tell how well a folded heading and text answer, the more the better; None where a needle is missing."""
    total = 0.0
    last = ""
    for needle in needles:
        # A plain search first: it is twenty times quicker and nearly always fails.
        in_heading = needle.folded in heading and needle.start.search(heading)
        if not in_heading and not (needle.folded in text and needle.start.search(text)):
            return None
        total += 6 if in_heading else 1
        total += 2 if needle.whole.search(heading) or needle.whole.search(text) else 0
        total += 3 if last and f"{last} {needle.folded}" in text else 0
        last = needle.folded
    return total + 2 / (1 + len(text) / 200)


def marked(text: str, needles: Iterable[Needle], most: int = 0) -> list[Piece]:
    """Cut a text into pieces, the needles marked; with ``most`` only so many letters around the first."""
    folded, offsets = plain_with_offsets(text)
    spans = [
        (offsets[match.start()], offsets[match.end() - 1] + 1)
        for needle in needles
        for match in needle.start.finditer(folded)
    ]
    # Of two that begin together the longer one goes first and holds the other.
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
    """First and last letter to show, at spaces where there are some."""
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


def words_of(folded: str) -> list[str]:
    """Return the words of a folded text, without numbers and symbols."""
    return _WORD.findall(folded)


def nearest_word(word: str, vocabulary: Mapping[str, int]) -> str | None:
    """Return the word most like this folded one, of several the commonest; None where none is like it."""
    found = process.extract(word, vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=72, limit=8)
    best = max(found, key=lambda item: (round(item[1] / 4), vocabulary[item[0]]), default=None)
    return best[0] if best else None
