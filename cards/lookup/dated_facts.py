"""Read the facts on a card in the card data of each imported day."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cards.engine.records.dated import plain_text
from cards.engine.types import CardHistory, Side, nearest_before
from cards.models import Card, DatedFact
from rulesbase.core.grouping import grouped


class DatedValue(NamedTuple):
    """A value and the days of the data that have it, oldest first."""

    value: Any
    days: tuple[datetime.date, ...]


# The values of a kind and a name.
DatedFacts = Mapping[tuple[str, str], Sequence[DatedValue]]


def dated_facts_of(names: Iterable[str], kinds: Sequence[str] = ("face", "legal", "first")) -> DatedFacts:
    """Return the dated facts of names. One query."""
    rows = DatedFact.objects.filter(name__in=set(names), kind__in=kinds).order_by("digest")
    return grouped(
        ((kind, name), DatedValue(value, tuple(map(datetime.date.fromisoformat, days))))
        for kind, name, value, days in rows.values_list("kind", "name", "value", "days")
    )


def by_day(values: Iterable[DatedValue]) -> list[tuple[datetime.date, Any]]:
    """Return the value of each day, oldest first. Of two values of one day the last one counts."""
    return sorted({day: one.value for one in values for day in one.days}.items())


def first_printing_of(dated: DatedFacts, name: str) -> datetime.date | None:
    """Return the day on which a card of a name was first printed, by the newest data; None if unknown."""
    found = max(((one.days[-1], one.value[0]) for one in dated.get(("first", name), ())), default=None)
    return datetime.date.fromisoformat(found[1]) if found else None


def history_of(dated: DatedFacts, card: Card, sides: Sequence[Side], today: datetime.date | None) -> CardHistory | None:
    """Return what the data of each day say of a card, with its present facts as those of ``today``.

    None if no other day is known, or the day of the present facts is not.
    """
    faces = {side.name: by_day(dated.get(("face", side.name), ())) for side in sides}
    days = {day for rows in faces.values() for day, _value in rows}
    legal = dict(by_day(dated.get(("legal", card.name), ())))
    if today is None or not (days | legal.keys()) - {today}:
        return None
    states = {day: tuple(_side_on(side, faces[side.name], day) for side in sides) for day in days}
    states[today] = tuple(replace(side, text=plain_text(side.text)) for side in sides)
    if card.legalities:
        legal[today] = card.legalities
    return CardHistory(tuple(sorted(states.items())), tuple(sorted(legal.items())))


def _side_on(side: Side, rows: Sequence[tuple[datetime.date, Any]], day: datetime.date) -> Side:
    """Return a side as the data of a day have it."""
    found = nearest_before(rows, day)
    if found is None:
        return side
    type_line, text, cost, colors, power, toughness = found[1]
    value = side.mana_value if cost == side.mana_cost else None
    return Side(side.name, type_line, cost, colors, value, text, power, toughness)
