"""Symbols in braces, such as {W}, {2/U} or {T}: which glyph each is, and what to call it aloud.

What is no symbol of the game (a placeholder such as {rN1}) is left as it is written.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.languages import text_language

SYMBOL = re.compile(r"\{([^{}\s]{1,8})\}")
# Symbols in a row, and what closes behind them: together they are one thing on a line.
RUN = re.compile(r"(?:\{[^{}\s]{1,8}\}){1,8}([,.;:!?)\]”’\"]?)")

_PLACED = "WUBRGCS"
_SIGNS = ("T", "Q", "E", "P", "H", "CHAOS", "PW", "TK", "A")
_MANA = re.compile(r"(?:\d{1,3}|[WUBRGCS]|[XYZ])")
# Texts of the first years write {oW} and {oTap}.
_OLD = re.compile(r"o(?=[A-Z0-9])")


class Glyph(NamedTuple):
    """How a symbol is drawn.

    ``sign`` is what stands on it (letters, or a name for which there is a drawing); ``left`` and ``right``
    are the colours of its halves in lower case (equal where it has one), ``n`` for neither colour.
    """

    sign: str
    left: str
    right: str
    drawn: bool


def _code(written: str) -> str:
    code = _OLD.sub("", written, count=1)
    return "T" if code == "Tap" else code


@lru_cache(maxsize=512)
def glyph(written: str) -> Glyph | None:
    """Return the glyph of what stands between the braces, or None where it is no symbol."""
    code = _code(written)
    if code in _SIGNS:
        return Glyph(code, "n", "n", True)
    parts = code.split("/")
    phyrexian = len(parts) > 1 and parts[-1] == "P"
    mana = parts[:-1] if phyrexian else parts
    if len(mana) > 2 or not all(_MANA.fullmatch(part) for part in mana):
        return None
    halves = [part.lower() if part in _PLACED else "n" for part in mana]
    return Glyph(code, halves[0], halves[-1], False)


@lru_cache(maxsize=2048)
def name(written: str, language: str) -> str:
    """Return what to call a symbol aloud in a language (English where we have no words); itself where it is none."""
    if glyph(written) is None:
        return f"{{{written}}}"
    words = text_language(language).symbols
    code = _code(written)
    if code in _SIGNS:
        return words[code]
    parts = code.split("/")
    phyrexian = parts[-1] == "P"
    mana = parts[:-1] if phyrexian else parts
    named = words["or"].join(words[part] if part in _PLACED else words["generic"].format(part) for part in mana)
    return (words["Phyrexian"] if phyrexian else "{}").format(words["mana"].format(named))
