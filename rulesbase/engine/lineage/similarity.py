"""Similarity of two rules: by words, weighed by rarity, and by the order of letters."""

import heapq
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.lineage.bag_of_words import bag_of
from rulesbase.engine.lineage.word_index import postings, rarities, shared_weights
from rulesbase.engine.text.historic_terms import words

# The pattern begins with one of five characters, so letters are skipped at once.
_SENTENCE = re.compile(r"[.:;, ](?:(?<=[.:;])(?=\s|$)|(?<=,) unless |(?<= )\()")
_FEWEST_WORDS = 6
# A text longer by this factor (of norms) contains the words of many short ones by chance.
_BY_CHANCE = 0.15


class Opening(NamedTuple):
    """The words of the first sentence, or those before a condition or parenthesis; empty if too few.

    ``single``: nothing follows.
    """

    words: frozenset[str]
    single: bool


@lru_cache(maxsize=16384)
def opening_of(text: str) -> Opening:
    """Return the opening of a text in today's vocabulary."""
    opening = _SENTENCE.split(text, maxsplit=1)[0]
    first = frozenset(words(opening))
    return Opening(first if len(first) >= _FEWEST_WORDS else frozenset(), opening == text)


class Similarity:
    """Similarity of the texts of two versions, 0 to 100. ``old`` and ``new`` are folded texts."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old = [bag_of(text) for text in old]
        self.new = [bag_of(text) for text in new]
        self.new_frequency = Counter(chain.from_iterable(bag.words for bag in self.new))
        frequency = self.new_frequency.copy()
        frequency.update(chain.from_iterable(bag.words for bag in self.old))
        self.weight = rarities(frequency, len(self.old) + len(self.new))

    @cached_property
    def old_norm(self) -> list[float]:
        """Return the norm of each old text."""
        return [self._norm(bag.words) for bag in self.old]

    @cached_property
    def new_norm(self) -> list[float]:
        """Return the norm of each new text."""
        return [self._norm(bag.words) for bag in self.new]

    def _norm(self, bag: frozenset[str]) -> float:
        return math.sqrt(sum(map(self.weight.__getitem__, bag))) or 1.0

    def nearest(self, limit: int, least: float) -> Iterator[tuple[int, int]]:
        """Yield (old, new) for the ``limit`` nearest of each old text by words.

        All but the most frequent words must reach similarity ``least`` (0 to 1).
        """
        # A word of many rules has no information and costs most.
        often = max(40, len(self.new) // 24)
        rare = frozenset(word for word, count in self.new_frequency.items() if count <= often)
        places = postings([bag.words for bag in self.new], rare)
        norm = self.new_norm
        for a, bag in enumerate(self.old):
            sums = shared_weights([(self.weight[word], places[word]) for word in bag.words & rare])
            least_here = least * self.old_norm[a]
            near = [(total / norm[b], -b) for b, total in sums.items() if total >= least_here * norm[b]]
            yield from ((a, -minus) for _, minus in heapq.nlargest(limit, near))

    def words_shared(self, a: int, b: int) -> float:
        """Return the cosine of the two bags of words, weighed by rarity; 0 to 1."""
        return self._shared(self.old[a].words, self.new[b].words) / (self.old_norm[a] * self.new_norm[b])

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
        words are looked up: the others together cannot reach half of what is required.
        """
        looked_up = {b: self._rare_words(b, least) for b, bag in enumerate(self.new) if len(bag.words) >= fewest}
        wanted = frozenset(chain.from_iterable(found for found, _ in looked_up.values()))
        places = postings([bag.words for bag in self.old], wanted)
        for b, (rare, others) in looked_up.items():
            norm, left = self.new_norm[b], sum(map(self.weight.__getitem__, others))
            asked = least * norm**2
            sums = shared_weights([(self.weight[word], places[word]) for word in rare])
            maybe = [(a, total) for a, total in sums.items() if total + left >= asked]
            for shared, a in sorted((-total - self._shared(others, self.old[a].words), a) for a, total in maybe):
                if -shared >= asked and -shared >= _BY_CHANCE * self.old_norm[a] * norm:
                    yield a, b, -shared / norm**2

    def share_within(self, a: int, b: int) -> float:
        """Return the share of a new text's words in an old one, 0 to 1, weighed by rarity."""
        return self._shared(self.new[b].words, self.old[a].words) / self.new_norm[b] ** 2

    def _rare_words(self, b: int, least: float) -> tuple[list[str], frozenset[str]]:
        """Return the rarest words of a new text, and its others, which count less than half of what is required."""
        words_here = sorted(self.new[b].words, key=self.weight.__getitem__, reverse=True)
        rest = self.new_norm[b] ** 2
        asked = least * rest
        for at, word in enumerate(words_here):
            if rest < asked / 2:
                return words_here[:at], frozenset(words_here[at:])
            rest -= self.weight[word]
        return words_here, frozenset()

    def of(self, a: int, b: int, least: float) -> float:
        """Return the similarity of two texts, 0 to 100: half by words, half by the order of letters.

        Below ``least`` the result may be too low.
        """
        by_words = 50 * self.words_shared(a, b)
        cutoff = max(0.0, 2 * (least - by_words))
        return by_words + 0.5 * fuzz.ratio(self.old[a].text, self.new[b].text, score_cutoff=cutoff)
