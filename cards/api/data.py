"""Cards and rulings as plain data."""

from typing import Any

from cards.models import Card, Face, Interchangeable
from cards.rulings import Basis, Told

_FACE = ("name mana_cost mana_value type_line colors color_indicator text power toughness loyalty defense").split()
NAMED = ("language", "name", "flavor", "face__position", "reading")


def face_data(face: Face) -> dict[str, Any]:
    """A face."""
    return {name: getattr(face, name) for name in _FACE}


def listed_data(card: Card) -> dict[str, Any]:
    """A card of a list; read it with ``for_reading`` and its first set."""
    return {
        "card": card.slug,
        "oracle_id": card.oracle_id,
        "name": card.name,
        "layout": card.layout,
        "kind": card.kind,
        "mana_value": card.mana_value,
        "colors": card.colors,
        "color_identity": card.color_identity,
        "keywords": card.keywords,
        "legalities": card.legalities,
        "released": card.released.isoformat() if card.released else None,
        "first_set": card.first_set.code if card.first_set else None,
        "variant": card.is_variant,
        "playtest": card.is_playtest,
        "sample": card.is_sample,
        "faces": [face_data(face) for face in card.faces.all()],
    }


def card_data(card: Card) -> dict[str, Any]:
    """A card with its printed names, its parts, and the names that are one with its own. Three queries."""
    names = card.printed_names.order_by("language", "flavor", "face__position", "name").values_list(*NAMED).distinct()
    keys = ("language", "name", "flavor", "face", "reading")
    own = {card.name, *(face.name for face in card.faces.all())}
    pairs = Interchangeable.objects.filter(name__in=own) | Interchangeable.objects.filter(other__in=own)
    return {
        **listed_data(card),
        "printed_names": [dict(zip(keys, row, strict=True)) for row in names],
        "parts": [
            {"component": part.component, "name": part.name, "card": part.other.slug if part.other else None}
            for part in card.parts.select_related("other").order_by("component", "name")
        ],
        "interchangeable": sorted({name for pair in pairs for name in (pair.name, pair.other)} - own),
    }


def ruling_data(told: Told) -> dict[str, Any]:
    """A ruling with what it rests on; read it with its card."""
    ruling = told.ruling
    return {
        "id": ruling.pk,
        "card": ruling.card.slug,
        "name": ruling.card.name,
        "date": ruling.date.isoformat(),
        "source": ruling.source,
        "text": ruling.text,
        "rests_on": [_basis(one) for one in told.bases],
    }


def _basis(one: Basis) -> dict[str, Any]:
    return {
        "number": one.number,
        "version": one.then.isoformat() if one.then else None,
        "status": one.resolution.status.value,
        "numbers": list(one.resolution.numbers),
        "words": one.words,
        "since": one.since.isoformat() if one.since else None,
    }
