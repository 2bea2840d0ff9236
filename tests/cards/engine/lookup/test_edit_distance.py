"""Texts near to what was typed: the same as comparing it with every one of them, and no more of them looked at."""

import random

import pytest
from rapidfuzz.distance import OSA

from cards.engine.lookup.edit_distance import NearTexts, most_errors
from cards.engine.lookup.name_index import PartIndex

_SEED = 20261122


def spoilt(chance: random.Random, text: str, errors: int, letters: str) -> str:
    """A text with so many errors of the four kinds, also before its first and behind its last letter."""
    typed = list(text)
    for _ in range(errors):
        at = chance.randrange(len(typed) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            typed.insert(at, chance.choice(letters))
        elif kind == 1:
            del typed[at : at + 1]
        elif kind == 2:
            typed[at : at + 1] = [chance.choice(letters)]
        else:
            typed[at : at + 2] = typed[at : at + 2][::-1]
    return "".join(typed)


def nearest(texts: list[str], typed: str) -> set[tuple[int, int]]:
    """The places of texts near to what was typed and their distances, by comparing it with all of them."""
    most = most_errors(typed)
    found = {(at, OSA.distance(typed, text)) for at, text in enumerate(texts)}
    one = {(at, distance) for at, distance in found if distance <= 1 <= most}
    return one if one or most < 2 else {(at, distance) for at, distance in found if distance <= most}


@pytest.mark.parametrize(
    ("letters", "longest"), [("abc", 24), ("abcdefghijklmnop", 24), ("灯火の番人", 12), ("abcd灯火", 20)]
)
def test_it_finds_what_comparing_all_finds(letters: str, longest: int) -> None:
    chance = random.Random(f"{_SEED} {letters}")
    texts = sorted({"".join(chance.choices(letters, k=chance.randint(2, longest))) for _ in range(400)})
    near = NearTexts(texts)
    met = set()
    for _ in range(600):
        typed = spoilt(chance, chance.choice(texts), chance.randint(0, 4), letters)
        found = near.to(typed)
        assert set(found) == nearest(texts, typed), typed
        assert len(found) == len(set(found))
        met |= {distance for _, distance in found}
    assert met >= {1, 2}


@pytest.mark.parametrize(("letter", "most"), [("a", [0, 0, 1, 1, 2, 2, 3]), ("火", [0, 0, 1, 1, 2, 2, 2])])
def test_longer_names_may_have_more_errors(letter: str, most: list[int]) -> None:
    assert [most_errors(letter * length) for length in (1, 3, 4, 7, 8, 15, 16)] == most


# ---- Parts ----

TEXTS = ["anlamp", "灯lamp", "blamp", "clamp", "lampl灯amp", "oil", "灯火", "番lamp"]


def test_the_first_places_with_a_part_whatever_letters_stand_beside_it() -> None:
    parts = PartIndex(TEXTS)
    assert parts.holding("lamp", 10) == {0, 1, 2, 3, 4, 7}
    assert parts.holding("lamp", 3) == {0, 1, 2}
    assert parts.holding("灯", 10) == {1, 4, 6}
    assert (parts.holding("pl", 10), parts.holding("anl", 10)) == ({4}, {0})
    assert parts.holding("wick", 10) == set()
    assert PartIndex([]).holding("wick", 10) == set()
