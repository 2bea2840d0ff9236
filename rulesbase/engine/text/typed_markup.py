"""Texts as people type them: italics between marks, and characters that are not allowed.

The rules do not use square brackets, so ``[i]words[/i]`` is never text.
"""

import re
import unicodedata
from enum import StrEnum

from rapidfuzz.distance import Indel

from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.unstorable import LOST

OPEN, CLOSE = "[i]", "[/i]"
_MARK = re.compile(r"\[/?i\]", re.IGNORECASE)
# The start of an HTML element, comment or instruction. The rules have web addresses in such brackets.
MARKUP = re.compile(r"<(?:[!?]|/?[a-zA-Z][\w:-]*(?=[\s>]|/(?!/)|$))")
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Control characters without line feed and tab, directions, half surrogate pairs, private use, and what is no character.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ue000-\uf8ff\ufff9-\uffff]"
)
# Removed besides from what people type: zero-width spaces, soft hyphens, invisible operators and tags. Joiners between
# letters of some scripts stay.
_UNSEEN = re.compile(HIDDEN.pattern + "|[\u00ad\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029]")


class TextProblem(StrEnum):
    """Why a text is refused."""

    NUL = "nul"
    CONTROL = "control"
    BIDI = "bidi"
    MARKUP = "markup"
    ITALICS = "italics"


def marked(text: str, emphasis: tuple[tuple[int, int], ...]) -> str:
    """Return a stored text with marks around its italics, for a form field."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(emphasis):
        if at <= start < end <= len(text):
            parts += (text[at:start], OPEN, text[start:end], CLOSE)
            at = end
    return "".join((*parts, text[at:]))


def tidied(typed: str) -> str:
    """Return a text with line feeds, no spaces at line ends, and composed letters."""
    # Line by line: a pattern for trailing spaces takes quadratic time on a long run of them.
    lines = (line.rstrip(" \t") for line in _LINE_ENDS.sub("\n", typed).split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines).strip())


def visible_text(typed: str) -> str:
    """Return a text without hidden characters, with line feeds; empty if nothing of it can be seen."""
    text = _UNSEEN.sub("", _LINE_ENDS.sub("\n", typed)).strip()
    return text if any(sign.isprintable() and not sign.isspace() for sign in text) else ""


def read_marked(typed: str) -> Passage | None:
    """Return the text that was typed; None where italics marks are unpaired or nested."""
    typed = tidied(typed)
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    at = length = 0
    begun = -1
    for mark in _MARK.finditer(typed):
        parts.append(typed[at : mark.start()])
        length += mark.start() - at
        at = mark.end()
        opens = mark[0][1] != "/"
        if opens == (begun >= 0):
            return None
        if not opens and begun < length:
            spans.append((begun, length))
        begun = length if opens else -1
    return None if begun >= 0 else Passage("".join((*parts, typed[at:])), tuple(spans))


def text_problems(typed: str) -> list[TextProblem]:
    """Return all reasons to refuse a text."""
    found = []
    if "\0" in typed or LOST in typed:
        found.append(TextProblem.NUL)
    if BIDI.search(typed):
        found.append(TextProblem.BIDI)
    # Cc: control characters; Cs: half surrogate pairs, which no database stores; Co: private use, unreadable elsewhere.
    kinds = {unicodedata.category(letter) for letter in set(typed) - set("\0\t\n\r\u0085")}
    if kinds & {"Cc", "Cs", "Co"}:
        found.append(TextProblem.CONTROL)
    if MARKUP.search(typed):
        found.append(TextProblem.MARKUP)
    if read_marked(typed) is None:
        found.append(TextProblem.ITALICS)
    return found


def moved(old: Passage, new: str) -> Passage:
    """Return a corrected text with the italics at the new positions of their words."""
    if not old.emphasis:
        return Passage(new)
    steps = Indel.opcodes(old.text, new)

    def place(offset: int, *, end: bool) -> int:
        for step in steps:
            if offset < step.src_end or (end and offset == step.src_end):
                inside = min(offset - step.src_start, step.dest_end - step.dest_start)
                return step.dest_start + inside
        return len(new)

    spans = ((place(start, end=False), place(stop, end=True)) for start, stop in old.emphasis)
    return Passage(new, tuple((start, stop) for start, stop in spans if start < stop))
