"""What every symbol is called in every language, and which stand in a row as one thing."""

import pytest
from rulesbase.engine.symbols import RUN, glyph, name

CODES = "W U B R G C S T Q E P H CHAOS PW TK A 3 X W/U U/P 2/W/P".split()
SAID = {
    "en": (
        "white mana",
        "blue mana",
        "black mana",
        "red mana",
        "green mana",
        "colorless mana",
        "snow mana",
        "tap",
        "untap",
        "energy",
        "Phyrexian symbol",
        "Phyrexian symbol",
        "chaos",
        "planeswalker symbol",
        "ticket",
        "acorn",
        "3 generic mana",
        "X generic mana",
        "white or blue mana",
        "Phyrexian blue mana",
        "Phyrexian 2 generic or white mana",
    ),
    "fr": (
        "mana blanc",
        "mana bleu",
        "mana noir",
        "mana rouge",
        "mana vert",
        "mana incolore",
        "mana neigeux",
        "engager",
        "dégager",
        "énergie",
        "symbole phyrexian",
        "symbole phyrexian",
        "chaos",
        "symbole de planeswalker",
        "ticket",
        "gland",
        "mana générique 3",
        "mana générique X",
        "mana blanc ou bleu",
        "phyrexian mana bleu",
        "phyrexian mana générique 2 ou blanc",
    ),
    "ja": (
        "白マナ",
        "青マナ",
        "黒マナ",
        "赤マナ",
        "緑マナ",
        "無色マナ",
        "氷雪マナ",
        "タップ",
        "アンタップ",
        "エネルギー",
        "ファイレクシア・シンボル",
        "ファイレクシア・シンボル",
        "カオス",
        "プレインズウォーカー・シンボル",
        "チケット",
        "どんぐり",
        "不特定3マナ",
        "不特定Xマナ",
        "白または青マナ",
        "ファイレクシア青マナ",
        "ファイレクシア不特定2または白マナ",
    ),
    "zh": (
        "白法术力",
        "蓝法术力",
        "黑法术力",
        "红法术力",
        "绿法术力",
        "无色法术力",
        "雪境法术力",
        "横置",
        "重置",
        "能量",
        "非瑞克西亚符号",
        "非瑞克西亚符号",
        "混沌",
        "鹏洛客符号",
        "票券",
        "橡实",
        "3点一般法术力",
        "X点一般法术力",
        "白或蓝法术力",
        "非瑞克西亚蓝法术力",
        "非瑞克西亚2点一般或白法术力",
    ),
}


@pytest.mark.parametrize("language", SAID)
def test_every_symbol_has_its_name(language: str) -> None:
    assert dict(zip(CODES, (name(code, language) for code in CODES), strict=True)) == dict(
        zip(CODES, SAID[language], strict=True)
    )


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
    assert name("W/P", "sv") == "Phyrexian white mana"


@pytest.mark.parametrize(
    ("text", "behind"),
    [*((f"{{2}}{{W}}{sign}", sign) for sign in ',.;:!?)]”’"'), ("{2}{W}", ""), ("{2}{W}-", ""), ("{12345678}x", "")],
)
def test_what_closes_behind_symbols_goes_with_them(text: str, behind: str) -> None:
    found = RUN.match(text)
    assert found is not None
    assert found[1] == behind
