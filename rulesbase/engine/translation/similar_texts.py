"""Translation memory: finds English texts similar to a given one.

An inverted index of words selects some hundreds of candidates, whose similarity rapidfuzz measures.
"""

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rulesbase.engine.text.normalize import fold, masked

_PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"
# For UTF-8 bytes: lower-case capitals, and spaces for all but letters and digits. Non-ASCII separates words too.
_LETTERS = bytes(code if chr(code) in _PLAIN else 32 for code in bytes(range(256)).lower())
# Words of so many texts distinguish none and would be most of the index.
_IDLE = frozenset(b"a of or s t the to".split())
# Maximum index entries to walk through in one search, and maximum texts to measure.
_WALKED, _MEASURED = 60_000, 400


class SimilarText(NamedTuple):
    """A similar text: its key and similarity, 0 to 100; 100 only for an identical text."""

    key: int
    score: int


class TranslationMemory:
    """English texts by key, searchable by similarity. Texts are added, never removed."""

    def __init__(self) -> None:
        """Start empty."""
        self.texts: dict[int, str] = {}
        self._index: defaultdict[bytes, array[int]] = defaultdict(partial(array, "I"))

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add texts; those with known keys are left out."""
        for key, text in rows:
            if key not in self.texts:
                self.texts[key] = text
                for word in _words(text):
                    self._index[word].append(key)

    def find(self, text: str, limit: int, least: int = 60) -> list[SimilarText]:
        """Return the most similar texts, best first; none below ``least``."""
        texts = {key: comparable(self.texts[key]) for key in self._candidates(text)}
        scored = process.extract(comparable(text), texts, scorer=fuzz.ratio, score_cutoff=least, limit=limit)
        near = [SimilarText(key, shown_score(self.texts[key], text, score)) for _, score, key in scored]
        return sorted(near, key=lambda one: (-one.score, one.key))

    def _candidates(self, text: str) -> list[int]:
        """Return the texts with most words in common for their length, rare words first."""
        words = {word: self._index[word] for word in _words(text) if word in self._index}
        shared: Counter[int] = Counter()
        walked = 0
        for found in sorted(words.values(), key=len):
            walked += len(found)
            if walked > _WALKED and shared:
                break
            shared.update(found)
        by_share = ((count / (len(self.texts[key]) + len(text)), key) for key, count in shared.items())
        return [key for _, key in heapq.nlargest(_MEASURED, by_share)]


def _words(text: str) -> frozenset[bytes]:
    """Return the index words of a text, regardless of typography: called thousands of times."""
    return frozenset(text.encode(errors="replace").translate(_LETTERS).split()) - _IDLE


def shown_score(text: str, other: str, score: float) -> int:
    """Return a similarity as a whole number, 100 only for the same text, apart from typography."""
    return 100 if fold(text) == fold(other) else min(99, int(score))


# Some hundreds of texts are measured in each search.
@lru_cache(maxsize=16384)
def comparable(text: str) -> str:
    """Return the text to compare, without typography, capitals and reference numbers."""
    return masked(fold(text)).lower()
