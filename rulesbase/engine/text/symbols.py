"""Symbols in braces, such as {W}, {2/U} or {T}: their glyphs and spoken names.

Unknown symbols (a placeholder such as {rN1}) stay as written.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.languages import text_language

SYMBOL = re.compile(r"\{([^{}\s]{1,8})\}")
# Symbols in a row with the closing punctuation: no line break within.
RUN = re.compile(r"(?:\{[^{}\s]{1,8}\}){1,8}([,.;:!?)\]”’\"]?)")

_PLACED = "WUBRGCS"
_SIGNS = ("T", "Q", "E", "P", "H", "CHAOS", "PW", "TK", "A")
_MANA = re.compile(r"(?:\d{1,3}|[WUBRGCS]|[XYZ])")
# Texts of 2003 and 2004 write {oW} and {oTap}.
_OLD = re.compile(r"o(?=[A-Z0-9])")


class Glyph(NamedTuple):
    """The drawing of a symbol.

    ``sign`` is the text on it (letters, or the name of a drawing). ``left`` and ``right`` are the colours of its halves
    in lower case (equal if it has one colour), ``n`` for none.
    """

    sign: str
    left: str
    right: str
    drawn: bool


def symbols_in(text: str) -> Counter[str]:
    """Count the symbols of a text, in capitals."""
    return Counter(written.upper() for written in SYMBOL.findall(text))


def _code(written: str) -> str:
    code = _OLD.sub("", written, count=1)
    return "T" if code == "Tap" else code


def _parts(code: str) -> tuple[list[str], bool]:
    """Return the mana of a code such as ``2/U`` or ``G/P``, and whether it is Phyrexian."""
    mana = code.split("/")
    is_phyrexian = len(mana) > 1 and mana[-1] == "P"
    return mana[:-1] if is_phyrexian else mana, is_phyrexian


@lru_cache(maxsize=512)
def glyph(written: str) -> Glyph | None:
    """Return the glyph for the text between the braces, or None if it is no symbol."""
    code = _code(written)
    if code in _SIGNS:
        return Glyph(code, "n", "n", True)
    mana, _is_phyrexian = _parts(code)
    if len(mana) > 2 or not all(_MANA.fullmatch(part) for part in mana):
        return None
    halves = [part.lower() if part in _PLACED else "n" for part in mana]
    return Glyph(code, halves[0], halves[-1], False)


@lru_cache(maxsize=2048)
def name(written: str, language: str) -> str:
    """Return the spoken name of a symbol in a language; the written form if it is no symbol."""
    if glyph(written) is None:
        return f"{{{written}}}"
    words = text_language(language).symbols
    code = _code(written)
    if code in _SIGNS:
        return words[code]
    mana, is_phyrexian = _parts(code)
    named = words["or"].join(words[part] if part in _PLACED else words["generic"].format(part) for part in mana)
    return (words["Phyrexian"] if is_phyrexian else "{}").format(words["mana"].format(named))
