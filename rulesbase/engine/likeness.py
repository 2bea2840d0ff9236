"""How alike two rules are: by their words, weighed by how rare they are, and by their letters in order."""

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.eras import modern, words

_SENTENCE = re.compile(r"(?:[.:;](?=\s|$)|, unless | \()")
_FEWEST_WORDS = 6
_UNIT = 1_000_000
# In a text that says so much more (its norm times this) the words of many a short one stand by chance.
_BY_CHANCE = 0.15


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


def _postings(bags: Sequence[Bag]) -> dict[str, list[int]]:
    """Word -> positions of the texts that have it."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for at, bag in enumerate(bags):
        for word in bag.words:
            found[word].append(at)
    return found


class Likeness:
    """Likeness of the texts of two versions, 0 to 100. ``old`` and ``new`` are folded texts."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old = [bag_of(text) for text in old]
        self.new = [bag_of(text) for text in new]
        frequency = Counter(chain.from_iterable(bag.words for bag in (*self.old, *self.new)))
        total = len(self.old) + len(self.new)
        # The square of how rare a word is: what a word that both have adds to their likeness. Whole numbers, as sums
        # of fractions would depend on their order, which in sets is another in each process.
        self.weight = {word: round(_UNIT * math.log(1 + total / count) ** 2) for word, count in frequency.items()}
        self.old_norm = [self._norm(bag.words) for bag in self.old]
        self.new_norm = [self._norm(bag.words) for bag in self.new]

    def _norm(self, bag: frozenset[str]) -> float:
        return math.sqrt(sum(map(self.weight.__getitem__, bag))) or 1.0

    def nearest(self, limit: int, least: float, needed: float = 0.0) -> Iterator[tuple[int, int]]:
        """(old, new) for the ``limit`` nearest of each old text, by their words.

        ``least`` (0 to 1) is asked of the likeness by all but the most frequent words, ``needed`` of that by all: who
        cannot have so much is left out.
        """
        postings = _postings(self.new)
        # A word that many rules have says nothing and costs most.
        often = max(40, len(self.new) // 24)
        frequent = frozenset(word for word, found in postings.items() if len(found) > often)
        norm = self.new_norm
        common = [sum(map(self.weight.__getitem__, bag.words & frequent)) for bag in self.new]
        for a, bag in enumerate(self.old):
            sums: defaultdict[int, int] = defaultdict(int)
            for word in bag.words - frequent:
                weight = self.weight[word]
                for b in postings.get(word, ()):
                    sums[b] += weight
            least_here, needed_here = least * self.old_norm[a], needed * self.old_norm[a]
            near = [(total / norm[b], -b) for b, total in sums.items() if total >= least_here * norm[b]]
            more = sum(map(self.weight.__getitem__, bag.words & frequent))
            for share, b in near if len(near) <= limit else heapq.nlargest(limit, near):
                if share + min(more, common[-b]) / norm[-b] >= needed_here:
                    yield a, -b

    def words_shared(self, a: int, b: int) -> float:
        """Cosine of the two bags of words, weighed by rarity; 0 to 1."""
        return self._shared(self.old[a].words, self.new[b].words) / (self.old_norm[a] * self.new_norm[b])

    def _shared(self, first: frozenset[str], second: frozenset[str]) -> int:
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

    def holders(self, least: float, fewest: int) -> Iterator[tuple[int, int, float]]:
        """(old, new, how much of the new text's words stand in the old one, 0 to 1) where that is at least so much.

        For each new text those that have the most of it first; one with too few different words stands nowhere. Its
        rarest words are looked up, until what is left of it is half of what is asked for: the rest alone is too little.
        """
        postings = _postings(self.old)
        for b, bag in enumerate(self.new):
            if len(bag.words) < fewest:
                continue
            norm = self.new_norm[b]
            asked = least * norm**2
            rest = norm**2
            sums: defaultdict[int, int] = defaultdict(int)
            for word in sorted(bag.words, key=self.weight.__getitem__, reverse=True):
                if rest < asked / 2:
                    break
                weight = self.weight[word]
                rest -= weight
                for a in postings.get(word, ()):
                    sums[a] += weight
            maybe = [a for a, total in sums.items() if total + rest >= asked]
            for shared, a in sorted((-self._shared(bag.words, self.old[a].words), a) for a in maybe):
                if -shared >= max(asked, _BY_CHANCE * self.old_norm[a] * norm):
                    yield a, b, -shared / norm**2

    @staticmethod
    def words_for(like: float) -> float:
        """How much of their words two texts must share (0 to 1) to be so much alike (0 to 100), their letters equal."""
        return max(0.0, (like - 50) / 50)

    def of(self, a: int, b: int, least: float = 0.0) -> float:
        """Likeness of two texts, 0 to 100: half by their words, half by their letters in order.

        Below ``least`` it may be said to be less than it is.
        """
        by_words = 50 * self.words_shared(a, b)
        cutoff = max(0.0, 2 * (least - by_words))
        return by_words + 0.5 * fuzz.ratio(self.old[a].text, self.new[b].text, score_cutoff=cutoff)
