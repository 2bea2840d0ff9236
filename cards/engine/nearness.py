"""Words and names that differ in a few strokes of the keyboard."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from types import ModuleType

from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein

from cards.engine.folding import is_unspaced


def most_errors(typed: str) -> int:
    """How many errors may be in a word or name of this length: none in short ones, where everything is near."""
    length = len(typed)
    if is_unspaced(typed):
        # One of these characters says as much as a syllable or a word.
        return 0 if length < 4 else 1 if length < 8 else 2
    return 0 if length < 4 else 1 if length < 8 else 2 if length < 16 else 3


class Near:
    """Sorted texts, by length: only those of nearly the same length are compared, and none further than needed."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._of_length: defaultdict[int, tuple[list[str], array[int]]] = defaultdict(lambda: ([], array("I")))
        for at, text in enumerate(texts):
            found, places = self._of_length[len(text)]
            found.append(text)
            places.append(at)
        self._of_length.default_factory = None

    def to(self, typed: str) -> list[tuple[int, int]]:
        """Places of the texts near to what was typed, and their distance: letters added, lost, swapped, wrong.

        One error is by far the likeliest, so that those further off are looked at only where nothing is as near.
        """
        most = most_errors(typed)
        if not most:
            return []
        return self._with_one(typed) or (self._within(typed, most) if most > 1 else [])

    def _with_one(self, typed: str) -> list[tuple[int, int]]:
        # Twice as fast as the distance that counts a swap as one; here a swap counts as two.
        found = self._found(typed, 1, Levenshtein, 2)
        return [(at, 1) for at, text, _ in found if OSA.distance(typed, text, score_cutoff=1) == 1]

    def _within(self, typed: str, most: int) -> list[tuple[int, int]]:
        return [(at, distance) for at, _, distance in self._found(typed, most, OSA, most)]

    def _found(self, typed: str, reach: int, scorer: ModuleType, most: int) -> Iterator[tuple[int, str, int]]:
        for length in range(len(typed) - reach, len(typed) + reach + 1):
            if length not in self._of_length:
                continue
            texts, places = self._of_length[length]
            measure = {"scorer": scorer.distance, "score_cutoff": most, "limit": None}
            for text, distance, at in process.extract(typed, texts, processor=None, **measure):
                yield places[at], text, int(distance)
