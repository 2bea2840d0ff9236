"""Similarity of two rules: by words, weighed by rarity, and by the order of letters."""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from rapidfuzz import fuzz

from rulesbase.engine.lineage.bag_of_words import bag_of, opening_of
from rulesbase.engine.lineage.word_index import postings, rarities, shared_weights

# A text longer by this factor (of norms) contains the words of many short ones by chance.
_BY_CHANCE = 0.15
# Words that together have less than this share of what is required are not looked up.
_OTHERS = 0.7


class Similarity:
    """Similarity of the texts of two versions, 0 to 100. ``old`` and ``new`` are folded texts."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old = [bag_of(text) for text in old]
        self.new = [bag_of(text) for text in new]
        frequency = Counter(chain.from_iterable(bag.words for bag in (*self.old, *self.new)))
        self.weight = rarities(frequency, len(self.old) + len(self.new))
        self.old_norm = [self._norm(bag.words) for bag in self.old]
        self.new_norm = [self._norm(bag.words) for bag in self.new]

    def _norm(self, bag: frozenset[str]) -> float:
        return math.sqrt(sum(map(self.weight.__getitem__, bag))) or 1.0

    def nearest(self, limit: int, least: float) -> Iterator[tuple[int, int]]:
        """Yield (old, new) for the ``limit`` nearest of each old text by words.

        All but the most frequent words must reach similarity ``least`` (0 to 1).
        """
        # A word of many rules has no information and costs most.
        places = postings([bag.words for bag in self.new], max(40, len(self.new) // 24))
        norm = self.new_norm
        for a, bag in enumerate(self.old):
            sums = shared_weights(bag.words, self.weight, places)
            least_here = least * self.old_norm[a]
            near = [(total / norm[b], -b) for b, total in sums.items() if total >= least_here * norm[b]]
            yield from ((a, -minus) for _, minus in heapq.nlargest(limit, near))

    def _shared(self, first: frozenset[str], second: frozenset[str]) -> int:
        return sum(map(self.weight.__getitem__, first & second))

    def openings(self, a: int, b: int) -> float:
        """Return the similarity of the first sentences, 0 to 1; 0 with fewer than six words or if both are one
        sentence.

        A definition that was rewritten nearly whole keeps its beginning.
        """
        mine, theirs = opening_of(self.old[a].text), opening_of(self.new[b].text)
        if not mine.words or not theirs.words or (mine.single and theirs.single):
            return 0.0
        return self._shared(mine.words, theirs.words) / (self._norm(mine.words) * self._norm(theirs.words))

    def holders(self, least: float, fewest: int) -> Iterator[tuple[int, int, float]]:
        """Yield (old, new, share of the new text's words in the old one, 0 to 1) where the share is at least ``least``.

        For each new text the largest share first; texts with too few different words are left out. Only the rarest
        words are looked up: the others together cannot reach what is required.
        """
        places = postings([bag.words for bag in self.old], len(self.old))
        for b, bag in enumerate(self.new):
            if len(bag.words) < fewest:
                continue
            rare, others = self._rare_words(b, least)
            norm, left = self.new_norm[b], sum(map(self.weight.__getitem__, others))
            asked = least * norm**2
            sums = shared_weights(rare, self.weight, places)
            maybe = [(a, total) for a, total in sums.items() if total + left >= asked]
            for shared, a in sorted((-total - self._shared(others, self.old[a].words), a) for a, total in maybe):
                if -shared >= asked and -shared >= _BY_CHANCE * self.old_norm[a] * norm:
                    yield a, b, -shared / norm**2

    def share_within(self, a: int, b: int) -> float:
        """Return the share of a new text's words in an old one, 0 to 1, weighed by rarity."""
        return self._shared(self.new[b].words, self.old[a].words) / self.new_norm[b] ** 2

    def _rare_words(self, b: int, least: float) -> tuple[list[str], frozenset[str]]:
        """Return the rarest words of a new text, and its others, which weigh less than what is required."""
        words_here = sorted(self.new[b].words, key=self.weight.__getitem__, reverse=True)
        rest = self.new_norm[b] ** 2
        asked = least * rest
        for at, word in enumerate(words_here):
            if rest < _OTHERS * asked:
                return words_here[:at], frozenset(words_here[at:])
            rest -= self.weight[word]
        return words_here, frozenset()

    def of(self, a: int, b: int, least: float) -> float:
        """Return the similarity of two texts, 0 to 100: half by words weighed by rarity, half by the order of letters.

        Below ``least`` the result may be too low.
        """
        shared = self._shared(self.old[a].words, self.new[b].words)
        by_words = 50 * (shared / (self.old_norm[a] * self.new_norm[b]))
        cutoff = max(0.0, 2 * (least - by_words))
        return by_words + 0.5 * fuzz.ratio(self.old[a].text, self.new[b].text, score_cutoff=cutoff)
