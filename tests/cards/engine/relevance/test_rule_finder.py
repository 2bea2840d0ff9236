"""Rules of a version by title and by words, and the rules that a ruling rests on."""

import pytest

from cards.engine.relevance.rule_finder import RuleFinder, RuleText
from cards.engine.relevance.ruling_topics import rules_of_ruling

FINDER = RuleFinder(
    [
        RuleText("101", "Ferries", ""),
        RuleText("101.1", "", "The  “ferry” leaves at dusk."),
        RuleText("101.2", "", "Mooring"),
        RuleText("101.2a", "", "A ferry is moored by its keeper."),
        RuleText("102", "Keyword Abilities", ""),
        RuleText("102.1", "", "Each ability has its rule"),
        RuleText("102.2", "", "Sail"),
        RuleText("102.2a", "", "To sail is to leave the pier."),
        RuleText("102.3", "", "Sailing"),
        RuleText("102.4", "", f"{'A' * 60}"),
        RuleText("102.5", "", f"{'B' * 61}"),
        RuleText("1021.1", "", "Mooring"),
        RuleText("103.1", "", "May it leave?"),
    ]
)


@pytest.mark.parametrize(
    ("named", "number"),
    [
        ("=ferries", "101"),
        ("=mooring", "101.2"),
        ("=sail", "102.2"),
        ("=" + "a" * 60, "102.4"),
        ("=" + "b" * 61, None),
        ("=may it leave?", None),
        ("=nothing", None),
        ('the "ferry" leaves', "101.1"),
        ("moored by", "101.2a"),
        ("leave", None),
        ("the pier", "102.2a"),
        ("gulls", None),
        ("may it", "103.1"),
        ("ferries > =mooring", "101.2"),
        ("keyword abilities > =mooring", None),
        ("keyword abilities > leave", "102.2a"),
        ("ferries > ferry", None),
        ("gulls > ferry", None),
        ("gulls > =mooring", None),
    ],
)
def test_a_rule_is_found_by_its_title_or_its_own_words(named: str, number: str | None) -> None:
    assert FINDER.find(named) == number
    assert FINDER.find(named) == number


def test_short_texts_without_a_final_stop_are_titles() -> None:
    titles = {"ferries": "101", "mooring": "101.2", "sail": "102.2", "sailing": "102.3", "a" * 60: "102.4"}
    titles |= {"keyword abilities": "102", "each ability has its rule": "102.1"}
    assert FINDER.titles == titles


def test_titles_of_keyword_abilities() -> None:
    pattern = FINDER.keyword_abilities
    assert pattern.findall("sailing boats sail, but no sailor and no mooring") == ["sailing", "sail"]
    assert not RuleFinder([]).keyword_abilities.search("sail")


def rules(text: str, *keywords: str) -> list[tuple[str, int, str]]:
    return [
        (one.rule, int(one.weight), one.words)
        for one in rules_of_ruling(text, ["Brass Lamp"], keywords, ["explore", "flying", "ward"])
    ]


@pytest.mark.parametrize(
    ("text", "keywords", "expected"),
    [
        ("It explored twice.", ["Explore"], [("=explore", 90, "explored")]),
        ("It is exploring.", ["Explore"], [("=explore", 90, "exploring")]),
        ("It wards no one.", ["Ward"], [("=ward", 90, "wards")]),
        ("Wardens look on.", ["Ward"], []),
        # Without the keyword, with one that is mentioned in passing, and with one that no rule has.
        ("It explored twice.", ["Ward"], []),
        ("It has flying.", ["Flying"], []),
        ("It sails.", ["Sail"], []),
    ],
)
def test_keywords_of_the_card_lead_to_their_rules(
    text: str, keywords: list[str], expected: list[tuple[str, int, str]]
) -> None:
    assert rules(text, *keywords) == expected


def test_keywords_that_rulings_mention_in_passing() -> None:
    keywords = ["Enchant", "Equip", "Flying", "Haste", "Reach", "Vigilance"]
    text = "A creature with flying, haste, reach or vigilance, enchanted or equipped."
    assert not {f"={one.lower()}" for one in keywords} & {
        one.rule for one in rules_of_ruling(text, [], keywords, [one.lower() for one in keywords])
    }


def test_the_surest_three_rules_come_first() -> None:
    text = "If its targets are illegal, all players in turn order pay additional costs and explore. Mana value X."
    found = rules(text, "Explore")
    assert [confidence for _rule, confidence, _words in found] == sorted((one[1] for one in found), reverse=True)
    assert (len(found), found[0][1]) == (3, 95)
    # A topic below the threshold leads nowhere.
    assert rules("Do it in the order printed.") == []
