"""What a card record says: kinds, languages, and defects of printed names that are mended."""

import pytest

from cards.engine.records.cleaning import clean_text, split_flavor, unshift, without_ruby
from cards.engine.records.fields import language_code
from cards.engine.records.types import kind_of


@pytest.mark.parametrize(
    ("layout", "type_line", "set_type", "kind"),
    [
        ("normal", "Creature — Elk", "expansion", "card"),
        ("hologram", "Instant", "", "card"),
        ("hologram", "Token Creature — Elk", "", "token"),
        ("token", "Token Creature — Elk", "token", "token"),
        ("token", "Card", "token", "nothing"),
        ("double_faced_token", "Card // Token Creature — Elemental", "", "token"),
        ("double_faced_token", "Card // Card", "", "nothing"),
        ("emblem", "Emblem — Elk", "", "emblem"),
        ("token", "Emblem — Elk", "", "emblem"),
        ("art_series", "Card // Card", "memorabilia", "nothing"),
        ("normal", "Dungeon", "token", "card"),
        ("normal", "Sorcery", "token", "nothing"),
        ("planar", "Plane — Somewhere", "planechase", "card"),
        ("normal", "", "", "card"),
    ],
)
def test_kinds(layout: str, type_line: str, set_type: str, kind: str) -> None:
    assert kind_of(layout, type_line, set_type) == kind


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("French", "fr"),
        ("ja", "ja"),
        *zip(
            "English Japanese German Spanish Italian Portuguese Russian Korean Phyrexian Latin Arabic Hebrew".split(),
            "en ja de es it pt ru ko ph la ar he".split(),
            strict=True,
        ),
        *zip("Sanskrit Quenya jp kr sp zhs".split(), "sa qya ja ko es zh-hans".split(), strict=True),
        ("Ancient Greek", "grc"),
        ("Chinese Traditional", "zh-hant"),
        ("Chinese Simplified", "zh-hans"),
        ("zht", "zh-hant"),
        ("Portuguese (Brazil)", "pt"),
        ("Elvish of the Woods", "elvish o"),
    ],
)
def test_languages(given: str, code: str) -> None:
    assert language_code(given) == code


@pytest.mark.parametrize(
    ("name", "plain", "reading"),
    [
        ("灯（ひ）の鹿（しか）", "灯の鹿", "ひのしか"),
        ("灯(ひ)の鹿", "灯の鹿", ""),
        ("灯の鹿", "灯の鹿", ""),
        ("灯の鹿（赤）", "灯の鹿（赤）", ""),
        ("エルク", "エルク", ""),
    ],
)
def test_readings(name: str, plain: str, reading: str) -> None:
    assert without_ruby(name) == (plain, reading)


def test_a_flavor_name_behind_the_name() -> None:
    assert split_flavor("灯の鹿 (大怪獣)") == ("灯の鹿", "大怪獣")
    assert split_flavor("灯の鹿") == ("灯の鹿", "")


def test_texts() -> None:
    assert clean_text("{2}o{U/B} &gt; 1") == "{2}{U/B} > 1"
    assert clean_text("Zero o{G}") == "Zero {G}"
    assert clean_text("o {G}") == "o {G}"


@pytest.mark.parametrize(
    ("type_line", "text", "mended"),
    [
        ("Engagez la cible.", "Piochez.\nJean Peintre", ("", "Engagez la cible.\nPiochez.", True)),
        # A full stop alone proves nothing, and neither does a name at the end.
        ("Beschwörung eines Bolds.", "Fliegt.", ("Beschwörung eines Bolds.", "Fliegt.", False)),
        ("Éphémère", "Piochez.\nJean Peintre", ("Éphémère", "Piochez.\nJean Peintre", False)),
        ("", "", ("", "", False)),
    ],
)
def test_a_text_in_the_type_line(type_line: str, text: str, mended: tuple[str, str, bool]) -> None:
    assert unshift(type_line, text) == mended


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        (" o{T}: Row. ", "{T}: Row."),
        ("Row.\\nSwim.", "Row.\nSwim."),
        ("o{T}: Row.\\nSwim.", "{T}: Row.\nSwim."),
        ("Zero{T}", "Zero{T}"),
        ("Row &amp; swim &lt;b&gt;", "Row & swim <b>"),
    ],
)
def test_old_symbols_line_ends_and_entities(given: str, clean: str) -> None:
    assert clean_text(given) == clean
