"""The words of many texts: how rare each is, and which texts have most of some words."""

import heapq
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


def postings(texts: Iterable[Collection[str]], wanted: frozenset[str]) -> defaultdict[str, list[int]]:
    """Return word -> positions of the texts that have it, for the wanted words."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        for word in wanted.intersection(text):
            found[word].append(at)
    return found


def shared_weights(adds: Iterable[tuple[int, Sequence[int]]]) -> dict[int, int]:
    """Return what some words add to each text that has one; ``adds`` has their rarities and where they are."""
    sums: dict[int, int] = {}
    for weight, places in adds:
        for at in places:
            sums[at] = sums.get(at, 0) + weight
    return sums


def nearest(adds: Iterable[tuple[int, Sequence[int]]], whole: int, losses: Sequence[float], limit: int) -> list[int]:
    """Return the positions of the texts that share most of what some words weigh together, the first one first.

    ``losses`` is what each text loses.
    """
    found = [(losses[at] - shared / whole, at) for at, shared in shared_weights(adds).items()]
    return [at for _, at in heapq.nsmallest(limit, found)]
