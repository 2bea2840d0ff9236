"""Build the list of cards: rows, choices of the form, similar names."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from cards.models import Card, CardSet, Face, PrintedName
from rulesbase.core.content_version import content_stamp


class ListedCard(NamedTuple):
    """A card in the list; ``printed`` is the name in another language, or the flavor name, that matched."""

    card: Card
    faces: Sequence[Face]
    printed: PrintedName | None


def filter_choices() -> Mapping[str, Sequence[object]]:
    """Return the sets by code and the layouts of the data. One query, and two more after content changed."""
    return _choices(content_stamp())


@lru_cache(maxsize=2)
def _choices(stamp: str) -> Mapping[str, Sequence[object]]:
    del stamp  # only part of the key
    sets = CardSet.objects.order_by("-released", "name").values_list("code", "name")
    layouts = Card.objects.order_by("layout").values_list("layout", flat=True).distinct()
    return {"sets": [(code, name or code.upper()) for code, name in sets], "layouts": list(layouts)}


def listed_cards(keys: Sequence[int], typed: str) -> list[ListedCard]:
    """Return the cards with these keys in their order. Two queries, and a third for the printed names that matched."""
    wide = Card.objects.select_related("first_set").defer("keywords", "legalities").for_reading()
    found = {card.pk: card for card in wide.filter(pk__in=list(keys))}
    listed = [found[key] for key in keys if key in found]
    printed: dict[int, PrintedName] = {}
    wanted = [card.pk for card in listed if typed.lower() not in card.name.lower()] if typed else []
    if wanted:
        names = PrintedName.objects.filter(card__in=wanted, name__icontains=typed).order_by("language", "name")
        for name in names.only("card_id", "language", "name", "flavor"):
            printed.setdefault(name.card_id, name)
    return [ListedCard(card, list(card.faces.all()), printed.get(card.pk)) for card in listed]
