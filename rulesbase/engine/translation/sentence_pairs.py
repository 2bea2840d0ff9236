"""Align the sentences of an English text with those of its translation, by their lengths (Gale and Church 1993)."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.text.sentences import sentences

# The end of a sentence in a language without spaces.
_ENDS = re.compile(r"[。！？!?][」』”’）)。]*|\n")
# Spread of the length of a translation, per character of English (Gale and Church, measured on a Chinese edition).
_SPREAD = 4.0
# Cost of joining one more sentence.
JOIN = 3.5
# English and own sentences of a pair.
_BEADS = ((1, 1), (2, 1), (3, 1), (1, 2), (1, 3))
# Most sentences to align; longer texts are lists.
MOST = 40


class SentencePair(NamedTuple):
    """One or more English sentences and their translation."""

    english: str
    own: str


def sentence_texts(text: str, language: str) -> list[str]:
    """Return the sentences of a text in order."""
    if text_language(language).is_spaced:
        return [text[start:end] for start, end in sentences(text)]
    cuts = [0, *(match.end() for match in _ENDS.finditer(text)), len(text)]
    parts = [text[start:end].strip() for start, end in pairwise(cuts)]
    return [part for part in parts if any(map(str.isalnum, part))]


def misfit(english: float, own: float) -> float:
    """Return half the square of the normalised difference of two lengths."""
    return (own - english) ** 2 / (_SPREAD * (own + english))


def sentence_pairs(english: str, own: str, language: str) -> list[SentencePair]:
    """Return the pairs of sentences of a text and its translation; empty if they cannot be aligned."""
    theirs, mine = sentence_texts(english, "en"), sentence_texts(own, language)
    if not theirs or not mine or max(len(theirs), len(mine)) > MOST:
        return []
    usual = text_language(language).length
    lengths = [float(len(one)) for one in theirs], [len(one) / usual for one in mine]
    space = " " if text_language(language).is_spaced else ""
    return [
        SentencePair(" ".join(theirs[i:j]), space.join(mine[k:m])) for i, j, k, m in _best_path(lengths[0], lengths[1])
    ]


def _best_path(english: Sequence[float], own: Sequence[float]) -> list[tuple[int, int, int, int]]:
    """Return the spans of both sides that cost least together; empty if no beads cover both."""
    costs: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {(0, 0): (0.0, None)}
    for i in range(len(english) + 1):
        for j in range(len(own) + 1):
            here = costs.get((i, j), (math.inf, None))[0]
            for taken, given in _BEADS if math.isfinite(here) else ():
                to = i + taken, j + given
                if to[0] > len(english) or to[1] > len(own):
                    continue
                step = misfit(sum(english[i : to[0]]), sum(own[j : to[1]])) + JOIN * (taken + given - 2)
                if here + step < costs.get(to, (math.inf, None))[0]:
                    costs[to] = here + step, (i, j)
    return list(_walk_back(costs, (len(english), len(own))))[::-1]


def _walk_back(
    costs: dict[tuple[int, int], tuple[float, tuple[int, int] | None]], at: tuple[int, int]
) -> Iterator[tuple[int, int, int, int]]:
    while at in costs and (before := costs[at][1]) is not None:
        yield before[0], at[0], before[1], at[1]
        at = before
