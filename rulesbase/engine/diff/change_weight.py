"""The weight of a change between two texts: none, typography, references, wording or substance."""

import re

from rulesbase.engine.diff.wording_only import wording_changes
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.references import without_references

_FIGURE = re.compile(r"\d")
# Characters that a file may have replaced by a question mark; fold() has restored most quotes.
_PERHAPS_LOST = re.compile(r"\s*[-\"'?]+\s*")
# White space before punctuation, and an underscore in place of a space: Oracle_(TM)
_STRAY = re.compile(r"\s+(?=[;:,.)])|_+")
# Some files have a T for a trade mark: UnhingedT
_TRADE_MARK = re.compile(r"T(?<=[a-z]T)(?![\w}])")
# Accented letters, and what stands for them in files decoded with the wrong encoding.
_ACCENTS = str.maketrans(dict.fromkeys("âáíúûƒ¡£–- \xa0", "¤"))
# The title behind a referenced number: rule 601, "Casting Spells."
_TITLE = re.compile(r'(?:(?<=\d)|(?<=\d[a-z])),\s*"[^"]*?([.,]?)"')
# The brackets around a web address: <example.org>
_ADDRESS = re.compile(r"<([^<>\s]+\.[^<>\s]+)>")


def weight_of(old: str, new: str) -> str:
    """Return the weight of the change between two texts: none, typography, references, wording or substance.

    Where both versions are at hand, use ``coarse_weight`` and ``wording_changes``: they see renamed terms too.
    """
    weight = coarse_weight(old, new)
    if weight != "substance":
        return weight
    alone, _patterns = wording_changes({0: (old, new)})
    return "wording" if alone else weight


def coarse_weight(old: str, new: str) -> str:
    """Return the weight of a change with all changes of words as substance."""
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
    if before == after:
        return "typography"
    # One text was decoded with the wrong encoding, and only accented letters differ.
    if ("ƒ" in old) != ("ƒ" in new) and fold(old.translate(_ACCENTS)) == fold(new.translate(_ACCENTS)):
        return "typography"
    if ',"' in before or ',"' in after:
        before, after = _TITLE.sub(_end_of_title, before), _TITLE.sub(_end_of_title, after)
    return "references" if _same_but_for_numbers(before, after) else "substance"


def _end_of_title(title: re.Match[str]) -> str:
    """Return the punctuation at the end of a title, apart from the number of the next sense: ``702.36. 3.``"""
    return f"{title[1]} " if title.string[title.end() : title.end() + 1].isdigit() else title[1]


def cites_other_titles(old: str, new: str) -> bool:
    """Return whether a change of references is more than of their numbers: of a title behind one."""
    return not _same_but_for_numbers(_tidied(fold(old)), _tidied(fold(new)))


def _same_but_for_numbers(before: str, after: str) -> bool:
    # Most changes are of words; comparing these is faster than finding references.
    words, others = before.split(), after.split()
    if len(words) != len(others):
        return False
    for old, new in zip(words, others, strict=True):
        if old != new and not (_FIGURE.search(old) and _FIGURE.search(new)):
            return False
    return without_references(before) == without_references(after)


def _tidied(text: str) -> str:
    """Return a folded text without stray spaces, underscores for spaces, and letters for trade marks.

    An apostrophe of the old Macintosh was read as a letter: "itÕs".
    """
    text = text.replace("Õ", "'")
    if " ;" in text or " ," in text or " ." in text or " )" in text or " :" in text or "_" in text:
        text = _STRAY.sub("", text)
    return _TRADE_MARK.sub("", text) if "T" in text else text


def _without_doubt(text: str) -> str:
    """Return a folded text with all characters alike that a file may have lost, and addresses without brackets."""
    return _PERHAPS_LOST.sub("?", _ADDRESS.sub(r"\1", text))
