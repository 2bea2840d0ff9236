"""What happened between two texts: nothing, typography, references, or substance."""

import re

from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.references import find_references

_FIGURE = re.compile(r"\d")
# Signs for which a file may have a question mark instead; most quotes among them fold() has put back.
_PERHAPS_LOST = re.compile(r"\s*[-\"'?]+\s*")
# White space before a mark of punctuation, and a line where a space should be: Oracle_(TM)
_STRAY = re.compile(r"\s+(?=[;:,.)])|_+")
# Some files have a T for a trade mark: UnhingedT
_TRADE_MARK = re.compile(r"(?<=[a-z])T(?![\w}])")
# Letters with accents, and what files have in their place that were read in the encoding of another system.
_ACCENTS = str.maketrans(dict.fromkeys("âáíúûƒ¡£–- \xa0", "¤"))
# The brackets around a web address are no words: <example.org>
_ADDRESS = re.compile(r"<([^<>\s]+\.[^<>\s]+)>")


def weight_of(old: str, new: str) -> str:
    """none, typography, references or substance, of two texts."""
    if old == new:
        return "none"
    before, after = fold(old), fold(new)
    if before == after:
        return "typography"
    if "?" in old or "?" in new or "<" in before or "<" in after:
        before, after = _without_doubt(before), _without_doubt(after)
        if before == after:
            return "typography"
    before, after = _tidied(before), _tidied(after)
    if before == after or _differ_in_encoding(old, new):
        return "typography"
    # Most that differ do so in words, and those are compared sooner than references are found.
    if not _differ_in_figures(before.split(), after.split()):
        return "substance"
    return "references" if _without_references(before) == _without_references(after) else "substance"


def _tidied(text: str) -> str:
    """Return a folded text without stray space, lines for spaces, and letters that stand for trade marks."""
    if " ;" in text or " ," in text or " ." in text or " )" in text or " :" in text or "_" in text:
        text = _STRAY.sub("", text)
    return _TRADE_MARK.sub("", text) if "T" in text else text


def _differ_in_encoding(old: str, new: str) -> bool:
    """Return whether one of two texts was read in another system's encoding, and all that differs are letters with accents."""
    return ("ƒ" in old) != ("ƒ" in new) and fold(old.translate(_ACCENTS)) == fold(new.translate(_ACCENTS))


def _without_doubt(text: str) -> str:
    """Return a folded text with all signs alike that a file may have lost, and without brackets around addresses."""
    return _PERHAPS_LOST.sub("?", _ADDRESS.sub(r"\1", text))


def _differ_in_figures(before: list[str], after: list[str]) -> bool:
    """Return whether every word that is another one has a figure in it."""
    return len(before) == len(after) and all(
        old == new or (_FIGURE.search(old) and _FIGURE.search(new)) for old, new in zip(before, after, strict=True)
    )


def _without_references(text: str) -> str:
    """Return a text with every rule number and chapter that it refers to masked."""
    parts, at = [], 0
    for ref in find_references(text):
        parts.append(text[at : ref.start])
        at = ref.end
    return "#".join((*parts, text[at:]))
