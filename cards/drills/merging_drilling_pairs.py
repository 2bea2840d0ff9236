"""Names that look alike: those that differ in one word, and by little in that."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import ratio

# Of two words that differ, so much must be alike; of more words with one pattern nothing is learnt.
_LEAST = 60.0
# Names of one word have nothing else in common.
_LEAST_ALONE = 75.0
_MOST_OF_A_KIND = 12
_FEW_LETTERS = 2
T = TypeVar("T")


class Alike(NamedTuple, Generic[T]):
    """Two things whose names look alike, and how much, up to 100."""

    one: T
    other: T
    likeness: float


def alike(named: Iterable[tuple[str, T]]) -> Sequence[Alike[T]]:
    """Pairs of things whose names look alike, in the order of their names."""
    found: dict[tuple[str, str], Alike[T]] = {}
    patterns: defaultdict[tuple[str, ...], list[tuple[str, T]]] = defaultdict(list)
    for name, what in sorted(named, key=lambda pair: pair[0]):
        words = name.split()
        if len(words) == 1:
            patterns[("", name[:3])].append((name, what))
        for at in range(len(words) if len(words) > 1 else 0):
            patterns[(*words[:at], "", *words[at + 1 :])].append((name, what))
    for pattern, some in patterns.items():
        if len(some) <= _MOST_OF_A_KIND:
            at = pattern.index("")
            for (one, first), (other, second) in combinations(some, 2):
                likeness = _likeness(one, other, at)
                if likeness >= _LEAST and one != other:
                    found.setdefault((one, other), Alike(first, second, likeness))
    return [found[key] for key in sorted(found)]


def _likeness(one: str, other: str, at: int) -> float:
    """How alike two names are that differ in the word at a place."""
    a, b = one.split()[at], other.split()[at]
    if a == one and ratio(a, b) < _LEAST_ALONE:
        return 0.0
    if Levenshtein.distance(a, b) <= _FEW_LETTERS and min(len(a), len(b)) > _FEW_LETTERS:
        return max(ratio(a, b), _LEAST)
    return ratio(a, b)
