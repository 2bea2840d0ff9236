"""Translation memory: finds English texts similar to a given one.

An inverted index of words selects some hundreds of candidates, whose similarity rapidfuzz measures.
"""

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import partial
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
        self._texts: list[str] = []
        self._keys: list[int] = []
        # Created when a text is first measured: most texts never are.
        self._plain: dict[int, str] = {}
        self._index: defaultdict[bytes, array[int]] = defaultdict(partial(array, "I"))
        self._known: set[int] = set()

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add texts; those with known keys are left out."""
        for key, text in rows:
            if key in self._known:
                continue
            at = len(self._keys)
            self._known.add(key)
            self._keys.append(key)
            self._texts.append(text)
            for word in _words(text):
                self._index[word].append(at)

    def find(self, text: str, limit: int, least: int = 60) -> list[SimilarText]:
        """Return the most similar texts, best first; none below ``least``."""
        texts = {at: self._plain_at(at) for at in self._candidates(text)}
        scored = process.extract(comparable(text), texts, scorer=fuzz.ratio, score_cutoff=least, limit=limit)
        exact = fold(text)
        near = [SimilarText(self._keys[at], self._score(at, score, exact)) for _, score, at in scored]
        return sorted(near, key=lambda one: (-one.score, one.key))

    def _plain_at(self, at: int) -> str:
        plain = self._plain.get(at)
        if plain is None:
            plain = self._plain[at] = comparable(self._texts[at])
        return plain

    def _score(self, at: int, score: float, exact: str) -> int:
        """Return 100 only for the same text: differences in numbers or capitals count one less."""
        return 100 if fold(self._texts[at]) == exact else min(99, int(score))

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
        by_share = ((count / (len(self._texts[at]) + len(text)), at) for at, count in shared.items())
        return [at for _, at in heapq.nlargest(_MEASURED, by_share)]


def _words(text: str) -> frozenset[bytes]:
    """Return the index words of a text, regardless of typography: called thousands of times."""
    return frozenset(text.encode(errors="replace").translate(_LETTERS).split()) - _IDLE


def comparable(text: str) -> str:
    """Return the text to compare, without typography, capitals and reference numbers."""
    return masked(fold(text)).lower()
