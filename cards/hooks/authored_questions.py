"""The search of cards for written questions."""

from collections.abc import Collection, Mapping

from django.db.models import Q

from cards.models import Card, Face


def by_name(names: Collection[str]) -> Mapping[str, str]:
    """Return oracle ids by English names of cards or faces, ignoring case. Two queries."""
    if not names:
        return {}
    wanted = Q()
    for name in names:
        wanted |= Q(name__iexact=name)
    found: dict[str, str] = {}
    for face in Face.objects.filter(wanted).select_related("card").order_by("card__kind", "-pk"):
        found[face.name.casefold()] = face.card.oracle_id
    # The name of a whole card goes before that of a face, and a card before a token.
    for card in Card.objects.filter(wanted).order_by("-kind", "-pk"):
        found[card.name.casefold()] = card.oracle_id
    return {name: found[name.casefold()] for name in names if name.casefold() in found}
