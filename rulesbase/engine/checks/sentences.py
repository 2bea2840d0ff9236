"""Check that no sentence is missing or added: align the sentences of both texts by their lengths.

A translation may join or divide sentences, so a lower count alone proves nothing. The check compares two alignments
(Gale and Church 1993): one that joins sentences only, and one that leaves some out. It reports a missing sentence if
leaving it out fits the lengths much better.
"""

import math
import re
from collections.abc import Iterator, Sequence

from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity
from rulesbase.engine.languages import text_language
from rulesbase.engine.translation.sentence_pairs import JOIN, MOST, misfit, sentence_texts

# Cost of leaving out a sentence.
_OMITTED = 3.0
# How much better the alignment with an omission must be; with an addition: translators explain more than they omit.
_CLEARLY = 1.0
_CLEARLY_ADDED = 2.0
# A note of the translator, in brackets.
NOTE = re.compile(r"[（(\[][^（）()\[\]]*(?:译注|译者注|訳注|N\.?d\.?T|[Nn]ote du traducteur)[^（）()\[\]]*[）)\]]")


def sentences(case: Case) -> Iterator[CheckResult]:
    """Report that the text lacks one or more sentences of the English, or has more than it."""
    if case.heading or not case.text.strip():
        return
    english = [float(len(one)) for one in sentence_texts(case.english, "en")]
    # Without notes of the translator.
    own = [float(len(one)) for one in sentence_texts(NOTE.sub("", case.text), case.language)]
    if not own or not english or max(len(english), len(own)) > MOST or len(own) == len(english):
        return
    usual = case.usual or text_language(case.language).length
    # In characters of English, so that both directions cost the same.
    expected = [length / usual for length in own]
    values = {"english": str(len(english)), "own": str(len(own))}
    if len(own) < len(english):
        if _omission(english, expected) > _CLEARLY:
            yield CheckResult(Check.SENTENCES, Severity.WRONG, "sentences", values)
    elif _omission(expected, english) > _CLEARLY_ADDED:
        yield CheckResult(Check.SENTENCES, Severity.LOOK, "sentences-added", values)


def _omission(more: Sequence[float], fewer: Sequence[float]) -> float:
    """Return how much better an alignment is that leaves out sentences of ``more``."""
    return _cost(more, fewer, omit=False) - _cost(more, fewer, omit=True)


def _cost(english: Sequence[float], own: Sequence[float], *, omit: bool) -> float:
    """Return the cost of the best alignment in order; ``omit`` allows English sentences without a translation."""
    costs = [[math.inf] * (len(own) + 1) for _ in range(len(english) + 1)]
    costs[0][0] = 0.0
    for i in range(len(english) + 1):
        for j in range(len(own) + 1):
            here = costs[i][j]
            if math.isinf(here):
                continue
            if omit and i < len(english):
                costs[i + 1][j] = min(costs[i + 1][j], here + _OMITTED)
            for taken in range(1, 5):
                if i + taken <= len(english) and j < len(own):
                    step = misfit(sum(english[i : i + taken]), own[j]) + JOIN * (taken - 1)
                    costs[i + taken][j + 1] = min(costs[i + taken][j + 1], here + step)
            for given in range(2, 4):
                if i < len(english) and j + given <= len(own):
                    step = misfit(english[i], sum(own[j : j + given])) + JOIN * (given - 1)
                    costs[i + 1][j + given] = min(costs[i + 1][j + given], here + step)
    return costs[-1][-1]
