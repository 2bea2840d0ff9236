"""How often a name that a person types leads to its card, over all the derived files of cards."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cards.engine.lookup.index import NameIndex, name_columns
from cards.engine.lookup.types import CardKind
from tests.score.card_rows import Printed, Rows, read_rows

SEED, MISTYPED = 4, 2000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHORTEST = 8


class Lost(NamedTuple):
    """A printed name whose card is not the first candidate, and whether another card bears the very same name."""

    printed: Printed
    card: str
    found: str
    shared: bool


class Printings(NamedTuple):
    """What came of looking up every printed name."""

    asked: int
    lost: list[Lost]

    @property
    def right(self) -> float:
        """The share of names whose card is first, in percent."""
        return 100 * (1 - len(self.lost) / self.asked) if self.asked else 0.0


class Typing(NamedTuple):
    """What came of names with one typing error, in percent; ``misses`` are typed, meant, found."""

    asked: int
    first: float
    five: float
    misses: list[tuple[str, str, str]]


def look_up_printed(index: NameIndex, rows: Rows, with_language: bool) -> Printings:
    """Look up every printed name; ``with_language`` says in which language it is."""
    names = {card.card: card.name for card in rows.cards}
    lost: list[Lost] = []
    for printed in rows.printed:
        found = index.find(printed.name, language=printed.language if with_language else None, limit=5)
        if not found or found[0].card != printed.card:
            # Its own card is listed too, as a whole name: then the name alone cannot tell.
            shared = any(one.card == printed.card and one.is_whole for one in found) and found[0].is_whole
            lost.append(Lost(printed, names[printed.card], found[0].name if found else "nothing", shared))
    return Printings(len(rows.printed), lost)


def mistype(name: str, chance: random.Random) -> str:
    """The name with one letter too many, missing, swapped with the next or replaced."""
    while True:
        at, letter = chance.randrange(len(name)), chance.choice(LETTERS)
        before, here, after = name[:at], name[at], name[at + 1 :]
        wrong = chance.choice(
            (
                before + letter + here + after,
                before + after,
                before + after[:1] + here + after[1:],
                before + letter + after,
            )
        )
        if wrong != name:
            return wrong


def mistyped_names(rows: Rows, most: int = MISTYPED, seed: int = SEED) -> list[tuple[str, str]]:
    """Pairs of a mistyped English name of enough letters and the name meant; the same for the same seed."""
    chance = random.Random(seed)
    names = sorted({card.name for card in rows.cards if card.kind == CardKind.CARD})
    long = [name for name in names if sum(letter.isalpha() for letter in name) >= SHORTEST]
    return [(mistype(name, chance), name) for name in chance.sample(long, min(most, len(long)))]


def look_up_mistyped(index: NameIndex, pairs: Sequence[tuple[str, str]]) -> Typing:
    """Look up names with an error and count whose card is first, and among the first five."""
    first = five = 0
    misses: list[tuple[str, str, str]] = []
    for typed, meant in pairs:
        found = [one.name for one in index.find(typed, limit=5)]
        first += found[:1] == [meant]
        five += meant in found
        if found[:1] != [meant]:
            misses.append((typed, meant, found[0] if found else "nothing"))
    asked = len(pairs) or 1
    return Typing(len(pairs), 100 * first / asked, 100 * five / asked, misses)


def print_lookups(corpus: Path) -> None:
    """Print what is missed, then the figures beside their targets."""
    rows = read_rows(corpus)
    index = NameIndex(name_columns(rows.cards, rows.names))
    for message, with_language in (("no language given", False), ("language given", True)):
        result = look_up_printed(index, rows, with_language)
        for lost in result.lost:
            why = "on several cards" if lost.shared else "MISSED"
            print(f"name {lost.printed.language} {lost.printed.name}: {lost.card}, first {lost.found}; {why}")
        missed = sum(not lost.shared for lost in result.lost)
        print(
            f"printed names, {message}: {result.right:.2f} % of {result.asked} first, target 99.5 %; "
            f"{len(result.lost)} others, of these {missed} no true collision"
        )
    typing = look_up_mistyped(index, mistyped_names(rows))
    for typed, meant, found in typing.misses:
        print(f"typed {typed}: meant {meant}, first {found}")
    print(
        f"one typing error in {typing.asked} names: {typing.first:.1f} % first, target 95 %; "
        f"{typing.five:.1f} % among five, target 99 %"
    )
