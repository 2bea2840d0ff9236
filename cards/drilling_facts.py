"""What the name rules need to know of many cards at once: the same as `cards.facts.facts_of` tells of one."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Min

from cards.engine.asking import CardFacts, Side, Thing
from cards.engine.index import NameIndex
from cards.facts import facts_of, was_released
from cards.lookup import index
from cards.models import Card, Face, Interchangeable, PrintedName
from cards.things import thing, thing_of_card

_AT_ONCE = 500
_MOST_KEPT = 6000
_Pairs = list[tuple[str, str, datetime.date | None]]


class Stock:
    """Facts of cards and objects as typed, kept for the next question about them."""

    def __init__(self) -> None:
        self.facts: dict[str, CardFacts] = {}
        self.things: dict[str, Thing | None] = {}

    def fetch(self, oracle_ids: Iterable[str]) -> None:
        """Have the facts of these cards at hand."""
        if len(self.facts) > _MOST_KEPT:
            self.facts, self.things = {}, {}
        lacking = [one for one in dict.fromkeys(oracle_ids) if one and one not in self.facts]
        if lacking:
            self.facts |= facts_of_all(lacking)

    def thing(self, typed: str, oracle_id: str) -> Thing | None:
        """An object as typed: of a card whose facts are at hand, or looked up where ``oracle_id`` is empty.

        None where the card is gone, or where it is not sure what is meant.
        """
        # Another thread may begin anew meanwhile: what is lacking for that reason is not kept.
        things, facts = self.things, self.facts.get(oracle_id)
        if typed not in things:
            if oracle_id and facts is None:
                return None
            things[typed] = thing_of_card(typed, facts) if facts else _looked_up(typed)
        return things[typed]


def _looked_up(typed: str) -> Thing | None:
    found = thing(typed)
    told = found.thing.card is not None or "token" in found.thing.states
    return found.thing if told and found.known and not found.ambiguous and not found.thing.partial else None


_kept: list[tuple[NameIndex, Stock]] = []


def kept_stock() -> Stock:
    """What is kept in this process, as long as no cards are imported."""
    names = index()
    if not _kept or _kept[0][0] is not names:
        _kept[:] = [(names, Stock())]
    return _kept[0][1]


def facts_of_all(oracle_ids: Iterable[str]) -> dict[str, CardFacts]:
    """The facts of cards by oracle id, without those that are not known. Four queries for each five hundred.

    Meld cards, of which there are few, take their own queries.
    """
    wanted = sorted(set(oracle_ids))
    pairs: _Pairs = list(Interchangeable.objects.values_list("name", "other", "since")) if wanted else []
    found: dict[str, CardFacts] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        rows = Card.objects.filter(oracle_id__in=wanted[start : start + _AT_ONCE]).for_reading()
        cards = list(rows.select_related("first_set").annotate(first_ruling=Min("rulings__date")))
        flavors: defaultdict[int, dict[str, None]] = defaultdict(dict)
        printed = PrintedName.objects.filter(card__in=cards, flavor=True).order_by("name")
        for of, name in printed.values_list("card_id", "name"):
            flavors[of][name] = None
        for card in cards:
            meld = card.layout == "meld"
            found[card.oracle_id] = facts_of(card) if meld else _facts(card, pairs, tuple(flavors[card.pk]))
    return found


def _facts(card: Card, pairs: _Pairs, flavors: tuple[str, ...]) -> CardFacts:
    sides = _sides(card, list(card.faces.all()))
    names = {card.name, *(side.name for side in sides)}
    own = tuple(sorted((one, two) for one, two, _since in pairs if one in names or two in names))
    released = was_released(card, getattr(card, "first_ruling", None))
    since = [day for _name, other, day in pairs if other == card.name and day and released and day > released]
    return CardFacts(
        name=card.name,
        layout=card.layout,
        sides=sides,
        kind=card.kind,
        interchangeable=tuple(dict.fromkeys(name for pair in own for name in pair if name not in names)),
        pairs=own,
        flavor_names=flavors,
        released=since[0] if since else released,
        legalities=card.legalities,
        oracle_id=card.oracle_id,
        casual=_is_casual(card),
    )


def _sides(card: Card, faces: list[Face]) -> tuple[Side, ...]:
    several = len(faces) > 1
    sides = tuple(
        Side(
            face.name,
            face.type_line,
            face.mana_cost,
            face.colors,
            face.mana_value if face.mana_value is not None or several else card.mana_value,
            face.text,
            face.power,
            face.toughness,
        )
        for face in faces
    )
    return sides[:1] if len({side.name for side in sides}) == 1 else sides


def _is_casual(card: Card) -> bool:
    legalities: Mapping[str, str] = card.legalities
    played = any(word in ("legal", "restricted", "banned") for word in legalities.values())
    return not played and (card.is_playtest or (card.first_set is not None and card.first_set.kind == "funny"))
