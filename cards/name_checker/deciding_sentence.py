"""Find the sentence of a rule that a reason rests on."""

import re
from collections import Counter
from functools import lru_cache
from math import fsum

from rulesbase.engine.search.analyzer import analyse
from rulesbase.engine.text.sentences import Sentence, is_see, sentences

# The least score of a deciding sentence. Each word that it shares with the reason counts 1 / (sentences with the word).
_LEAST = 1.0
# A reason that begins so states that something is missing, which no sentence shows.
_ABSENT = "No "
# Placeholders for names, and words about the rules as such, are not compared.
_NOT_OF_THE_RULE = re.compile(r"%\(\w+\)s|\b(?:rules?|versions?)\b", re.I)
_EXAMPLE = re.compile(r"\bfor example\b", re.I)


@lru_cache(maxsize=256)
def deciding_sentence(text: str, reason: str) -> Sentence | None:
    """Return the sentence of an English rule text that shares most rare words with the English message of a reason.

    Return None for a text of one sentence, for a reason that states that a rule is missing, and where two sentences
    have the best score.
    """
    every = [] if reason.startswith(_ABSENT) else sentences(text)
    found = [one for one in every if _decides(text[one.start : one.end])]
    if len(found) < 2:
        return found[0] if len(every) > len(found) == 1 else None
    words = [set(analyse("en", "", text[one.start : one.end])) for one in found]
    counts = Counter(word for one in words for word in one)
    wanted = set(analyse("en", "", _NOT_OF_THE_RULE.sub(" ", reason)))
    # The exact sum does not depend on the order of a set.
    scores = [fsum(1 / counts[word] for word in one & wanted) for one in words]
    best = max(scores)
    return found[scores.index(best)] if best >= _LEAST and scores.count(best) == 1 else None


def _decides(sentence: str) -> bool:
    return not is_see(sentence) and not _EXAMPLE.search(sentence)
