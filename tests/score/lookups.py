"""How often a name that a person types leads to its card, over all the derived files of cards."""

import random
from pathlib import Path

from cards.engine.lookup.name_index import NameIndex, name_columns
from cards.engine.lookup.types import CardKind
from tests.score.card_rows import Rows, read_rows

SEED, MISTYPED = 4, 2000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHORTEST = 8


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


def print_lookups(corpus: Path) -> None:
    """Print what is missed, then the figures beside their targets."""
    rows = read_rows(corpus)
    index = NameIndex(name_columns(rows.cards, rows.names))
    _print_printed(index, rows, with_language=False)
    _print_printed(index, rows, with_language=True)
    first = five = 0
    pairs = mistyped_names(rows)
    for typed, meant in pairs:
        found = [one.name for one in index.find(typed, limit=5)] or ["nothing"]
        first += found[0] == meant
        five += meant in found
        if found[0] != meant:
            print(f"typed {typed}: meant {meant}, first {found[0]}")
    print(
        f"one typing error in {len(pairs)} names: {100 * first / len(pairs):.1f} % first, target 95 %; "
        f"{100 * five / len(pairs):.1f} % among five, target 99 %"
    )


def _print_printed(index: NameIndex, rows: Rows, *, with_language: bool) -> None:
    """Look up every printed name; ``with_language`` says in which language it is."""
    names = {card.card: card.name for card in rows.cards}
    lost = missed = 0
    for printed in rows.printed:
        found = index.find(printed.name, language=printed.language if with_language else None, limit=5)
        if found and found[0].card == printed.card:
            continue
        # Its own card is listed too, as a whole name: then the name alone cannot tell.
        shared = any(one.card == printed.card and one.is_whole for one in found) and found[0].is_whole
        lost, missed = lost + 1, missed + (not shared)
        first, why = found[0].name if found else "nothing", "on several cards" if shared else "MISSED"
        print(f"name {printed.language} {printed.name}: {names[printed.card]}, first {first}; {why}")
    print(
        f"printed names, {'' if with_language else 'no '}language given: {100 * (1 - lost / len(rows.printed)):.2f} %"
        f" of {len(rows.printed)} first, target 99.5 %; {lost} others, of these {missed} no true collision"
    )
