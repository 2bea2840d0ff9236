"""The mechanics of the game: patterns of Oracle texts and the rule that each one leads to.

The table is `cards/data/mechanics.csv`: the rule, how much it matters (1 to 9), the field of the card, and the pattern.
A rule is named by ``=its title`` or by a few words that no other rule has, never by its number.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from cards.engine.relevance.card_text import CardText, FoldedFace
from cards.engine.relevance.keywords import keyword_titles
from cards.engine.relevance.rule_finder import RuleFinder, fold
from cards.engine.relevance.weighted_rules import NamedRule, best_first
from rulesbase.engine.data_tables import data_rows

MOST_RULES = 8
# Weights of a keyword of the card, of a keyword that its text names, and of the list of ability words.
_OWN_KEYWORD, _NAMED_KEYWORD, _ABILITY_WORD = 7, 4, 3
# Words of the rule that lists the ability words.
_ABILITY_WORDS = "the ability words are"


class Mechanic(NamedTuple):
    """A pattern and its rule."""

    rule: str
    weight: float
    field: str
    pattern: re.Pattern[str]


@cache
def mechanics() -> tuple[Mechanic, ...]:
    """Read the table."""
    return tuple(
        Mechanic(row["rule"], float(row["weight"]), row["field"], re.compile(row["pattern"], re.MULTILINE))
        for row in data_rows("cards/data/mechanics.csv")
    )


def rules_for(card: CardText, finder: RuleFinder, former_titles: Collection[str] = ()) -> list[NamedRule]:
    """Return the rules that a card leads to, each once, those that matter most first.

    ``finder`` has the titles of a version; ``former_titles`` are those of other versions, for keywords renamed since.
    """
    faces = [FoldedFace(face, is_front=not at) for at, face in enumerate(card.faces)]
    return best_first((*_keywords(card, faces, finder, former_titles), *_mechanics(card.layout, faces)))


def _mechanics(layout: str, faces: list[FoldedFace]) -> list[NamedRule]:
    found: list[NamedRule] = []
    for one in mechanics():
        if one.field == "layout":
            if one.pattern.search(layout):
                found.append(NamedRule(one.rule, one.weight, layout.replace("_", " ")))
            continue
        for face in faces:
            text = face.fields.get(one.field)
            if text and (match := one.pattern.search(text.folded)):
                found.append(NamedRule(one.rule, one.weight, text.words(match.start(), match.end())))
    return found


def _keywords(
    card: CardText, faces: list[FoldedFace], finder: RuleFinder, former_titles: Collection[str]
) -> list[NamedRule]:
    found: list[NamedRule] = []
    for keyword in card.keywords:
        titles = keyword_titles(keyword, finder.titles.keys()) or keyword_titles(keyword, former_titles)
        if titles:
            found.append(NamedRule(f"={titles[0]}", _OWN_KEYWORD, keyword))
    for face in faces:
        for match in finder.keyword_abilities.finditer(face.text.folded):
            words = face.text.words(match.start(), match.end())
            found.append(NamedRule(f"={match[0]}", _NAMED_KEYWORD, words))
    if number := finder.find(_ABILITY_WORDS):
        listed = fold(finder.by_number[number].text)
        found += [NamedRule(_ABILITY_WORDS, _ABILITY_WORD, word) for word in card.keywords if fold(word) in listed]
    return found
