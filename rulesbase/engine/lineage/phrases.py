"""Phrases of a version: pairs of successive word stems, with their rarity, and the words with which a text opens."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

from rulesbase.engine.lineage.bag_of_words import Bag
from rulesbase.engine.lineage.word_index import nearest, postings, rarities, rarity

# A stem in more than this share of the entries, and in more than this many, finds no candidates.
_FREQUENT, _FREQUENT_IN = 0.2, 120
# Of texts with the same words the shorter one is a little more about them.
_LONGER_TEXT = 0.02

Phrase = tuple[str, str]


class Phrases(NamedTuple):
    """The phrases of a text, and what they weigh together."""

    own: frozenset[Phrase]
    weight: int


class PhraseIndex:
    """The stems and phrases of a newer version, for what some texts of the older one share with its entries.

    ``whole`` are its texts with examples, ``texts`` without; ``asked`` are the older texts with examples.
    """

    def __init__(self, whole: Sequence[Bag], texts: Sequence[Bag], asked: Iterable[Bag]) -> None:
        self._stems = [bag.stems for bag in whole]
        self._texts = texts
        count = len(whole)
        # The rarity of a single one for those in none of the texts.
        once = rarity(count, 1)
        self._rarity: defaultdict[str, int] = defaultdict(lambda: once)
        self._rarity.update(rarities(Counter(chain.from_iterable(self._stems)), count))
        asked = list(asked)
        self._asked = frozenset(chain.from_iterable(bag.stems for bag in asked))
        phrases = frozenset(chain.from_iterable(pairwise(bag.stems) for bag in asked))
        self._phrases = [tuple(filter(phrases.__contains__, pairwise(stems))) for stems in self._stems]
        often = Counter(chain.from_iterable(self._phrases))
        self._phrase_rarity = dict.fromkeys(phrases, once) | rarities(often, count)

    @cached_property
    def _by_stem(self) -> Mapping[str, list[int]]:
        """Stem -> entries with it, without frequent stems."""
        most = max(_FREQUENT_IN, _FREQUENT * len(self._stems))
        found = postings(self._stems, self._asked)
        return {stem: places for stem, places in found.items() if len(places) <= most}

    def of(self, older: Bag) -> Phrases:
        """Return the phrases of an older text."""
        own = frozenset(pairwise(older.stems))
        return Phrases(own, self._phrase_weight(own) or 1)

    def share(self, older: Phrases, b: int) -> float:
        """Return the share (0 to 1) of an older text's phrases that an entry has; rare phrases count more."""
        return self._phrase_weight(older.own.intersection(self._phrases[b])) / older.weight

    def same_opening(self, older: Bag, b: int) -> float:
        """Return the share (0 to 1) of the words an entry opens with that an older text opens with too."""
        opening = self._texts[b].opening
        return self._weight(opening & older.opening) / (self._weight(opening) or 1)

    def nearest(self, older: Bag, limit: int) -> list[int]:
        """Return the entries that share most with an older text by weight of stems."""
        own = frozenset(older.stems)
        adds = [(self._rarity[stem], self._by_stem[stem]) for stem in own & self._by_stem.keys()]
        return nearest(adds, self._weight(own) or 1, self._longer, limit)

    @cached_property
    def _longer(self) -> list[float]:
        return [_LONGER_TEXT * math.log(1 + len(stems)) for stems in self._stems]

    def _weight(self, stems: Iterable[str]) -> int:
        return sum(map(self._rarity.__getitem__, stems))

    def _phrase_weight(self, phrases: Iterable[Phrase]) -> int:
        return sum(map(self._phrase_rarity.__getitem__, phrases))
