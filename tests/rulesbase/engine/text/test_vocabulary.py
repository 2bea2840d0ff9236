"""The fixed words of a document in each language, its dates, and which language a text is in."""

import datetime

import pytest

from rulesbase.engine.text.document_words import is_plainly_english, language_of, stated_date


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "Effective as of May 4, 2015", "2015-05-04"),
        ("en", "current  as of May 4th 2015", "2015-05-04"),
        ("en", "effective as of May4, 2015", "2015-05-04"),
        ("en", "effective as of 2015-05-04.", "2015-05-04"),
        ("en", "effective as of May 2015 (May 4, 2015)", "2015-05-04"),
        ("en", "effective as of June 31, 2015", None),
        ("en", "as of May 4, 2015", None),
        *(
            ("fr", f"Texte {words} le 4 mai 2015", "2015-05-04")
            for words in (
                "en vigueur depuis|applicable dès|applicables dès|valable dès|valables dès|effective dès|"
                "effectives dès|prend effet|prennent effet|à jour|daté du|datée du|datés du|datées du"
            ).split("|")
        ),
        *(
            ("ja", f"2015年5月4日{words}", "2015-05-04")
            for words in "から|より|以降|現在|发生效|发起生效|生效|起生效|起|まで、翌日から".split("|")
        ),
        ("ja", "2015年5月4日" + "あ" * 12 + "から", "2015-05-04"),
        ("ja", "2015年5月4日" + "あ" * 13 + "から", None),
        *(("en", f"{label} [04/05/2015]", "2015-05-04") for label in ("US", "EN", "UK")),
        ("fr", "US [01/02/2003] FR [04/05/2015]", "2015-05-04"),
        ("ja", "FR [01/02/2003] JP [04/05/2015]", "2015-05-04"),
        ("ja", "JA   [04/05/2015]", "2015-05-04"),
        ("ja", "JA    [04/05/2015]", None),
        ("en", "FR [04/05/2015]", None),
        ("en", "MTG 20150504.0", "2015-05-04"),
        ("en", "MTG 21000504.0", None),
        ("en", "MTG 120150504.0", None),
        ("en", "MTG 20150504.01", None),
        ("en", "FR [01/02/2003] effective as of May 4, 2015", "2015-05-04"),
    ],
)
def test_since_when_a_text_says_it_is_in_force(language: str, text: str, day: str | None) -> None:
    assert stated_date(text, language) == (datetime.date.fromisoformat(day) if day else None)


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
