"""Cache of card facts for the questions on names."""

from collections.abc import Iterable

from cards.engine.lookup.index import NameIndex
from cards.engine.types import CardFacts, Thing
from cards.lookup.facts import facts_of_all
from cards.lookup.lookup import index
from cards.lookup.objects import parse_thing, thing_of_card

_MOST_CACHED = 6000


class FactCache:
    """Facts of cards and of typed objects."""

    def __init__(self) -> None:
        self.facts: dict[str, CardFacts] = {}
        self.things: dict[str, Thing | None] = {}

    def fetch(self, oracle_ids: Iterable[str]) -> None:
        """Load the facts of these cards that are missing."""
        if len(self.facts) > _MOST_CACHED:
            self.facts, self.things = {}, {}
        lacking = [one for one in dict.fromkeys(oracle_ids) if one and one not in self.facts]
        if lacking:
            self.facts |= facts_of_all(lacking)

    def thing(self, typed: str, oracle_id: str) -> Thing | None:
        """Return a typed object: of a loaded card, or looked up if ``oracle_id`` is empty.

        Return None if the card is gone or the object is uncertain.
        """
        # Another thread may clear the cache meanwhile: do not store what is missing for that reason.
        things, facts = self.things, self.facts.get(oracle_id)
        if typed not in things:
            if oracle_id and facts is None:
                return None
            things[typed] = thing_of_card(typed, facts) if facts else _looked_up(typed)
        return things[typed]


def _looked_up(typed: str) -> Thing | None:
    found = parse_thing(typed)
    is_named = found.thing.card is not None or "token" in found.thing.states
    return found.thing if is_named and found.known and not found.ambiguous and not found.thing.partial else None


_cached: list[tuple[NameIndex, FactCache]] = []


def cached_facts() -> FactCache:
    """Return the cache of this process; an import of cards empties it."""
    names = index()
    if not _cached or _cached[0][0] is not names:
        _cached[:] = [(names, FactCache())]
    return _cached[0][1]
