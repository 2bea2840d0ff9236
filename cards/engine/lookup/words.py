"""An index of the words of names: whole words, beginnings, and mistyped words."""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain

from cards.engine.lookup.edit_distance import NearTexts

# Words that people add or leave out.
LITTLE = frozenset(
    """an and at by for from in is it of on or the to with le la les un une de du des et au aux en der die das den dem
    ein eine und von el los las del il lo gli di da os as do dos""".split()
)
_PREFIX, MISTYPED = 0.9, 0.75
_MOST_WORDS = 12


def word_columns(names: Iterable[Iterable[str]]) -> Mapping[str, "Sequence[str] | array[int]"]:
    """Return the columns of a Vocabulary for the words of each name."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for key, words in enumerate(names):
        for word in words:
            holders[word].append(key)
    words = sorted(holders)
    starts = array("I", accumulate((len(holders[word]) for word in words), initial=0))
    keys = array("I", chain.from_iterable(holders[word] for word in words))
    return {"words": words, "word_starts": starts, "word_keys": keys}


class Vocabulary:
    """Sorted words and the keys (numbers) of the names that contain them. Immutable."""

    def __init__(self, words: Sequence[str], starts: "array[int]", held: "array[int]") -> None:
        self._words, self._starts, self._held = words, starts, held

    @cached_property
    def _near(self) -> NearTexts:
        return NearTexts(self._words)

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
                break
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
