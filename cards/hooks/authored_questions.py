"""Cards as questions name them that curators write."""

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.urls import reverse

from cards.models import Card, Face
from rulesbase.study.authored import content
from rulesbase.study.authored.content import KnownCard


def register_looks() -> None:
    """Say that cards are found here; done once, when the program starts."""
    content.register(by_name, by_id)


def by_name(names: Collection[str]) -> Mapping[str, KnownCard]:
    """Cards by their English names or those of a face, whatever the case of letters. Two queries."""
    if not names:
        return {}
    wanted = Q()
    for name in names:
        wanted |= Q(name__iexact=name)
    found: dict[str, KnownCard] = {}
    for face in Face.objects.filter(wanted).select_related("card").order_by("card__kind", "-pk"):
        found[face.name.casefold()] = _known(face.card)
    # The name of a whole card goes before that of a face, and a card before a token.
    for card in Card.objects.filter(wanted).order_by("-kind", "-pk"):
        found[card.name.casefold()] = _known(card)
    return {name: found[name.casefold()] for name in names if name.casefold() in found}


def by_id(oracle_ids: Collection[str]) -> Mapping[str, KnownCard]:
    """Cards by their oracle ids. One query."""
    return {card.oracle_id: _known(card) for card in Card.objects.filter(oracle_id__in=oracle_ids)}


def _known(card: Card) -> KnownCard:
    return KnownCard(card.oracle_id, card.name, reverse("card", args=[card.slug]))
