"""Sentences of a text in any language, as offsets."""

import re
from itertools import pairwise
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
    ends = [match.end() for match in _END.finditer(text) if _ends_sentence(match)]
    found: list[Sentence] = []
    for start, end in pairwise((0, *ends, len(text))):
        piece = text[start:end]
        if any(map(str.isalnum, piece)):
            found.append(Sentence(end - len(piece.lstrip()), start + len(piece.rstrip())))
    return found


def _ends_sentence(match: re.Match[str]) -> bool:
    """Return whether a sentence ends at a sign: not behind an abbreviation or before a small letter."""
    text, end = match.string, match.end()
    if match[0][0] not in ".!?":
        return True
    if match[0] == "." and _SHORT.search(text, max(0, end - 8), end):
        return False
    return text[end] == "\n" or _BEGINS.match(text, end) is not None


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
