"""Titles of rules for the keywords of cards."""

import pytest

from cards.engine.relevance.keywords import keyword_titles

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
def test_a_keyword_leads_to_titles_of_rules(keyword: str, titles: list[str]) -> None:
    assert list(keyword_titles(keyword, [*KNOWN, PAIR, "hidden agenda"])) == titles


def test_the_most_exact_title_comes_first() -> None:
    assert list(keyword_titles("Nightbound", [PAIR, "nightbound"])) == ["nightbound", PAIR]
