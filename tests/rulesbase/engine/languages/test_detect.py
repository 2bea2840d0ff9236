"""The language of a text."""

from rulesbase.engine.languages.detect import is_plainly_english, language_of


def test_scripts_tell_the_others() -> None:
    texts = ["ランプを燃やす", "灯在燃烧", "灯を燃", "", "12 34"]
    assert [language_of(text) for text in texts] == ["ja", "zh", "ja", "en", "en"]
    assert not is_plainly_english("")
    # A few foreign signs between letters tell nothing.
    assert language_of("lamp " * 10 + "灯" * 5) == "en"
    assert language_of("lamp " * 10 + "灯" * 6) == "zh"
    assert [language_of("灯" * 22 + "の" * kana) for kana in (1, 3, 4)] == ["zh", "zh", "ja"]


def test_a_latin_text_is_english_unless_other_words_are_clearly_more_frequent() -> None:
    english = "The keeper of the lamp is old and that is his right."
    assert language_of(f"{english} Le gardien et la lampe du port sont dans le noir.") == "en"
    assert (
        language_of(f"{english} Le gardien et la lampe du port sont dans le noir avec un joueur qui est pas là.")
        == "fr"
    )
    assert is_plainly_english(english)
    assert is_plainly_english("Is")
    # A tenth of the words is not enough.
    assert not is_plainly_english("the " + "lamp " * 9)
    assert is_plainly_english("the " + "lamp " * 8)
