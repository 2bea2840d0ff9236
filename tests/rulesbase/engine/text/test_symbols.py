"""Symbols in braces: their glyphs and their names."""

import pytest

from rulesbase.engine.text.symbols import RUN, SYMBOL, glyph, name


@pytest.mark.parametrize(
    ("written", "sign", "left", "right", "drawn"),
    [
        ("W", "W", "w", "w", False),
        ("2", "2", "n", "n", False),
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


@pytest.mark.parametrize(
    ("written", "language", "message"),
    [
        ("W", "en", "white mana"),
        ("W", "fr", "mana blanc"),
        ("W", "ja", "白マナ"),
        ("W", "zh", "白法术力"),
        ("W/U", "en", "white or blue mana"),
        ("2", "en", "2 generic mana"),
        ("2/B", "en", "2 generic or black mana"),
        ("G/P", "en", "Phyrexian green mana"),
        ("PW", "en", "planeswalker symbol"),
        ("oT", "ja", "タップ"),
        ("2/U", "fr", "mana générique 2 ou bleu"),
        ("2/U", "ja", "不特定2または青マナ"),
        ("2/U", "zh", "2点一般或蓝法术力"),
        ("G/P", "fr", "mana vert phyrexian"),
        ("G/P", "ja", "ファイレクシア緑マナ"),
        ("G/P", "zh", "非瑞克西亚绿法术力"),
        *(("H", one, name("P", one)) for one in ("en", "fr", "ja", "zh")),
    ],
)
def test_names(written: str, language: str, message: str) -> None:
    assert name(written, language) == message


def test_symbols_are_found_in_a_text() -> None:
    assert [m[1] for m in SYMBOL.finditer("Pay {2/W}{oG}, {T}: {} or { X } and {far too long}.")] == ["2/W", "oG", "T"]


def test_what_closes_behind_symbols_goes_with_them() -> None:
    found = [RUN.match(text) for text in ("{2}{W}.", "{2}{W}-", "{12345678}x")]
    assert [one and one[1] for one in found] == [".", "", ""]
