"""Symbols in braces, such as {W}, {2/U} or {T}: which glyph each is, and what to call it aloud.

What is no symbol of the game (a placeholder such as {rN1}) is left as it is written.
"""

import re
from functools import lru_cache
from typing import NamedTuple

SYMBOL = re.compile(r"\{([^{}\s]{1,8})\}")
# Symbols in a row, and what closes behind them: together they are one thing on a line.
RUN = re.compile(r"(?:\{[^{}\s]{1,8}\}){1,8}([,.;:!?)\]”’\"]?)")

_PLACED = "WUBRGCS"
_SIGNS = ("T", "Q", "E", "P", "H", "CHAOS", "PW", "TK", "A")
_MANA = re.compile(r"(?:\d{1,3}|[WUBRGCS]|[XYZ])")
# Texts of the first years write {oW} and {oTap}.
_OLD = re.compile(r"o(?=[A-Z0-9])")

_WORDS = {
    "en": {
        "W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless", "S": "snow",
        "T": "tap", "Q": "untap", "E": "energy", "P": "Phyrexian symbol", "H": "Phyrexian symbol",
        "CHAOS": "chaos", "PW": "planeswalker symbol", "TK": "ticket", "A": "acorn",
        "mana": "{} mana", "generic": "{} generic", "or": " or ", "Phyrexian": "Phyrexian {}",
    },
    "fr": {
        "W": "blanc", "U": "bleu", "B": "noir", "R": "rouge", "G": "vert", "C": "incolore", "S": "neigeux",
        "T": "engager", "Q": "dégager", "E": "énergie", "P": "symbole phyrexian", "H": "symbole phyrexian",
        "CHAOS": "chaos", "PW": "symbole de planeswalker", "TK": "ticket", "A": "gland",
        "mana": "mana {}", "generic": "générique {}", "or": " ou ", "Phyrexian": "phyrexian {}",
    },
    "ja": {
        "W": "白", "U": "青", "B": "黒", "R": "赤", "G": "緑", "C": "無色", "S": "氷雪",
        "T": "タップ", "Q": "アンタップ", "E": "エネルギー", "P": "ファイレクシア・シンボル",
        "H": "ファイレクシア・シンボル", "CHAOS": "カオス", "PW": "プレインズウォーカー・シンボル",
        "TK": "チケット", "A": "どんぐり",
        "mana": "{}マナ", "generic": "不特定{}", "or": "または", "Phyrexian": "ファイレクシア{}",
    },
    "zh": {
        "W": "白", "U": "蓝", "B": "黑", "R": "红", "G": "绿", "C": "无色", "S": "雪境",
        "T": "横置", "Q": "重置", "E": "能量", "P": "非瑞克西亚符号", "H": "非瑞克西亚符号",
        "CHAOS": "混沌", "PW": "鹏洛客符号", "TK": "票券", "A": "橡实",
        "mana": "{}法术力", "generic": "{}点一般", "or": "或", "Phyrexian": "非瑞克西亚{}",
    },
}  # fmt: skip


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
    """The glyph of what stands between the braces, or None where it is no symbol."""
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
    """What to call a symbol aloud in a language (English where we have no words); itself where it is none."""
    if glyph(written) is None:
        return f"{{{written}}}"
    words = _WORDS.get(language, _WORDS["en"])
    code = _code(written)
    if code in _SIGNS:
        return words[code]
    parts = code.split("/")
    phyrexian = parts[-1] == "P"
    mana = parts[:-1] if phyrexian else parts
    named = words["or"].join(words[part] if part in _PLACED else words["generic"].format(part) for part in mana)
    return (words["Phyrexian"] if phyrexian else "{}").format(words["mana"].format(named))
