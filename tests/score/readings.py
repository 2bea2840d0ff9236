"""60 names drawn from the data that several cards share: the name checker must not take one of these cards."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cards.engine.lookup.name_index import NameIndex, name_columns
from cards.engine.lookup.normalize import fold, key_of
from cards.engine.lookup.types import Candidate, CardKind
from tests.score.card_rows import Rows, read_rows
from tests.score.inputs import start_django

SEED, OF_EACH = 25, 20
# A beginning of a name that is typed alone.
_SHORTEST = 4


class Drawn(NamedTuple):
    """A name as typed, its kind, and the English names of the cards that it can mean."""

    kind: str
    typed: str
    card: str


def draw_shared(rows: Rows, seed: int = SEED) -> list[Drawn]:
    """Return 20 names each: printed on several cards, a name before its comma, and first two words of several cards."""
    chance = random.Random(seed)
    names = [card.name for card in rows.cards if card.kind == CardKind.CARD]
    whole = {fold(one.name) for one in rows.names}
    english = {fold(one.name) for one in rows.names if one.language == "en"}
    # A whole English name means its own card.
    printed = [(name, cards) for name, cards in _shared_names(rows) if fold(name) not in english]
    before = ((name.partition(",")[0], name) for name in names if "," in name)
    two = ((" ".join(words[:2]), name) for name in names if len(words := name.split()) > 2)
    begun = [sorted(_shared_beginnings(pairs, whole)) for pairs in (before, two)]
    groups = {"printed name": sorted(printed), "before the comma": begun[0], "first words": begun[1]}
    return [
        Drawn(kind, typed, cards)
        for kind, pairs in groups.items()
        for typed, cards in chance.sample(pairs, min(OF_EACH, len(pairs)))
    ]


def _shared_names(rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield the French and Japanese names that several cards have, with these cards."""
    english = {card.card: card.name for card in rows.cards if card.kind == CardKind.CARD}
    spelled: dict[str, str] = {}
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in rows.names:
        key = key_of(fold(one.name))
        spelled.setdefault(key, one.name)
        if one.language in ("fr", "ja") and one.card in english:
            found[key, one.language].add(english[one.card])
    return ((spelled[key], "; ".join(sorted(cards))) for (key, _), cards in found.items() if len(cards) > 1)


def _shared_beginnings(pairs: Iterable[tuple[str, str]], whole: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the beginnings that are those of several cards, and no whole name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for beginning, card in pairs:
        found[fold(beginning)].add(card)
    for beginning, cards in found.items():
        if len(cards) > 1 and beginning not in whole and len(beginning) >= _SHORTEST:
            yield beginning, "; ".join(sorted(cards))


def print_readings(corpus: Path) -> None:
    """Print the names that are answered by one card alone, and their number."""
    rows = read_rows(corpus)
    index = NameIndex(name_columns(rows.cards, rows.names))
    shared = draw_shared(rows)
    single = [(one, cards) for one, cards in zip(shared, _meant(index, rows, shared), strict=True) if len(cards) == 1]
    for one, (card,) in single:
        print(f"several cards: {one.typed} ({one.card}): answered by {card} alone")
    print(f"{len(single)} of {len(shared)} ambiguous names answered by one card, target 0")


def _meant(index: NameIndex, rows: Rows, shared: Sequence[Drawn]) -> list[list[str]]:
    """Return the English names of the cards that the name checker takes each name for. No database."""
    start_django()
    from cards.engine.input.object import ObjectInput
    from cards.lookup.find_cards import CardMatch, Lookup
    from cards.lookup.which_card import MOST_CANDIDATES, possible_matches
    from cards.models import Card

    kinds = {card.card: Card.Kind.CARD if card.kind == CardKind.CARD else Card.Kind.TOKEN for card in rows.cards}

    class RowsOfFiles(Lookup):
        """Looks up in the files instead of the database."""

        names = index

        def cards_of(self, several: Sequence[Sequence[Candidate[str]]]) -> list[list[CardMatch]]:
            return [
                [Candidate(Card(oracle_id=one.card, name=one.name, kind=kinds[one.card]), *one[1:]) for one in some]
                for some in several
            ]

    lookup = RowsOfFiles()
    meant: list[list[str]] = []
    for one in shared:
        found = lookup.find(one.typed, limit=MOST_CANDIDATES)
        written = ObjectInput(one.typed, None, frozenset())
        meant.append([match.name for match in possible_matches(lookup, written, found)])
    return meant
