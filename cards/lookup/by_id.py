"""Find cards by slug, oracle id or name."""

from django.db.models import Q, QuerySet

from cards.engine.lookup.types import MatchReason
from cards.lookup.find_cards import find_cards
from cards.models import Card


def card_meant(typed: str) -> Card | None:
    """Return the likeliest card with a slug, an oracle id or a whole name in any language and spelling. Few queries."""
    found = card_named("-".join(typed.split())) or card_named(typed)
    if found or not typed:
        return found
    # Skip names that only begin with the text.
    named = (one.card for one in find_cards(typed, limit=5, guess=False) if one.reason is not MatchReason.PREFIX)
    return next(named, None)


def card_named(slug: str, rows: QuerySet[Card] | None = None) -> Card | None:
    """Return the card with a slug or oracle id, in any case; of ``rows``, if given. One query."""
    if "\x00" in slug:
        return None
    named = Q(slug=slug.lower()) | Q(oracle_id=slug.lower())
    return (Card.objects if rows is None else rows).filter(named).first()
