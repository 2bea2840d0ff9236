"""Symbols in braces: their glyphs and their names."""

import pytest

from rulesbase.engine.text.symbols import RUN, SYMBOL, glyph, name

# The text between the braces, the sign, the colours of both halves.
GLYPHS = (
    "W W w w|X X n n|W/U W/U w u|2/W 2/W n w|R/P R/P r r|G/W/P G/W/P g w|T T n n|CHAOS CHAOS n n|oG G g g|oTap T n n"
)


@pytest.mark.parametrize("row", GLYPHS.split("|"))
def test_glyphs(row: str) -> None:
    written, *parts = row.split()
    assert glyph(written) == (*parts, parts[0] in ("T", "CHAOS"))


@pytest.mark.parametrize("written", ["rN1", "N+", "BB", "w", "W/", "/P", "W/U/B", "P/P", "o", "1234", "<b>"])
def test_what_is_no_symbol_has_no_glyph_and_keeps_its_braces(written: str) -> None:
    assert glyph(written) is None
    assert name(written, "en") == f"{{{written}}}"


NAMES = (
    "en W white mana|fr W mana blanc|ja W 白マナ|zh W 白法术力|en W/U white or blue mana|en 2 2 generic mana"
    "|en 2/B 2 generic or black mana|en G/P Phyrexian green mana|en PW planeswalker symbol|ja oT タップ"
    "|fr 2/U mana générique 2 ou bleu|ja 2/U 不特定2または青マナ|zh 2/U 2点一般或蓝法术力|fr G/P mana vert phyrexian"
    "|ja G/P ファイレクシア緑マナ|zh G/P 非瑞克西亚绿法术力|en H Phyrexian symbol|fr H symbole phyrexian"
    "|ja H ファイレクシア・シンボル|zh H 非瑞克西亚符号|en Q untap|en E energy|en CHAOS chaos|en TK ticket|en A acorn"
    "|en P Phyrexian symbol|en S snow mana|en C colorless mana|en R red mana|en T tap"
)


@pytest.mark.parametrize("row", NAMES.split("|"))
def test_names(row: str) -> None:
    language, written, words = row.split(" ", 2)
    assert name(written, language) == words


def test_symbols_are_found_in_a_text() -> None:
    assert [m[1] for m in SYMBOL.finditer("Pay {2/W}{oG}, {T}: {} or { X } and {far too long}.")] == ["2/W", "oG", "T"]


def test_what_closes_behind_symbols_goes_with_them() -> None:
    found = [RUN.match(text) for text in ("{2}{W}.", "{2}{W}-", "{12345678}x")]
    assert [one and one[1] for one in found] == [".", "", ""]
