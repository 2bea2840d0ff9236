"""Names that are the same however they are typed, and names that are not."""

import pytest

from cards.engine.lookup.normalize import fold, is_unspaced, key_of, words_of

ALIKE = [
    ("case", "Lamp Keeper", "LAMP kEEPER"),
    ("accents", "Éclaireur Nuñez", "eclaireur nunez"),
    ("ligatures", "Ætherlampe", "aetherlampe"),
    ("oe", "Œil de bœuf", "oeil de boeuf"),
    ("typographic ligature", "ﬁre ﬂy", "fire fly"),
    ("sharp s", "Große Straße", "GROSSE STRASSE"),
    ("strokes", "Łódź Ørn Đavo Ŋuna Ħal", "lodz orn davo nuna hal"),
    ("Icelandic", "Þór Ðagr", "thor dagr"),
    ("dotless i", "ıstanbul İzmir", "istanbul izmir"),
    ("curly apostrophe", "Keeper’s Lamp", "Keeper's Lamp"),
    ("other apostrophes", "Keeper´s Lamp`", "Keepers Lamp"),
    ("typed apostrophe", "Keeper`s Lamp", "Keepers Lamp"),
    ("quotes", "“Run, Keeper!”", "run keeper"),
    ("hyphens", "Will-o'-the-Lamp", "will o the lamp"),
    ("split separator", "Lamp // Oil", "Lamp/Oil"),
    ("no spaces", "Lamp Keeper", "lampkeeper"),
    ("full width", "ＬＡＭＰ　１２", "lamp 12"),
    ("half width kana", "ﾗﾝﾌﾟ", "ランプ"),
    ("hiragana", "らんぷ", "ランプ"),
    ("long vowels", "フェアリー", "フェアリ"),
    ("small kana", "フェアリー", "フエアリー"),
    ("decomposed kana", "か\u3099", "が"),
    ("middle dot", "ランプ・キーパー", "ランプキーパー"),
    ("half width middle dot", "ランプ･キーパー", "ランプ・キーパー"),
    ("Japanese comma", "灯、守", "灯守"),
    ("zero width", "La\u200bmp\u200d Kee\ufeffper", "lamp keeper"),
    ("soft hyphen", "Lamp\u00adkeeper", "lampkeeper"),
    ("direction", "\u202eLamp\u202c \u2066Keeper\u2069", "lamp keeper"),
    ("variation selector", "灯\ufe00守", "灯守"),
    ("emoji", "Lamp 🔥 Keeper", "lamp keeper"),
    ("Russian", "Хранитель Ёлки", "хранитель елки"),
    ("Korean", "등대지기", "등대지기"),
    ("line end", "Lamp\nKeeper\u2028Oil", "lamp keeper oil"),
]


@pytest.mark.parametrize(("one", "other"), [pair[1:] for pair in ALIKE], ids=[pair[0] for pair in ALIKE])
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert key_of(fold(one)) == key_of(fold(other)) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("か", "が"), ("ハ", "パ"), ("灯", "火"), ("Lamp", "Lamps"), ("등", "동"), ("Lamp 1", "Lamp 2"), ("_____", "___")],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert key_of(fold(one)) != key_of(fold(other))


def test_folded_name_is_its_words() -> None:
    assert fold("  Keeper’s   Lamp-Oil // Wick ") == "keeper's lamp oil wick"


def test_a_name_of_punctuation_is_stored() -> None:
    assert fold("_____") == "_____"
    assert fold("＿＿＿＿＿") == "_____"


@pytest.mark.parametrize("nothing", ["", "   ", "\u200b\u202e", "\n"])
def test_nothing_is_left_of_nothing(nothing: str) -> None:
    assert key_of(fold(nothing)) == ""


def test_odd_input_is_no_error() -> None:
    assert fold("\ud800lamp") == "lamp"
    assert fold("\x00lamp") == "lamp"
    assert fold("two\nlines\u2029end") == "two lines end"


@pytest.mark.parametrize(
    ("folded", "words"),
    [
        ("lamp keeper", ["lamp", "keeper"]),
        ("keeper's lamp", ["keepers", "keeper", "lamp"]),
        ("l'huile d'orme", ["lhuile", "huile", "dorme", "orme"]),
        ("o' lamp", ["o", "lamp"]),
        ("lamp  keeper'", ["lamp", "keeper"]),
        ("'a", ["a"]),
        ("a'b'cd", ["abcd", "cd"]),
        ("'", []),
    ],
)
def test_a_folded_name_has_its_words(folded: str, words: list[str]) -> None:
    assert words_of(folded) == words


def test_scripts_without_spaces() -> None:
    assert is_unspaced(fold("灯台のランプ"))
    assert is_unspaced(fold("ランプ lamp"))
    assert not is_unspaced(fold("Хранитель лампы"))
    assert not is_unspaced(fold("등대지기"))
