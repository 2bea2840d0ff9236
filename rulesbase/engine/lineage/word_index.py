"""The words of many texts: how rare each is, and which texts share some words."""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

_UNIT = 1_000_000
_Part = TypeVar("_Part", str, tuple[str, str])


def rarity(total: int, count: int) -> int:
    """Return what a shared word adds that occurs ``count`` times in ``total`` texts.

    An integer, because sums of floats depend on the order of a set, which differs between processes.
    """
    return round(_UNIT * math.log(1 + total / count) ** 2)


def rarities(often: Mapping[_Part, int], total: int) -> dict[_Part, int]:
    """Return the rarity of each word or phrase in ``total`` texts."""
    of_count = {count: rarity(total, count) for count in set(often.values())}
    return {part: of_count[count] for part, count in often.items()}


def postings(texts: Iterable[Collection[str]], most: int) -> dict[str, list[int]]:
    """Return word -> positions of the texts that have it, for the words in at most so many texts."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        for word in text:
            found[word].append(at)
    return {word: places for word, places in found.items() if len(places) <= most}


def shared_weights(
    some: Collection[str], weights: Mapping[str, int], places: Mapping[str, Sequence[int]]
) -> dict[int, int]:
    """Return what some words weigh in each text that has one of them; ``places`` are their postings."""
    # A plain dictionary: a defaultdict takes half as long again.
    sums: dict[int, int] = {}
    for word in places.keys() & some:
        weight = weights[word]
        for at in places[word]:
            sums[at] = sums.get(at, 0) + weight
    return sums
