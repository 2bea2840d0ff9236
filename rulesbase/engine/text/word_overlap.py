"""The share of one English text that is in another, by words in order."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from rulesbase.engine.text.normalize import fold

_WORD = re.compile(r"\w+")
# Two texts with this share of common words are one text with small changes.
_ALIKE = 0.8


@lru_cache(maxsize=512)
def _words(text: str) -> Sequence[str]:
    return _WORD.findall(fold(text).lower())


def share_within(text: str, other: str) -> float:
    """Return the share (0 to 1) of a text's words that another text has in the same order."""
    words = _words(text)
    return LCSseq.similarity(words, _words(other)) / len(words) if words else 0.0


def alike(text: str, other: str) -> bool:
    """Return whether two texts are the same but for small changes. An empty text is like no other."""
    words, others = _words(text), _words(other)
    return bool(words) and LCSseq.normalized_similarity(words, others) >= _ALIKE
