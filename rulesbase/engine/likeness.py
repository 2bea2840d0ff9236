"""How alike two rules are: by their words, weighed by how rare they are, and by their letters in order."""

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.eras import modern, words

_SENTENCE = re.compile(r"(?:[.:;](?=\s|$)|, unless | \()")
_FEWEST_WORDS = 6


class Bag(NamedTuple):
    """A text in today's words: as it reads, its words, and those of its opening.

    The opening is the first sentence, or the first words up to where a condition or parenthesis begins. It is empty
    where it has too few words; ``single`` tells that there is nothing behind it.
    """

    text: str
    words: frozenset[str]
    opening: frozenset[str]
    single: bool


@lru_cache(maxsize=16384)
def bag_of(folded: str) -> Bag:
    """The bag of a folded text."""
    text = modern(folded)
    found = frozenset(words(text))
    opening = _SENTENCE.split(text, maxsplit=1)[0]
    single = opening == text
    first = found if single else frozenset(words(opening))
    return Bag(text, found, first if len(first) >= _FEWEST_WORDS else frozenset(), single)


class Likeness:
    """Likeness of the texts of two versions, 0 to 100. ``old`` and ``new`` are folded texts."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old = [bag_of(text) for text in old]
        self.new = [bag_of(text) for text in new]
        frequency = Counter(word for bag in (*self.old, *self.new) for word in bag.words)
        total = len(self.old) + len(self.new)
        # The square of how rare a word is: what a word that both have adds to their likeness.
        self.weight = {word: math.log(1 + total / count) ** 2 for word, count in frequency.items()}
        self.old_norm = [self._norm(bag.words) for bag in self.old]
        self.new_norm = [self._norm(bag.words) for bag in self.new]

    def _norm(self, bag: frozenset[str]) -> float:
        return math.sqrt(sum(map(self.weight.__getitem__, bag))) or 1.0

    def nearest(self, limit: int, least: float) -> dict[tuple[int, int], float]:
        """(old, new) -> likeness of words (0 to 1) for the ``limit`` nearest of each old text."""
        postings: defaultdict[str, list[int]] = defaultdict(list)
        for b, bag in enumerate(self.new):
            for word in bag.words:
                postings[word].append(b)
        # A word that many rules have says nothing and costs most.
        often = max(40, len(self.new) // 8)
        pairs: dict[tuple[int, int], float] = {}
        for a, bag in enumerate(self.old):
            sums: defaultdict[int, float] = defaultdict(float)
            for word in bag.words:
                found = postings.get(word, ())
                if len(found) <= often:
                    weight = self.weight[word]
                    for b in found:
                        sums[b] += weight
            least_here = least * self.old_norm[a]
            norm = self.new_norm
            near = [(total / norm[b], -b) for b, total in sums.items() if total >= least_here * norm[b]]
            for share, b in near if len(near) <= limit else heapq.nlargest(limit, near):
                pairs[a, -b] = share / self.old_norm[a]
        return pairs

    def words_shared(self, a: int, b: int) -> float:
        """Cosine of the two bags of words, weighed by rarity; 0 to 1."""
        return self._shared(self.old[a].words, self.new[b].words) / (self.old_norm[a] * self.new_norm[b])

    def _shared(self, first: frozenset[str], second: frozenset[str]) -> float:
        return sum(map(self.weight.__getitem__, first & second))

    def openings(self, a: int, b: int) -> float:
        """How alike the first sentences are, 0 to 1; 0 where one has fewer than six words, or both are one sentence.

        A definition that was rewritten nearly whole keeps what it begins with.
        """
        mine, theirs = self.old[a], self.new[b]
        if not mine.opening or not theirs.opening or (mine.single and theirs.single):
            return 0.0
        shared = self._shared(mine.opening, theirs.opening)
        return shared / (self._norm(mine.opening) * self._norm(theirs.opening)) if shared else 0.0

    def within(self, a: int, b: int, fewest: int) -> float:
        """How much of the words of a new text stand in an old one, 0 to 1; 0 where it has too few different words."""
        own = self.new[b].words
        if len(own) < fewest:
            return 0.0
        return self._shared(own, self.old[a].words) / (self.new_norm[b] ** 2)

    def of(self, a: int, b: int, least: float = 0.0) -> float:
        """Likeness of two texts, 0 to 100: half by their words, half by their letters in order.

        Below ``least`` it may be said to be less than it is.
        """
        by_words = 50 * self.words_shared(a, b)
        cutoff = max(0.0, 2 * (least - by_words))
        return by_words + 0.5 * fuzz.ratio(self.old[a].text, self.new[b].text, score_cutoff=cutoff)
