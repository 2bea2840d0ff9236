"""Cards by what a person types, from the database: the index of names is made once a process and kept.

It is made anew when cards were imported or the history of a name was edited, not when rules were. The rows of cards
that were found are kept too, until anything but a translation is written.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

from django.db import connections, router
from django.db.models import Count, F, Max, Subquery

from cards.engine.lookup.index import NameIndex
from cards.engine.lookup.types import Candidate, CardKind, IndexedCard, IndexedName, MatchReason, NameKind, once
from cards.lookup.row_cache import Now, RowsKept, at_a_stretch, forget_rows
from cards.models import Card, CardFile, Face, Interchangeable, NameEvent, PrintedName, Ruling
from rulesbase.engine.messages import Message
from rulesbase.models import State

_KINDS: Mapping[str, CardKind] = {
    Card.Kind.CARD: CardKind.CARD,
    Card.Kind.TOKEN: CardKind.TOKEN,
    Card.Kind.EMBLEM: CardKind.EMBLEM,
    Card.Kind.NOTHING: CardKind.NOTHING,
}
# Of a large table only as much is held at once.
_ROWS = 5000
# Cards of which the rows are kept: as many as are asked for again and again.
_MOST_CARDS = 2000

Stamp = tuple[object, ...]


class Found(NamedTuple):
    """A card that may be meant, and why; see Candidate."""

    card: Card
    candidate: Candidate

    @property
    def is_whole(self) -> bool:
        """Whether its whole name was typed."""
        return self.candidate.is_whole

    @property
    def name(self) -> str:
        """Its English name."""
        return self.candidate.name

    @property
    def slug(self) -> str:
        """The end of its address."""
        return self.card.slug

    @property
    def matched(self) -> str:
        """The name that was recognised."""
        return self.candidate.matched

    @property
    def language(self) -> str:
        """The language of that name."""
        return self.candidate.language

    @property
    def reason(self) -> MatchReason:
        """Why it is among the candidates."""
        return self.candidate.reason

    @property
    def warning(self) -> Message | None:
        """Where one may go wrong."""
        return self.candidate.warning


class _Kept(NamedTuple):
    """The index of a database, with what told that it is up to date."""

    generation: object
    stamp: Stamp
    names: NameIndex


_kept: dict[tuple[str, str], _Kept] = {}
_making = Lock()


class Lookup:
    """The names of all cards and their rows, as they stand when it is first asked for one.

    Whoever has several things to look up for one answer asks the same Lookup for all of them.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], list[Found]] = {}

    @cached_property
    def now(self) -> Now:
        """What tells whether what is kept is still true. One query."""
        alias = router.db_for_read(Card)
        # A replica that lags has an index of its own; what neither has changed in is made once.
        return Now((str(connections[alias].settings_dict["NAME"]), alias), _generation(alias))

    @cached_property
    def names(self) -> NameIndex:
        """The names as they stand now. No query as long as nothing was written."""
        return _names_of(self.now)

    def find(self, typed: str, *, limit: int = 10) -> list[Found]:
        """Cards that may be meant, the likeliest first. Two queries for cards that are not kept."""
        self.fetch([typed], limit=limit)
        return self._found[typed, limit]

    def fetch(self, typed: Iterable[str], *, limit: int = 10) -> None:
        """Find all of these at once: two queries in place of two for each."""
        lacking = [one for one in dict.fromkeys(typed) if (one, limit) not in self._found]
        candidates = [self.names.find(one, limit=limit) for one in lacking]
        for one, found in zip(lacking, self.cards_of(candidates), strict=True):
            self._found[one, limit] = found

    def cards_of(self, several: Sequence[Sequence[Candidate]]) -> list[list[Found]]:
        """Candidates with their cards, in their lists. Two queries for cards that are not kept."""
        cards = _cards.of(self.now, [one.card for candidates in several for one in candidates])
        # A card can be gone since the index was made.
        return [[Found(cards[one.card], one) for one in some if one.card in cards] for some in several]


def find_cards(typed: str, *, language: str | None = None, limit: int = 10) -> list[Found]:
    """Cards that may be meant, the likeliest first. Two queries for cards that are not kept."""
    lookup = Lookup()
    return lookup.cards_of([lookup.names.find(typed, language=language, limit=limit)])[0]


def named_cards(typed: str, *, language: str | None = None, limit: int = 10) -> list[Found]:
    """Cards of that name, and those whose names begin so; no guesses. Two queries for cards that are not kept."""
    lookup = Lookup()
    return lookup.cards_of([lookup.names.named(typed, language=language, limit=limit)])[0]


def _rows_of(oracle_ids: list[str]) -> dict[str, Card]:
    """The rows of cards with their faces; what makes them large is left out until it is asked for. Two queries."""
    rows = Card.objects.filter(oracle_id__in=oracle_ids).defer("keywords", "legalities").for_reading()
    return {card.oracle_id: card for card in rows}


_cards = RowsKept(_rows_of, _MOST_CARDS)


def index() -> NameIndex:
    """All names of all cards, as they stand now. One query as long as nothing was written."""
    return Lookup().names


def _names_of(now: Now) -> NameIndex:
    """The names as they stand now. While one thread makes the index anew, others go on with the one before."""
    database, generation = now
    kept = _kept.get(database)
    if kept and kept.generation == generation:
        return kept.names
    if not _making.acquire(blocking=kept is None) and kept:
        return kept.names
    try:
        kept = _kept.get(database)
        stamp = _stamp()
        if kept is None or kept.stamp != stamp:
            same = [one.names for (name, _), one in _kept.items() if name == database[0] and one.stamp == stamp]
            kept = _Kept(generation, stamp, same[0] if same else _made())
        _kept[database] = kept._replace(generation=generation)
        return kept.names
    finally:
        _making.release()


