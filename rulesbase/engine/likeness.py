"""How alike two rules are: by their words, weighed by how rare they are, and by their letters in order."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from rapidfuzz import fuzz

from rulesbase.engine.eras import modern, words

_SENTENCE = re.compile(r"(?:[.:;](?=\s|$)|, unless | \()")


def _opening(text: str) -> str:
    """The first sentence, or the first words up to where a condition or parenthesis begins."""
    return _SENTENCE.split(text, maxsplit=1)[0]


class Likeness:
    """Likeness of the texts of two versions, 0 to 100. ``old`` and ``new`` are folded texts."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old = [modern(text) for text in old]
        self.new = [modern(text) for text in new]
        self.old_words = [words(text) for text in self.old]
        self.new_words = [words(text) for text in self.new]
        frequency = Counter(word for bag in (*self.old_words, *self.new_words) for word in set(bag))
        total = len(self.old) + len(self.new)
        self.rarity = {word: math.log(1 + total / count) for word, count in frequency.items()}
        self.old_norm = [self._norm(bag) for bag in self.old_words]
        self.new_norm = [self._norm(bag) for bag in self.new_words]

    def _norm(self, bag: Sequence[str]) -> float:
        return math.sqrt(sum(self.rarity[word] ** 2 for word in set(bag))) or 1.0

    def nearest(self, limit: int, least: float) -> dict[tuple[int, int], float]:
        """(old, new) -> likeness of words (0 to 1) for the ``limit`` nearest of each old and of each new text."""
        postings: defaultdict[str, list[int]] = defaultdict(list)
        for b, bag in enumerate(self.new_words):
            for word in set(bag):
                postings[word].append(b)
        # A word that half of all rules have says nothing and costs most.
        often = max(40, len(self.new) // 4)
        pairs: dict[tuple[int, int], float] = {}
        for a, bag in enumerate(self.old_words):
            sums: defaultdict[int, float] = defaultdict(float)
            for word in set(bag):
                found = postings.get(word, ())
                if len(found) <= often:
                    weight = self.rarity[word] ** 2
                    for b in found:
                        sums[b] += weight
            for b in sums:
                sums[b] /= self.old_norm[a] * self.new_norm[b]
            for b in sorted(sums, key=lambda b: (-sums[b], b))[: limit * 2]:
                if sums[b] >= least:
                    pairs[a, b] = sums[b]
        return pairs

    def words_shared(self, a: int, b: int) -> float:
        """Cosine of the two bags of words, weighed by rarity; 0 to 1."""
        shared = set(self.old_words[a]) & set(self.new_words[b])
        return sum(self.rarity[word] ** 2 for word in shared) / (self.old_norm[a] * self.new_norm[b])

    def openings(self, a: int, b: int) -> float:
        """How alike the first sentences are, 0 to 1; 0 where one has fewer than six words, or both are one sentence.

        A definition that was rewritten nearly whole keeps what it begins with.
        """
        first, second = _opening(self.old[a]), _opening(self.new[b])
        mine, theirs = set(words(first)), set(words(second))
        if min(len(mine), len(theirs)) < 6 or (first == self.old[a] and second == self.new[b]):
            return 0.0
        shared = sum(self.rarity[word] ** 2 for word in mine & theirs)
        norms = [math.sqrt(sum(self.rarity[word] ** 2 for word in bag)) for bag in (mine, theirs)]
        return shared / (norms[0] * norms[1])

    def of(self, a: int, b: int) -> float:
        """Likeness of two texts, 0 to 100: half by their words, half by their letters in order."""
        return 50 * self.words_shared(a, b) + 0.5 * fuzz.ratio(self.old[a], self.new[b])
