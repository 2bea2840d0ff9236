"""Names drawn from the data: 400 that mean one card, and 60 that several cards share."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cards.engine.lookup.index import NameIndex
from cards.engine.lookup.normalize import fold, key_of
from cards.engine.lookup.types import Candidate, CardKind, NameKind
from tests.score.card_rows import Rows, read_rows
from tests.score.inputs import start_django
from tests.score.lookups import mistyped_names

SEED, OF_EACH, SHARED_OF_EACH = 25, 100, 20
# A beginning of a name that is typed alone.
_SHORTEST = 4


class Drawn(NamedTuple):
    """A name as typed, its kind, and the English name of the card that it means."""

    kind: str
    typed: str
    card: str


def draw(rows: Rows, seed: int = SEED) -> list[Drawn]:
    """Return 100 names each: with a typing error, of a half, in French, in Japanese; each means one card alone."""
    chance = random.Random(seed)
    english = {card.card: card.name for card in rows.cards if card.kind == CardKind.CARD}
    cards_of = _cards_by_name((one.name, english[one.card]) for one in rows.names if one.card in english)

    def alone(names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        found = sorted({(name, card) for name, card in names if len(cards_of[fold(name)]) == 1})
        return chance.sample(found, min(OF_EACH, len(found)))

    faces = ((one.name, english[one.card]) for one in rows.names if one.kind == NameKind.FACE and one.card in english)
    groups = {"typing error": mistyped_names(rows, OF_EACH, seed), "half": alone(faces)}
    for language in ("fr", "ja"):
        printed = (one for one in rows.printed if one.language == language and one.card in english)
        groups[language] = alone((one.name, english[one.card]) for one in printed)
    return [Drawn(kind, typed, card) for kind, pairs in groups.items() for typed, card in pairs]


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
        for typed, cards in chance.sample(pairs, min(SHARED_OF_EACH, len(pairs)))
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
    for beginning, cards in _cards_by_name(pairs).items():
        if len(cards) > 1 and beginning not in whole and len(beginning) >= _SHORTEST:
            yield beginning, "; ".join(sorted(cards))


def _cards_by_name(pairs: Iterable[tuple[str, str]]) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, card in pairs:
        found[fold(name)].add(card)
    return found


def print_readings(corpus: Path) -> None:
    """Print what is missed, then the figures beside their targets."""
    rows = read_rows(corpus)
    index = NameIndex.of(rows.cards, rows.names)
    drawn = draw(rows)
    found = [[one.name for one in index.find(one.typed, limit=3)] for one in drawn]
    for one, names in zip(drawn, found, strict=True):
        if names[:1] != [one.card]:
            print(f"drawn {one.kind}: {one.typed}: meant {one.card}, found {names}")
    first = sum(names[:1] == [one.card] for one, names in zip(drawn, found, strict=True))
    three = sum(one.card in names for one, names in zip(drawn, found, strict=True))
    shared = draw_shared(rows)
    single = [(one, cards) for one, cards in zip(shared, _meant(index, rows, shared), strict=True) if len(cards) == 1]
    for one, (card,) in single:
        print(f"several cards: {one.typed} ({one.card}): answered by {card} alone")
    share = 100 / (len(drawn) or 1)
    print(
        f"{len(drawn)} drawn names: {share * first:.1f} % first, target 97 %; {share * three:.1f} % in the first three,"
        f" target 99 %; {len(single)} of {len(shared)} ambiguous names answered by one card, target 0"
    )


def _meant(index: NameIndex, rows: Rows, shared: Sequence[Drawn]) -> list[list[str]]:
    """Return the English names of the cards that the name checker takes each name for. No database."""
    start_django()
    from cards.engine.input.object import ObjectInput
    from cards.lookup.lookup import CardMatch, Lookup
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
