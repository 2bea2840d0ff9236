"""The order of imports decides nothing: not what belongs together, nor what changed, nor what references mean."""

import dataclasses
import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from rulesbase.engine.nodes import RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports.import_file import import_source
from rulesbase.models import Source
from tests.support.databases import rolled_back
from tests.support.snapshots import Snapshot, half_editions, snapshot
from tests.support.texts import Book, Place, large

# With the great renumbering of 2009, and that of chapter 201 in 2022.
REAL = [["2009-05-01", "2009-07-11", "2011-09-30"], ["2022-02-18", "2022-04-29", "2022-06-10"]]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def imported(texts: Sequence[bytes]) -> Snapshot:
    """Return what these texts leave in the database; nothing stays."""
    [left] = imported_each([texts])
    return left


def whole() -> Snapshot:
    """Return what the database holds, in which no edition is half there."""
    assert half_editions() == []
    return snapshot()


def imported_each(orders: Sequence[Sequence[bytes]], look: Callable[[], Snapshot] = whole) -> list[Snapshot]:
    """Return what each of these orders of as many texts leaves; nothing stays.

    Orders that begin alike are imported together up to where they part.
    """
    # What is there already would be known, and not imported.
    assert not Source.objects.exists()
    return list(_left(orders, look))


def _left(orders: Sequence[Sequence[bytes]], look: Callable[[], Snapshot]) -> Iterable[Snapshot]:
    if not orders[0]:
        return [look()] * len(orders)
    found: dict[int, Snapshot] = {}
    for first in dict.fromkeys(order[0] for order in orders):
        alike = [at for at, order in enumerate(orders) if order[0] == first]
        with rolled_back():
            import_source(first, name="rules.txt", parsed=parsed(first))
            found |= zip(alike, _left([orders[at][1:] for at in alike], look), strict=True)
    return [found[at] for at in range(len(orders))]


@lru_cache(maxsize=64)
def parsed(text: bytes) -> RulesText:
    """Return what a text says, which does not change with what else was imported."""
    return read_source(text, "rules.txt")


def edited(book: Book, chance: random.Random, year: int) -> Book:
    """Return the book a year later: places put in, taken out, exchanged, reworded, moved to another chapter."""
    chapters = {chapter: list(places) for chapter, places in book.chapters.items()}
    for edit in range(chance.randint(1, 5)):
        places = chapters[chance.choice(list(chapters))]
        at = chance.randrange(len(places))
        match chance.choice(["in", "out", "exchange", "reword", "move"]):
            case "in":
                places.insert(at, Place(f"new-{year}-{edit}", examples=(f"Seen in {year}.",)))
            case "out" if len(places) > 3:
                del places[at]
            case "exchange":
                other = chance.randrange(len(places))
                places[at], places[other] = places[other], places[at]
            case "reword":
                places[at] = dataclasses.replace(places[at], tail=f"Since {year} see rule 10{chance.randint(0, 2)}.2.")
            case "move" if len(places) > 3:
                chance.choice(list(chapters.values())).append(places.pop(at))
    return dataclasses.replace(book.dated(year), chapters={c: tuple(p) for c, p in chapters.items()})


def made_up(seed: int, count: int = 8) -> list[bytes]:
    """Return editions of a small book, each edited from the one before."""
    chance = random.Random(seed)
    book = Book(
        large(2000).date,
        {c: tuple(Place(f"{c}-{at}", f"See rule {c}.{at + 1}.") for at in range(6)) for c in (100, 101, 102)},
    )
    versions = [book]
    for year in range(2001, 2000 + count):
        versions.append(edited(versions[-1], chance, year))
    return [book.bytes() for book in versions]


def shuffled(texts: Sequence[bytes], seed: int) -> list[bytes]:
    order = list(texts)
    random.Random(seed).shuffle(order)
    return order


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(4))
def test_made_up_texts_in_any_order(seed: int) -> None:
    texts = made_up(seed)
    others = [shuffled(texts, seed * 10 + again) for again in range(3)]
    expected, *found = imported_each([texts, texts[::-1], *others])
    assert expected.changes
    assert expected.meanings
    assert found == [expected] * 4


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(2))
def test_corrections_in_between(seed: int) -> None:
    texts = made_up(seed + 100)
    wrong = [text for at, text in enumerate(made_up(seed + 200)) if at in (0, 3, 7)]
    expected = imported(texts)
    mixed = shuffled(texts + wrong, seed)
    # The right text of a corrected version comes last.
    right = [texts[at] for at in (0, 3, 7)]
    assert imported([text for text in mixed if text not in right] + right) == expected


@pytest.mark.parametrize("dates", [REAL[0], pytest.param(REAL[1], marks=pytest.mark.postgres)], ids=["2009", "2022"])
def test_real_texts_in_any_order(corpus: Path, dates: list[str]) -> None:
    first, middle, last = ((corpus / "cr" / "en" / f"{date}.txt").read_bytes() for date in dates)
    in_order, mixed = imported_each([[first, middle, last], [last, first, middle]])
    assert mixed == in_order
