"""Find cards by what a person types, with an index of all names that each process caches.

The index is built again after an import of cards or an edit of a name's history, not after an import of rules. Rows of
cards are cached until anything but a translation is written.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, wraps
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Count, Max, Q, QuerySet

from cards.engine.lookup import name_index, normalize, words
from cards.engine.lookup.name_index import NameIndex, name_columns
from cards.engine.lookup.types import Candidate, CardKind, IndexedCard, IndexedName, MatchReason, NameKind, former_name
from cards.models import Card, CardFile, Face, Interchangeable, NameEvent, OtherName, PrintedName
from rulesbase.core.content_version import english_key
from rulesbase.core.database.stored_index import Columns, stamp_of, stored_columns

# Rows of a large table read at once.
_ROWS = 5000
# Cards whose rows are cached.
_MOST_CARDS = 2000

Stamp = tuple[object, ...]
T = TypeVar("T")
# A card that may be meant, with its row.
CardMatch = Candidate[Card]


class RowCache(Generic[T]):
    """A cache of what ``read`` returns for oracle ids, with about ``most`` cards.

    An id that ``read`` leaves out is cached as missing.
    """

    def __init__(self, read: Callable[[list[str]], Mapping[str, T]], most: int) -> None:
        self._read, self._most = read, most
        self._cached: tuple[str, dict[str, T | None]] = "", {}

    def of(self, state: str, oracle_ids: Iterable[str]) -> dict[str, T]:
        """Return the values of these cards in a state of the database. What is not cached is read at once.

        Missing cards are left out.
        """
        wanted = dict.fromkeys(oracle_ids)
        cached_state, known = self._cached
        if cached_state != state:
            known = {}
        if lacking := [one for one in wanted if one not in known]:
            if len(known) + len(lacking) > self._most:
                known = {one: known[one] for one in wanted if one in known}
            # Another thread may read the dictionary: replace it, never change it.
            known = known | dict.fromkeys(lacking) | dict(self._read(lacking))
            # The rows may be of a later state, then they are read again; they are never of an earlier one.
            self._cached = state, known
        return {one: row for one in wanted if (row := known[one]) is not None}

    def cache_clear(self) -> None:
        """Clear the cache; named as in ``functools``."""
        self._cached = "", {}


class Lookup:
    """The names and rows of all cards, in the state of the database at first use.

    Use one Lookup for all names of one answer.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], list[CardMatch]] = {}

    @cached_property
    def state(self) -> str:
        """Return the state of the database, the key of what is cached. At most one query."""
        return english_key()

    @cached_property
    def names(self) -> NameIndex:
        """Return the index of names. No query while nothing was written."""
        return _read_index(_stamp(self.state))

    def find(self, typed: str, *, limit: int = 10) -> list[CardMatch]:
        """Return the cards that may be meant, the likeliest first. Two queries for cards that are not cached."""
        self.fetch([typed], limit=limit)
        return self._found[typed, limit]

    def fetch(self, typed: Iterable[str], *, limit: int = 10) -> None:
        """Find several names at once: two queries in place of two for each name."""
        lacking = [one for one in dict.fromkeys(typed) if (one, limit) not in self._found]
        candidates = [self.names.find(one, limit=limit) for one in lacking]
        for one, found in zip(lacking, self.cards_of(candidates), strict=True):
            self._found[one, limit] = found

    def cards_of(self, several: Sequence[Sequence[Candidate[str]]]) -> list[list[CardMatch]]:
        """Return lists of candidates with their cards. Two queries for cards that are not cached."""
        cards = _cards.of(self.state, [one.card for candidates in several for one in candidates])
        # The card may have been deleted since the index was built.
        return [[Candidate(cards[one.card], *one[1:]) for one in some if one.card in cards] for some in several]


def find_cards(typed: str, *, language: str | None = None, limit: int = 10, guess: bool = True) -> list[CardMatch]:
    """Return the cards that may be meant, the likeliest first. Two queries for cards that are not cached.

    Without ``guess`` only the cards with this name, and those whose names begin with it.
    """
    lookup = Lookup()
    find = lookup.names.find if guess else lookup.names.named
    return lookup.cards_of([find(typed, language=language, limit=limit)])[0]


def find_each(typed: Sequence[str], *, limit: int = 10) -> list[list[CardMatch]]:
    """Return the cards with each of several names, and those whose names begin so, in the order of the names.

    Two queries for cards that are not cached.
    """
    lookup = Lookup()
    return lookup.cards_of([lookup.names.named(one, limit=limit) for one in typed])


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


def _rows_of(oracle_ids: list[str]) -> dict[str, Card]:
    """Return the rows of cards with their faces, without the large columns. Two queries."""
    return Card.objects.defer("keywords", "legalities").for_reading().in_bulk(oracle_ids, field_name="oracle_id")


_cards = RowCache(_rows_of, _MOST_CARDS)


def index() -> NameIndex:
    """Return the index of all names. One query while nothing was written."""
    return Lookup().names


def cached_by_state(read: Callable[[], T]) -> Callable[[], T]:
    """Cache what a function reads until anything but a translation is written."""
    at_state = lru_cache(maxsize=4)(lambda _state: read())
    return wraps(read)(lambda: at_state(english_key()))


