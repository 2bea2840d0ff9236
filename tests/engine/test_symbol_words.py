"""What every symbol is called in every language, and which stand in a row as one thing."""

import pytest

from rulesbase.engine.symbols import RUN, glyph, name


def test_every_sign_is_drawn_and_nothing_else_is() -> None:
    for code in "T Q E P H CHAOS PW TK A".split():
        assert glyph(code) == (code, "n", "n", True)
    for code in "W U B R G C S".split():
        assert glyph(code) == (code, code.lower(), code.lower(), False)
    for code in "X Y Z 0 20 100".split():
        assert glyph(code) == (code, "n", "n", False)


def test_only_the_first_old_letter_is_left_out() -> None:
    assert glyph("o2") == ("2", "n", "n", False)
    assert glyph("oo2") is None
    assert name("P", "en") == "Phyrexian symbol"
    assert name("W/P", "de") == "Phyrexian white mana"


@pytest.mark.parametrize(
    ("text", "behind"),
    [*((f"{{2}}{{W}}{sign}", sign) for sign in ',.;:!?)]”’"'), ("{2}{W}", ""), ("{2}{W}-", ""), ("{12345678}x", "")],
)
def test_what_closes_behind_symbols_goes_with_them(text: str, behind: str) -> None:
    found = RUN.match(text)
    assert found is not None
    assert found[1] == behind
