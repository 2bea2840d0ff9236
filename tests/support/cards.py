"""Makes the rows of cards that tests need, one plain function a kind."""

import datetime
import hashlib
from collections.abc import Sequence
from typing import Any

from django.utils.text import slugify

from cards.imports.store_details import ruling_digest
from cards.models import Card, CardSet, Face, PrintedName, Printing, Ruling
from rulesbase.models import State

_FACE = {"mana_cost", "type_line", "text", "power", "toughness", "loyalty", "defense", "color_indicator"}


def make_set(code: str, name: str = "", released: str = "2001-06-04") -> CardSet:
    """Return a set, made if it is not there."""
    return CardSet.objects.get_or_create(
        code=code, defaults={"name": name or code.upper(), "released": datetime.date.fromisoformat(released)}
    )[0]


def make_card(name: str, faces: Sequence[dict[str, Any]] = (), **fields: Any) -> Card:
    """Return a new card; without ``faces`` it has one, and the fields of a face go there."""
    of_face = {key: fields.pop(key) for key in _FACE & fields.keys()}
    fields.setdefault("oracle_id", hashlib.sha256(f"{name}{fields}".encode()).hexdigest()[:36])
    fields.setdefault("slug", slugify(name))
    fields.setdefault("layout", "normal")
    card: Card = Card.objects.create(name=name, **fields)
    for position, face in enumerate(faces or [{"name": name, **of_face}]):
        Face.objects.create(card=card, position=position, **face)
    if card.first_set:
        Printing.objects.create(card=card, card_set=card.first_set, number="1", released=card.released)
    return card


def make_name(card: Card, language: str, name: str, card_set: CardSet | None = None, **fields: Any) -> PrintedName:
    """Return a new printed name of a card."""
    key = hashlib.sha256(f"{card.pk}{language}{name}{card_set}{fields}".encode()).hexdigest()[:24]
    return PrintedName.objects.create(
        card=card, language=language, name=name, card_set=card_set, source="test", key=key, **fields
    )


def make_ruling(card: Card, date: str, text: str) -> Ruling:
    """Return a new ruling of a card."""
    day = datetime.date.fromisoformat(date)
    return Ruling.objects.create(card=card, date=day, text=text, digest=ruling_digest(day, text))


def raise_generation() -> None:
    """Say that content changed, as an import does."""
    state, _made = State.objects.get_or_create(pk=1)
    state.content_changed()
