"""Find cards by slug, oracle id or name."""

from cards.lookup.lookup import find_cards
from cards.models import Card
from rulesbase.engine.text.normalize import fold


def card_meant(typed: str) -> Card | None:
    """Return the likeliest card with a slug, an oracle id or a name in any language. Few queries."""
    found = card_named("-".join(typed.lower().split())) or card_named(typed)
    if found or not typed:
        return found
    # Skip names that only begin with the text.
    named = [
        one for one in find_cards(typed, limit=5, guess=False) if fold(one.matched).casefold() == fold(typed).casefold()
    ]
    return named[0].card if named else None


def card_named(name: str) -> Card | None:
    """Return the card with a slug or oracle id. At most two queries."""
    if "\x00" in name:
        return None
    return Card.objects.filter(slug=name[:320]).first() or Card.objects.filter(oracle_id=name[:64]).first()
