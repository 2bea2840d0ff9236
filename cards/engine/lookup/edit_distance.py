"""Search for words and names within a small edit distance."""

from collections import defaultdict
from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.engine.lookup.normalize import is_unspaced


def most_errors(typed: str) -> int:
    """Return the most errors allowed in a word or name of this length: none in short ones."""
    # A character of an unspaced script counts like a syllable or a word.
    if len(typed) >= 16 and not is_unspaced(typed):
        return 3
    return 0 if len(typed) < 4 else 1 if len(typed) < 8 else 2


class NearTexts:
    """Texts by length: only those of similar length are compared."""

    def __init__(self, texts: Sequence[str]) -> None:
        places: defaultdict[int, list[int]] = defaultdict(list)
        for at, text in enumerate(texts):
            places[len(text)].append(at)
        self._of_length = {length: ([texts[at] for at in some], some) for length, some in places.items()}

    def to(self, typed: str) -> list[tuple[int, int]]:
        """Return positions and distances of near texts: letters added, lost, swapped or wrong.

        Two errors are searched only where no text is within one.
        """
        most = most_errors(typed)
        return (self._within(typed, 1) or self._within(typed, most)) if most else []

    def _within(self, typed: str, errors: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for length in range(len(typed) - errors, len(typed) + errors + 1):
            texts, places = self._of_length.get(length, ((), ()))
            near = process.extract(typed, texts, scorer=OSA.distance, processor=None, score_cutoff=errors, limit=None)
            found += [(places[at], int(distance)) for _text, distance, at in near]
        return found
