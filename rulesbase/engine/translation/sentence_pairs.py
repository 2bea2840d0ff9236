"""Align the sentences of an English text with those of its translation, by their lengths (Gale and Church 1993)."""

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.text.sentences import sentences

# Spread of the length of a translation, per character of English (Gale and Church, measured on a Chinese edition).
_SPREAD = 4.0
# Cost of joining one more sentence.
_JOIN = 3.5
# English and own sentences of a pair.
_BEADS = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3))
# The end of a quoted sentence, and how the sentence around it goes on: “……。”的衍生物.
_QUOTED = ("。”", "。」", "。』")
_GOES_ON = tuple("的和与或及以且，、とをがはので")
# Most sentences to align; longer texts are lists.
MOST = 40


class SentencePair(NamedTuple):
    """One or more English sentences and their translation."""

    english: str
    own: str


def sentence_texts(text: str) -> list[str]:
    """Return the sentences of a text in order.

    In Chinese and Japanese a sentence may go on behind the full stop of a quotation.
    """
    parts: list[str] = []
    for start, end in sentences(text):
        if parts and parts[-1].endswith(_QUOTED) and text.startswith(_GOES_ON, start):
            parts[-1] += text[start:end]
        else:
            parts.append(text[start:end])
    return parts


def sentence_pairs(english: str, own: str, language: str) -> list[SentencePair]:
    """Return the pairs of sentences of a text and its translation; empty if they cannot be aligned."""
    theirs, mine = sentence_texts(english), sentence_texts(own)
    if max(len(theirs), len(mine)) > MOST:
        return []
    usual = text_language(language).length
    _cost, spans = align_lengths([len(one) for one in theirs], [len(one) / usual for one in mine])
    space = " " if text_language(language).is_spaced else ""
    return [SentencePair(" ".join(theirs[i:j]), space.join(mine[k:m])) for i, j, k, m in spans]


def align_lengths(
    english: Sequence[float], own: Sequence[float], omitted: float | None = None
) -> tuple[float, list[tuple[int, int, int, int]]]:
    """Return the cost of the best alignment in order, and its spans of both sides; infinite and none if there is none.

    Lengths are in characters of English. ``omitted`` is the cost of an English sentence without a translation; without
    it each must have one.
    """
    beads = _BEADS if omitted is None else (*_BEADS, (1, 0))
    costs: dict[tuple[int, int], tuple[float, list[tuple[int, int, int, int]]]] = {(0, 0): (0.0, [])}
    for i, j in product(range(len(english) + 1), range(len(own) + 1)):
        here, spans = costs.get((i, j), (math.inf, []))
        for taken, given in beads if math.isfinite(here) else ():
            to = i + taken, j + given
            if to[0] > len(english) or to[1] > len(own):
                continue
            step = _cost(english[i : to[0]], own[j : to[1]]) if given else omitted or 0.0
            if here + step < costs.get(to, (math.inf, []))[0]:
                costs[to] = here + step, [*spans, (i, to[0], j, to[1])]
    return costs.get((len(english), len(own)), (math.inf, []))


def _cost(english: Sequence[float], own: Sequence[float]) -> float:
    """Return half the square of the normalised difference of two lengths, and the cost of what is joined."""
    theirs, mine = sum(english), sum(own)
    return (mine - theirs) ** 2 / (_SPREAD * (mine + theirs)) + _JOIN * (len(english) + len(own) - 2)
