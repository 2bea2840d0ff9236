"""Phrases of a version: pairs of successive word stems, with their rarity, and the words with which a text opens."""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple, TypeVar

from rulesbase.engine.lineage.bag import Bag

# A stem in more than this share of the entries, and in more than this many, finds no candidates.
_FREQUENT, _FREQUENT_IN = 0.2, 120
# Of openings with the same words the shorter one is more about them; of texts a little.
_LONGER_OPENING, _LONGER_TEXT = 0.3, 0.02

Phrase = tuple[str, str]
_Part = TypeVar("_Part", str, Phrase)


class Phrases(NamedTuple):
    """The phrases of a text, and what they weigh together."""

    own: frozenset[Phrase]
    weight: float


class PhraseIndex:
    """The stems and phrases of a newer version, for what a text of the older one shares with its entries.

    ``whole`` are its texts with examples, ``texts`` without.
    """

    def __init__(self, whole: Sequence[Bag], texts: Sequence[Bag]) -> None:
        self._stems = [bag.stems for bag in whole]
        self._openings = [bag.opening for bag in texts]
        self._count = len(whole)
        self._rarity = self._rarities(self._stems)

    def _rarities(self, texts: Iterable[Iterable[_Part]]) -> Mapping[_Part, float]:
        """Return the rarity of stems or phrases; that of a single one for those in none of the texts."""
        often: Counter[_Part] = Counter(chain.from_iterable(texts))
        rarity = {count: math.log(1 + self._count / count) ** 2 for count in {1, *often.values()}}
        found: defaultdict[_Part, float] = defaultdict(lambda: rarity[1])
        found.update((part, rarity[count]) for part, count in often.items())
        return found

    @cached_property
    def _phrase_rarity(self) -> Mapping[Phrase, float]:
        return self._rarities(map(pairwise, self._stems))

    @cached_property
    def _by_stem(self) -> Mapping[str, list[int]]:
        """Stem -> entries with it, without frequent stems."""
        most = max(_FREQUENT_IN, _FREQUENT * self._count)
        return {stem: places for stem, places in _places(self._stems).items() if len(places) <= most}

    @cached_property
    def _by_opening(self) -> Mapping[str, list[int]]:
        return _places(self._openings)

    @cached_property
    def _opening_weight(self) -> list[float]:
        return [self._weight(opening) for opening in self._openings]

    def of(self, older: Bag) -> Phrases:
        """Return the phrases of an older text."""
        own = frozenset(pairwise(older.stems))
        return Phrases(own, self._phrase_weight(own) or 1.0)

    def share(self, older: Phrases, b: int) -> float:
        """Return the share (0 to 1) of an older text's phrases that an entry has; rare phrases count more."""
        return self._phrase_weight(older.own.intersection(pairwise(self._stems[b]))) / older.weight

    def same_opening(self, older: Bag, b: int) -> float:
        """Return the share (0 to 1) of the words an entry opens with that an older text opens with too."""
        return self._weight(self._openings[b] & older.opening) / (self._opening_weight[b] or 1.0)

    def nearest(self, older: Bag, limit: int) -> list[int]:
        """Return the entries that share most with an older text by weight of stems."""
        return self._best(frozenset(older.stems), self._by_stem, self._longer, 1.0, limit)

    def nearest_openings(self, older: Bag, limit: int) -> list[int]:
        """Return the entries that open most as an older text does."""
        own = older.opening
        longer = _LONGER_OPENING / (self._weight(own) or 1.0)
        return self._best(own, self._by_opening, self._opening_weight, longer, limit)

    def _best(
        self, own: Collection[str], places: Mapping[str, list[int]], sizes: Sequence[float], longer: float, limit: int
    ) -> list[int]:
        """Return the entries with the largest share of some stems' weight; each loses ``longer`` times its size."""
        sums: defaultdict[int, int] = defaultdict(int)
        # Whole numbers, because sums of floats depend on the order of a set, which differs between processes.
        for one in own:
            if one in places:
                adds = round(1e6 * self._rarity[one])
                for b in places[one]:
                    sums[b] += adds
        whole = 1e6 * (self._weight(own) or 1.0)
        found = [(longer * sizes[b] - weight / whole, b) for b, weight in sums.items()]
        return [b for _, b in heapq.nsmallest(limit, found)]

    @cached_property
    def _longer(self) -> list[float]:
        return [_LONGER_TEXT * math.log(1 + len(stems)) for stems in self._stems]

    def _weight(self, stems: Iterable[str]) -> float:
        return round(sum(map(self._rarity.__getitem__, stems)), 6)

    def _phrase_weight(self, phrases: Iterable[Phrase]) -> float:
        return round(sum(map(self._phrase_rarity.__getitem__, phrases)), 6)


def _places(texts: Iterable[Collection[str]]) -> dict[str, list[int]]:
    """Return stem -> positions of the texts with it."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        for one in frozenset(text):
            found[one].append(at)
    return found
