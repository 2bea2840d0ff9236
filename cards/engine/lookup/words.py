"""An index of the words of names: whole words, beginnings, and mistyped words."""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from cards.engine.lookup.edit_distance import NearTexts

# Words that people add or leave out.
LITTLE = frozenset(
    """an and at by for from in is it of on or the to with le la les un une de du des et au aux en der die das den dem
    ein eine und von el los las del il lo gli di da os as do dos""".split()
)
_PREFIX, MISTYPED = 0.9, 0.75
_MOST_WORDS = 12


class Vocabulary:
    """Words and the keys (numbers) of the names that contain them. Immutable."""

    def __init__(self, holders: Mapping[str, Sequence[int]]) -> None:
        self._words = sorted(holders)
        self._starts = array("I", [0])
        self._held = array("I")
        for word in self._words:
            self._held.extend(holders[word])
            self._starts.append(len(self._held))
        self._near = NearTexts(self._words)

    @classmethod
    def of(cls, names: Iterable[tuple[int, Iterable[str]]]) -> "Vocabulary":
        """Return the vocabulary of names, each given as its key and its words."""
        holders: defaultdict[str, list[int]] = defaultdict(list)
        for key, words in names:
            for word in words:
                holders[word].append(key)
        return cls(holders)

    def matches(self, words: Sequence[str], *, mistyped: bool = True) -> dict[int, float]:
        """Return keys of names that contain every word, in any order, with a score: 1 if all are as typed.

        A word may be a beginning, or be ``mistyped`` (score MISTYPED). Function words may be missing.
        """
        several = dict.fromkeys(words[:_MOST_WORDS])
        content_words = [word for word in several if word not in LITTLE and len(word) > 1]
        # A single letter is looked for among the words of the names that the other words find.
        begun = [word for word in several if len(word) == 1 and word not in LITTLE]
        found: dict[int, float] | None = None
        # Long words are rarer, so they come first.
        for word in sorted(content_words, key=len, reverse=True):
            here = self._holding(word, mistyped)
            if found is None:
                found = here
            else:
                found = {key: min(quality, here[key]) for key, quality in found.items() if key in here}
            if not found:
                return {}
        for letter in begun if found else ():
            held = set(self._beginning(letter))
            found = {key: min(quality, _PREFIX) for key, quality in (found or {}).items() if key in held}
        return found or {}

    def _holding(self, word: str, mistyped: bool) -> dict[int, float]:
        found = dict.fromkeys(self._beginning(word), _PREFIX)
        first = bisect_left(self._words, word)
        if first < len(self._words) and self._words[first] == word:
            found.update(dict.fromkeys(self._of(first), 1.0))
        if found or not mistyped:
            return found
        return dict.fromkeys(chain.from_iterable(self._of(at) for at, _ in self._near.to(word)), MISTYPED)

    def _beginning(self, word: str) -> "array[int]":
        first = bisect_left(self._words, word)
        last = bisect_left(self._words, word + "\U0010ffff", first)
        return self._held[self._starts[first] : self._starts[last]]

    def _of(self, at: int) -> "array[int]":
        return self._held[self._starts[at] : self._starts[at + 1]]
