"""Sentences of a text in any language, as offsets."""

import re
from typing import NamedTuple

_END = re.compile(r"[.!?](?:[\"”“’)\]]|\s?»)*(?=\s)|[。！？][」』”’）)。]*|\n")
# A full stop behind these ends no sentence.
_SHORT = re.compile(r"(?:^|[\s(“\"])(?:e\.g|i\.e|etc|vs|no|nos|dr|mr|mrs|st)\.$", re.I)
_BEGINS = re.compile(r"\s+(?:[\"“„‘(\[{]|«\s?)*[A-ZÀ-ÖØ-ÞŒА-ЯЁ가-힣0-9+−-]")
# "See rule 702.9, ...", and the same in brackets.
_SEE = re.compile(r"[\s(\[“]*(?:(?:For|To)\b[^.]{0,90}[, ]\s*)?see\b", re.I)
_TITLE = re.compile(r"(?:rules?|sections?|chapters?)\s+[1-9]", re.I)


class Sentence(NamedTuple):
    """text[start:end] is a sentence, or the rest of a paragraph."""

    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text in order, without the white space around them; signs alone are none."""
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match[0][0] in ".!?":
            if match[0] == "." and _SHORT.search(text, max(0, end - 8), end):
                continue
            if text[end] != "\n" and not _BEGINS.match(text, end):
                continue
        _add(found, text, start, end)
        start = end
    _add(found, text, start, len(text))
    return found


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left, right = len(piece) - len(piece.lstrip()), len(piece.rstrip())
    if any(map(str.isalnum, piece)):
        found.append(Sentence(start + left, start + right))


def is_see(sentence: str) -> bool:
    """Return whether a sentence is only a cross-reference."""
    return bool(_SEE.match(sentence)) and (bool(_TITLE.search(sentence)) or len(sentence) < 60)


def without_see(text: str) -> str:
    """Return a text without sentences that are only cross-references; paragraphs stay apart."""
    paragraphs: list[str] = []
    for paragraph in text.split("\n"):
        parts = [paragraph[s.start : s.end] for s in sentences(paragraph)]
        rest = " ".join(part for part in parts if not is_see(part))
        if rest:
            paragraphs.append(rest)
    return "\n".join(paragraphs)
