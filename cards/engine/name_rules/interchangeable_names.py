"""Interchangeable names: different names of cards that the rules treat as one."""

from collections.abc import Mapping, Sequence

from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import CardFacts, GameObject


def interchangeable(things: Sequence[GameObject], rules: NameRules) -> Mapping[str, str]:
    """Return interchangeable names, each mapped to the first of its group in the alphabet."""
    if not rules["interchangeable"]:
        return {}
    found: dict[str, str] = {}
    for one, other in (pair for thing in things if thing.card for pair in thing.card.pairs):
        first, second = sorted((found.get(one, one), found.get(other, other)))
        found |= {one: first, other: first}
        found |= {name: first for name, before in found.items() if before == second}
    return found


def one_with(card: CardFacts, name: str) -> frozenset[str]:
    """Return the names interchangeable with a name of the card."""
    return frozenset(two for pair in card.pairs if name in pair for two in pair if two != name)
