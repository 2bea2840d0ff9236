"""Translation memory: of many English texts those that say nearly the same as a given one.

An inverted index of words leaves some hundreds of candidates, of which rapidfuzz measures how alike they are.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rulesbase.engine.text.normalize import fold, masked

_PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"
# Of a text in UTF-8: capitals made small, and everything but letters and figures a space. What is not ASCII parts words
# too, in the same way in every text.
_LETTERS = bytes(code + 32 if 65 <= code <= 90 else code if chr(code) in _PLAIN else 32 for code in range(256))
# So many texts have them that they tell none apart, and would be most of the index.
_IDLE = frozenset(b"a of or s t the to".split())
# How many entries of the index one search may walk through, and how many texts are measured.
_WALKED, _MEASURED = 60_000, 400
# Two texts of which one is so much longer cannot be that alike, be their typography as it may.
_MARGIN = 1.05


class SimilarText(NamedTuple):
    """A text that is alike: its key, and how much, of 100; only the very same text has 100."""

    key: int
    score: int


class TranslationMemory:
    """English texts by key, to be searched by likeness. Texts are added, never taken out."""

    def __init__(self) -> None:
        """Begin with none."""
        self._texts: list[str] = []
        self._keys: list[int] = []
        # Made when a text is first measured: of most texts that is never.
        self._plain: dict[int, str] = {}
        self._index: defaultdict[bytes, array[int]] = defaultdict(_numbers)
        self._at: dict[int, int] = {}

    def __len__(self) -> int:
        """Return how many texts there are."""
        return len(self._keys)

    def __contains__(self, key: int) -> bool:
        """Return whether there is a text of this key."""
        return key in self._at

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Take texts in; those of known keys are left out."""
        for key, text in rows:
            if key in self._at:
                continue
            at = len(self._keys)
            self._at[key] = at
            self._keys.append(key)
            self._texts.append(text)
            for word in _words(text):
                self._index[word].append(at)

    def find(self, text: str, limit: int, least: int = 60) -> list[SimilarText]:
        """Return the texts most like this one, the likest first; none below ``least``."""
        plain = _plain(text)
        candidates = self._candidates(text, least)
        scored = process.extract(
            plain,
            {at: self._plain_at(at) for at in candidates},
            scorer=fuzz.ratio,
            score_cutoff=least,
            limit=limit,
        )
        exact = fold(text)
        near = [SimilarText(self._keys[at], self._score(at, score, exact)) for _, score, at in scored]
        return sorted(near, key=lambda one: (-one.score, one.key))

    def _plain_at(self, at: int) -> str:
        plain = self._plain.get(at)
        if plain is None:
            plain = self._plain[at] = _plain(self._texts[at])
        return plain

    def _score(self, at: int, score: float, exact: str) -> int:
        """100 for the same text alone: what differs in numbers or capitals is one less."""
        return 100 if fold(self._texts[at]) == exact else min(99, int(score))

    def _candidates(self, text: str, least: int) -> list[int]:
        """Return the texts that share most words, the rare ones counted first, and are not too long or short."""
        words = {word: self._index[word] for word in _words(text) if word in self._index}
        shared: Counter[int] = Counter()
        walked = 0
        for found in sorted(words.values(), key=len):
            walked += len(found)
            if walked > _WALKED and shared:
                break
            shared.update(found)
        low, high = len(text) * least / (200 - least) / _MARGIN, len(text) * (200 - least) / least * _MARGIN
        fitting = [
            (count / (length + len(text)), at)
            for at, count in _leading(shared)
            if low <= (length := len(self._texts[at])) <= high
        ]
        return [at for _, at in sorted(fitting, reverse=True)[:_MEASURED]]


def _leading(shared: Counter[int]) -> list[tuple[int, int]]:
    """Return the texts that share most words. What shares far fewer than the best is not looked at, where there are many."""
    if len(shared) <= 4 * _MEASURED:
        return list(shared.items())
    counts = Counter(shared.values())
    counted, floor = 0, 1
    for count in sorted(counts, reverse=True):
        counted += counts[count]
        floor = count
        if counted > 4 * _MEASURED:
            break
    return [(at, count) for at, count in shared.items() if count >= floor]


def _numbers() -> "array[int]":
    return array("I")


def _words(text: str) -> frozenset[bytes]:
    """Return the words by which a text is found: done by the thousand, so without looking at its typography."""
    return frozenset(text.encode(errors="replace").translate(_LETTERS).split()) - _IDLE


def _plain(text: str) -> str:
    """Return what is compared: typography, capitals and the numbers of references make no difference."""
    return masked(fold(text)).lower()
