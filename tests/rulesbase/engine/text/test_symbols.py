"""Symbols in braces: their glyphs and their names."""

import pytest

from rulesbase.engine.text.symbols import RUN, SYMBOL, glyph, name


@pytest.mark.parametrize(
    ("written", "sign", "left", "right", "drawn"),
    [
        ("W", "W", "w", "w", False),
        ("X", "X", "n", "n", False),
        ("W/U", "W/U", "w", "u", False),
        ("2/W", "2/W", "n", "w", False),
        ("R/P", "R/P", "r", "r", False),
        ("G/W/P", "G/W/P", "g", "w", False),
        ("T", "T", "n", "n", True),
        ("CHAOS", "CHAOS", "n", "n", True),
        ("oG", "G", "g", "g", False),
        ("oTap", "T", "n", "n", True),
    ],
)
def test_glyphs(written: str, sign: str, left: str, right: str, drawn: bool) -> None:
    assert glyph(written) == (sign, left, right, drawn)


@pytest.mark.parametrize("written", ["rN1", "N+", "BB", "w", "W/", "/P", "W/U/B", "P/P", "o", "1234", "<b>"])
def test_what_is_no_symbol_has_no_glyph_and_keeps_its_braces(written: str) -> None:
    assert glyph(written) is None
    assert name(written, "en") == f"{{{written}}}"


ENGLISH = {"W": "white mana", "R": "red mana", "C": "colorless mana", "S": "snow mana"}
ENGLISH |= {"W/U": "white or blue mana", "G/P": "Phyrexian green mana", "2/B": "2 generic or black mana"}
ENGLISH |= {"2": "2 generic mana", "PW": "planeswalker symbol", "Q": "untap", "E": "energy", "CHAOS": "chaos"}
ENGLISH |= {"TK": "ticket", "A": "acorn", "T": "tap", "P": "Phyrexian symbol", "H": "Phyrexian symbol"}
FRENCH = {"W": "mana blanc", "2/U": "mana générique 2 ou bleu", "G/P": "mana vert phyrexian", "H": "symbole phyrexian"}
JAPANESE = {"W": "白マナ", "oT": "タップ", "2/U": "不特定2または青マナ"}
JAPANESE |= {"G/P": "ファイレクシア緑マナ", "H": "ファイレクシア・シンボル"}
CHINESE = {"W": "白法术力", "2/U": "2点一般或蓝法术力", "G/P": "非瑞克西亚绿法术力", "H": "非瑞克西亚符号"}
NAMES = {"en": ENGLISH, "fr": FRENCH, "ja": JAPANESE, "zh": CHINESE}


@pytest.mark.parametrize(
    ("language", "written", "words"), [(language, *row) for language, names in NAMES.items() for row in names.items()]
)
def test_names(language: str, written: str, words: str) -> None:
    assert name(written, language) == words


def test_symbols_are_found_in_a_text() -> None:
    assert [m[1] for m in SYMBOL.finditer("Pay {2/W}{oG}, {T}: {} or { X } and {far too long}.")] == ["2/W", "oG", "T"]


def test_what_closes_behind_symbols_goes_with_them() -> None:
    found = [RUN.match(text) for text in ("{2}{W}.", "{2}{W}-", "{12345678}x")]
    assert [one and one[1] for one in found] == [".", "", ""]