@lru_cache(maxsize=4)
def _stamp(_state: str) -> Stamp:
    """Return the database and values that change with the names of its cards only. Six queries, or none."""
    files = CardFile.objects.aggregate(Max("pk"), Max("imported_at"), Max("importer_version")).values()
    cards = Card.objects.aggregate(Count("pk"), Max("pk")).values()
    printed = PrintedName.objects.aggregate(Count("pk"), Max("pk")).values()
    return (connection.settings_dict["NAME"], *files, *cards, *printed, *_events(), *_pairs(), *_other_names())


def _events() -> Iterable[tuple[str, ...]]:
    """Return the history of names; there are few rows."""
    fields = ("card_name", "language", "kind", "printed", "instead")
    return NameEvent.objects.order_by("pk").values_list(*fields)


def _pairs() -> Iterable[tuple[str, str]]:
    """Return the pairs of interchangeable names; there are few rows."""
    return Interchangeable.objects.order_by("pk").values_list("name", "other")


def _other_names() -> Iterable[tuple[str, str, str, str]]:
    """Return the readings and nicknames."""
    return OtherName.objects.order_by("pk").values_list("card_name", "language", "name", "kind")


@lru_cache(maxsize=2)
def _read_index(stamp: Stamp) -> NameIndex:
    """Return the stored index with this stamp, or build it. One query, seven to build it."""
    code = (name_index.__file__, words.__file__, normalize.__file__, __file__)
    return NameIndex(stored_columns("card names", stamp_of(map(repr, stamp[1:]), code), _columns))


def _columns() -> Columns:
    """Read all names and return the columns of their index. Six queries."""
    rows = Card.objects.order_by("pk").values_list("pk", "oracle_id", "name", "kind")
    cards = {pk: IndexedCard(oracle_id, name, CardKind[kind.upper()]) for pk, oracle_id, name, kind in rows}
    return name_columns(cards.values(), _names(cards))


def _names(cards: Mapping[int, IndexedCard]) -> Iterator[IndexedName]:
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    owners: dict[str, str] = {}
    for card in cards.values():
        by_name[card.name].append(card.card)
        owners[card.name] = card.card
        yield IndexedName(card.name, "en", NameKind.WHOLE, card.card)
    faces: defaultdict[int, list[str]] = defaultdict(list)
    places: dict[int, int] = {}
    rows = Face.objects.order_by("card_id", "position").values_list("pk", "card_id", "name", "position")
    for pk, of, name, position in rows.iterator(_ROWS):
        # Skip a second face of the same name, and a single face, which has the name of the card.
        if of in cards and name != cards[of].name and name not in faces[of]:
            yield IndexedName(name, "en", NameKind.FACE, cards[of].card)
            owners.setdefault(name, cards[of].card)
        faces[of].append(name)
        places[pk] = position
    yield from _printed(cards, places, {of: len(names) for of, names in faces.items()})
    for english, language, kind, printed, instead in _events():
        for oracle_id in by_name[english]:
            yield former_name(kind, oracle_id, english, language, printed, instead)
            if instead and language != "en":
                # Data may lack printings with the new name.
                yield IndexedName(instead, language, NameKind.PRINTED, oracle_id)
    for english, language, name, kind in _other_names():
        role = NameKind.READING if kind == OtherName.Kind.READING else NameKind.NICKNAME
        for oracle_id in by_name[english]:
            yield IndexedName(name, language, role, oracle_id)
    for pair in _pairs():
        for own, other in (pair, pair[::-1]):
            # Data may list the other name only on printings of this card.
            if own in owners and other not in owners:
                yield IndexedName(other, "en", NameKind.FLAVOR, owners[own])


def _printed(
    cards: Mapping[int, IndexedCard], places: Mapping[int, int], faces: Mapping[int, int]
) -> Iterator[IndexedName]:
    """Yield printed names, each once for each face.

    Where only the faces are named, their names together are the name of the card.
    """
    halves: defaultdict[tuple[int, str], dict[int, str]] = defaultdict(dict)
    named: set[tuple[int, str]] = set()
    fields = ("card_id", "language", "name", "flavor", "face_id", "reading")
    rows = PrintedName.objects.order_by().values_list(*fields).distinct()
    for of, language, name, flavor, face, reading in rows.iterator(_ROWS):
        if of not in cards:
            continue
        card, position = cards[of].card, places.get(face)
        if flavor:
            yield IndexedName(name, language, NameKind.FLAVOR, card)
        elif position is None or faces.get(of) == 1:
            yield IndexedName(name, language, NameKind.PRINTED, card)
            named.add((of, language))
        else:
            yield IndexedName(name, language, NameKind.PRINTED_FACE, card)
            halves[of, language].setdefault(position, name)
        if reading:
            yield IndexedName(reading, language, NameKind.READING, card)
    for (of, language), names in halves.items():
        if (of, language) not in named and len(names) == faces.get(of):
            whole = " // ".join(names[at] for at in sorted(names))
            yield IndexedName(whole, language, NameKind.PRINTED, cards[of].card)
