"""The text of a card as patterns read it, and the rules that it leads to."""

import pytest

from cards.engine.relevance.card_text import CardText, FoldedFace, FoldedText
from cards.engine.relevance.mechanics import rules_for
from cards.engine.relevance.rule_finder import RuleFinder, RuleText
from cards.engine.types import Side

TEXTS = {"207.2c": "The ability words are gullcall and ternsong.", "702.2": "Flying", "702.3": "Undertow"}
RULES = [RuleText("702", "Keyword Abilities", ""), *(RuleText(number, "", text) for number, text in TEXTS.items())]
FINDER = RuleFinder(RULES)
TEXT = "Gullcall — Other oxen have undertow.\nSacrifice this creature: Draw a card."
OX = Side("Ox", "Creature — Ox", "{1}{G}", text=TEXT)


def test_a_folded_text_leads_back_to_the_printed_words() -> None:
    text = FoldedText("When this creature or Bo’s Ox (a big ox) enters,\nscry 1.", ["Bo’s Ox", "Bo", "or"])
    assert text.folded == "when ~ or ~            enters,\nscry 1."
    spans = [(5, 6), (0, 11), (1, 3), (23, 30), (32, 38), (len(text.folded), len(text.folded))]
    printed = ["this creature", "When this creature or Bo’s Ox", "When", "enters", "scry 1", ""]
    assert [text.words(*span) for span in spans] == printed


def test_long_words_of_a_text_are_shortened_to_seventy_letters() -> None:
    assert FoldedText("gull " * 13 + "gulls").words(0, 70) == "gull " * 13 + "gulls"
    assert FoldedText("gull " * 13 + "gulls!!?").words(0, 73) == "gull " * 13 + "…"


@pytest.mark.parametrize(
    ("name", "type_line", "text", "folded"),
    [
        ("Mir of Oxen, the Tall", "Legendary Creature", "Mir, Mir of Oxen, or Mir of Oxen, the Tall", "~, ~, or ~"),
        ("Mir of Oxen", "Creature", "Mir of Oxen or Mir", "~ or mir"),
        ("Mir, the Tall", "Creature", "Mir or Mir, the Tall", "~ or ~"),
        ("Ox", "Creature", "Ox or this saga", "ox or ~"),
    ],
)
def test_what_a_card_calls_itself(name: str, type_line: str, text: str, folded: str) -> None:
    assert FoldedFace(Side(name, type_line, text=text), is_front=True).text.folded == folded


@pytest.mark.parametrize(
    ("side", "is_front", "fields"),
    [
        (Side("Elk", "Creature — Elk", "{G}"), True, ["permanent text", "permanent mana cost", "creature text"]),
        (Side("Elk", "Instant", "{G}"), True, ["spell text", "spell mana cost"]),
        (Side("Elk", "Sorcery"), True, ["spell text", "spell mana cost", "missing mana cost"]),
        (Side("Elk", "Artifact"), False, ["permanent text", "permanent mana cost"]),
        (Side("Elk", "Land"), True, ["permanent text", "permanent mana cost"]),
        (Side("Elk"), True, ["permanent text", "permanent mana cost"]),
    ],
)
def test_the_fields_of_a_face(side: Side, is_front: bool, fields: list[str]) -> None:
    found = FoldedFace(side, is_front=is_front).fields
    assert [*found] == ["text", "type", "mana cost", "power and toughness", *fields]


def test_a_card_leads_to_rules_those_that_matter_most_first() -> None:
    card = CardText("modal_dfc", [OX, Side("Yoke", "Instant")], ["Flying", "Gullcall", "Banding"])
    assert [(one.rule, one.weight, one.words) for one in rules_for(card, FINDER, ["banding"])] == [
        ("=flying", 7, "Flying"),
        ("=banding", 7, "Banding"),
        ("double-faced card that isn't", 7, "modal dfc"),
        ("a player playing a", 7, "modal dfc"),
        ("on each side. these", 6, "modal dfc"),
        ("=double-faced cards", 6, "modal dfc"),
        ("=sacrifice", 5, "Sacrifice"),
        ("a double-faced spell is", 5, "modal dfc"),
        ("=undertow", 4, "undertow"),
        ("the ability words are", 3, "Gullcall"),
        ("a player draws a", 3, "Draw"),
        ("activating activated abilities > abilities have a cost and an", 3, "Sacrifice this creature: Draw"),
        ("activate an ability is", 2, "Sacrifice this creature: Draw"),
        ("=creatures", 1, "Creature"),
        ("=instants", 1, "Instant"),
    ]


def test_a_keyword_without_a_rule_and_a_version_without_rules() -> None:
    assert "=banding" not in [one.rule for one in rules_for(CardText("normal", [OX], ["Banding"]), FINDER)]
    assert [one.rule for one in rules_for(CardText("normal", [Side("Elk")]), RuleFinder([]))] == []
