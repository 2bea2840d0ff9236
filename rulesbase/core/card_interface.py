"""The interface by which the rules app reads cards.

The cards app imports the rules app, never the other way: it registers its answers when the program starts. Only their
types are imported here, for type checks.
"""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from cards.hooks.card_source import Cards
    from cards.lookup.find_cards import CardMatch
    from cards.models import Card, Ruling

# The rows that the answers contain, and a card that a typed name may mean.
CardRow: TypeAlias = "Card"
RulingRow: TypeAlias = "Ruling"
FoundCard: TypeAlias = "CardMatch"


_registered: list["Cards"] = []


def register(source: "Cards") -> None:
    """Register the answers of the cards app; called once, when the program starts."""
    _registered[:] = [source]


def cards() -> "Cards":
    """Return the answers of the cards app."""
    return _registered[0]