def forget() -> None:
    """Make the index anew, and read all rows anew, when they are next asked for."""
    _kept.clear()
    forget_rows()


def _generation(alias: str) -> object:
    """What every writing changes, but for translations. One query, each part of it found at the end of an index."""
    sql, values = _newest(alias)
    with connections[alias].cursor() as cursor:
        cursor.execute(sql, values)
        # Without a count nothing is known, and what is equal to nothing is looked at more closely.
        return cursor.fetchone() or object()


@lru_cache(maxsize=8)
def _newest(alias: str) -> tuple[str, tuple[str | int, ...]]:
    """The query of each visit, put together once: that takes longer than the database for the answer."""
    newest = {
        name: Subquery(model.objects.order_by("-pk").values(field)[:1])
        for name, model, field in (
            ("file", CardFile, "imported_at"),
            ("card", Card, "pk"),
            ("printed", PrintedName, "pk"),
            ("ruling", Ruling, "pk"),
            ("event", NameEvent, "pk"),
            ("pair", Interchangeable, "pk"),
        )
    }
    states = State.objects.order_by("pk").annotate(but_translations=F("generation") - F("translated"), **newest)
    sql, values = states.values_list("but_translations", *newest)[:1].query.get_compiler(alias).as_sql()
    return sql, tuple(values)


def _stamp() -> Stamp:
    """What changes with the names of cards, and with nothing else. Five queries."""
    files = CardFile.objects.aggregate(Max("pk"), Max("imported_at"), Max("importer_version")).values()
    cards = Card.objects.aggregate(Count("pk"), Max("pk")).values()
    printed = PrintedName.objects.aggregate(Count("pk"), Max("pk")).values()
    return (*files, *cards, *printed, *_events(), *_pairs())


def _events() -> Iterable[tuple[str, ...]]:
    """The history of names: few rows, so all of them are read."""
    fields = ("card_name", "language", "kind", "printed", "instead")
    return NameEvent.objects.order_by("pk").values_list(*fields)


def _pairs() -> Iterable[tuple[str, str]]:
    """Names that are one with each other: few rows too."""
    return Interchangeable.objects.order_by("pk").values_list("name", "other")


def _made() -> NameIndex:
    """Read all names and make the index. Five queries."""
    rows = Card.objects.order_by("pk").values_list("pk", "oracle_id", "name", "kind")
    cards = {pk: IndexedCard(oracle_id, name, _KINDS.get(kind, CardKind.CARD)) for pk, oracle_id, name, kind in rows}
    with at_a_stretch():
        return NameIndex(cards.values(), _names(cards))


def _names(cards: Mapping[int, IndexedCard]) -> Iterator[IndexedName]:
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    sides: dict[str, tuple[str, int | None]] = {}
    for card in cards.values():
        by_name[card.name].append(card.card)
        sides[card.name] = (card.card, None)
        yield IndexedName(card.name, "en", NameKind.WHOLE, card.card)
    faces: defaultdict[int, list[str]] = defaultdict(list)
    places: dict[int, int] = {}
    rows = Face.objects.order_by("card_id", "position").values_list("pk", "card_id", "name", "position")
    for pk, of, name, position in rows.iterator(_ROWS):
        # Both sides of a picture have one name, which finds it once; that of an only face is the card's.
        if of in cards and name != cards[of].name and name not in faces[of]:
            yield IndexedName(name, "en", NameKind.FACE, cards[of].card, position)
            sides.setdefault(name, (cards[of].card, position))
        faces[of].append(name)
        places[pk] = position
    yield from _printed(cards, places, {of: len(names) for of, names in faces.items()})
    for english, language, kind, printed, instead in _events():
        for oracle_id in by_name[english]:
            yield once(kind, oracle_id, english, language, printed, instead)
            if instead and language != "en":
                # Data may have only the printings before that.
                yield IndexedName(instead, language, NameKind.PRINTED, oracle_id)
    for pair in _pairs():
        for own, other in (pair, pair[::-1]):
            # Data may lack the later of the two cards, or have its name only on a printing of the other.
            if own in sides and other not in sides:
                yield IndexedName(other, "en", NameKind.FLAVOR, *sides[own])


def _printed(
    cards: Mapping[int, IndexedCard], places: Mapping[int, int], faces: Mapping[int, int]
) -> Iterator[IndexedName]:
    """Printed names, those of each face and set once; where only the faces are named, these together name the card."""
    halves: defaultdict[tuple[int, str], dict[int, str]] = defaultdict(dict)
    named: set[tuple[int, str]] = set()
    fields = ("card_id", "language", "name", "flavor", "face_id", "reading")
    rows = PrintedName.objects.order_by().values_list(*fields).distinct()
    for of, language, name, flavor, face, reading in rows.iterator(_ROWS):
        if of not in cards:
            continue
        card, position = cards[of].card, places.get(face)
        if flavor:
            yield IndexedName(name, language, NameKind.FLAVOR, card, position)
        elif position is None or faces.get(of) == 1:
            yield IndexedName(name, language, NameKind.PRINTED, card)
            named.add((of, language))
        else:
            yield IndexedName(name, language, NameKind.PRINTED_FACE, card, position)
            halves[of, language].setdefault(position, name)
        if reading:
            yield IndexedName(reading, language, NameKind.READING, card, position)
    for (of, language), names in halves.items():
        if (of, language) not in named and len(names) == faces.get(of):
            yield IndexedName(
                " // ".join(names[at] for at in sorted(names)), language, NameKind.PRINTED, cards[of].card
            )
