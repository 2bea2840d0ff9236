"""The day of the imported card data."""

import datetime

from django.db.models import Max

from cards.lookup.facts import day_of
from cards.lookup.lookup import Lookup
from cards.lookup.row_cache import DatabaseState
from cards.models import Card

_cached: dict[tuple[str, str], tuple[object, datetime.date | None]] = {}


def data_as_of() -> datetime.date | None:
    """Return the day of the newest card data; None if unknown. One query while nothing was written."""
    state: DatabaseState = Lookup().state
    generation, day = _cached.get(state.database, (None, None))
    if generation != state.generation:
        day = day_of(Card.objects.aggregate(newest=Max("standing"))["newest"] or "")
        _cached[state.database] = state.generation, day
    return day
