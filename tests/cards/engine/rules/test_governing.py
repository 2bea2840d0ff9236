"""Which headings a card falls under: by layout, types and keywords."""

import pytest

from cards.engine.rules.governing import keyword_titles, plural, wanted

KNOWN = ["flying", "landwalk", "cycling", "morph", "kicker", "hexproof", "partner", "ninjutsu", "craft", "double"]
PAIR = "daybound and nightbound"


@pytest.mark.parametrize(
    ("keyword", "titles"),
    [
        ("Flying", ["flying"]),
        ("Swampwalk", ["landwalk"]),
        ("Legendary landwalk", ["landwalk"]),
        ("Basic landcycling", ["cycling"]),
        ("Megamorph", ["morph"]),
        ("Multikicker", ["kicker"]),
        ("Hexproof from", ["hexproof"]),
        ("Partner with", ["partner"]),
        ("Commander ninjutsu", ["ninjutsu"]),
        ("Daybound", [PAIR]),
        ("Double agenda", ["hidden agenda"]),
        # What only ends like a keyword is none of its kind.
        ("Metalcraft", []),
        ("Landfall", []),
        ("", []),
    ],
)
def test_keywords(keyword: str, titles: list[str]) -> None:
    assert list(keyword_titles(keyword, [*KNOWN, PAIR, "hidden agenda"])) == titles


def test_the_most_exact_title_comes_first() -> None:
    assert list(keyword_titles("Nightbound", [PAIR, "nightbound"])) == ["nightbound", PAIR]


@pytest.mark.parametrize(
    ("layout", "type_lines", "titles"),
    [
        ("normal", ["Legendary Creature — Human Wizard"], ["human cards", "wizard cards", "legendarys", "creatures"]),
        ("split", ["Instant", "Sorcery"], ["split cards", "instants", "sorceries"]),
        ("adventure", ["Creature — Giant", "Instant — Adventure"], ["adventurer cards", "giant cards", "creatures"]),
        ("case", ["Enchantment — Case"], ["case cards", "case", "enchantments"]),
        ("never_heard_of", ["Land"], ["never heard of cards", "never heard of", "lands", "land"]),
        ("planar", ["Phenomenon"], ["planechase", "phenomena"]),
        ("normal", ["Tribal Instant — Elf"], ["elf cards", "tribals", "kindreds", "instants"]),
        ("normal", ["Kindred Instant — Elf"], ["elf cards", "kindreds", "tribals", "instants"]),
        ("normal", [""], []),
        ("normal", [], []),
    ],
)
def test_wanted(layout: str, type_lines: list[str], titles: list[str]) -> None:
    found = [title for one in wanted(layout, type_lines) for title in one.titles]
    assert found[-1] == "name"
    assert [title for title in found if title in titles] == titles


@pytest.mark.parametrize(
    ("word", "several"), [("artifact", "artifacts"), ("phenomenon", "phenomena"), ("sorcery", "sorceries")]
)
def test_plural(word: str, several: str) -> None:
    assert plural(word) == several
