"""Learn what terms are called in a language from aligned sentences, by counting which words occur with them.

For each English term take the words of the translation that occur in the same sentences and hardly elsewhere (Dice
1945). The result is a suggestion with its counts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.text.terms import Matcher
from rulesbase.engine.translation.sentence_pairs import SentencePair

# A term needs so many sentences, and its translation this Dice coefficient.
_LEAST_SENTENCES = 3
_LEAST_DICE = 0.7
# Sentences of a frequent term that are looked at for candidates.
_SAMPLE = 60
# A candidate occurs in this share of the sentences of the term.
_SHARE = 0.4
# Length of a candidate: letters without spaces, else words.
_LETTERS, _WORDS = range(2, 9), range(1, 5)
_MOST_CANDIDATES = 12
# Of two candidates that are nearly as exclusive the longer one is the whole term; measured on the Chinese glossary.
_LONGER = 0.02
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々]+")
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*[’']?")


class LearnedTerm(NamedTuple):
    """A term and its likely translation: in how many sentences both occur, the term, and the translation."""

    term: str
    translation: str
    together: int
    english: int
    own: int

    @property
    def dice(self) -> float:
        """How exclusively both occur together, 0 to 1."""
        return 2 * self.together / (self.english + self.own)


def learn_terms(pairs: Sequence[SentencePair], terms: Iterable[str], language: str) -> list[LearnedTerm]:
    """Return the likely translations of terms, most evidence first; terms without a clear one are left out."""
    spaced = text_language(language).is_spaced
    pairs = list(dict.fromkeys(pairs))
    matcher = Matcher(((term, term) for term in terms), "en")
    sentences: dict[str, list[int]] = {}
    for at, pair in enumerate(pairs):
        for term in {use.slug for use in matcher.find(pair.english)}:
            sentences.setdefault(term, []).append(at)
    own = [_searchable(pair.own, spaced=spaced) for pair in pairs]
    candidates = {
        term: _candidates([own[at] for at in found[:_SAMPLE]], spaced=spaced)
        for term, found in sentences.items()
        if len(found) >= _LEAST_SENTENCES
    }
    # In how many texts each candidate occurs.
    totals = {one: sum(one in text for text in own) for one in {one for some in candidates.values() for one in some}}
    learned = (_best(term, candidates[term], sentences[term], own, totals) for term in candidates)
    return sorted(filter(None, learned), key=lambda one: (-one.together, one.term))


def _searchable(text: str, *, spaced: bool) -> str:
    """Return a text in which a candidate can be searched as a string: its words in spaces, in small letters."""
    runs = _WORD.findall(text.lower()) if spaced else _RUN.findall(text)
    return f" {' '.join(runs)} "


def _candidates(texts: Sequence[str], *, spaced: bool) -> list[str]:
    """Return the word groups that most of these texts have, without those that only occur inside a longer one."""
    counts: Counter[str] = Counter()
    for text in texts:
        runs = text.split()
        if spaced:
            groups = {f" {' '.join(runs[at : at + n])} " for n in _WORDS for at in range(len(runs) - n + 1)}
        else:
            groups = {run[at : at + n] for run in runs for n in _LETTERS for at in range(len(run) - n + 1)}
        counts.update(groups)
    least = max(2, _SHARE * len(texts))
    often = [(count, group) for group, count in counts.items() if count >= least]
    often.sort(key=lambda one: (-one[0], -len(one[1]), one[1]))
    candidates: list[tuple[int, str]] = []
    for count, group in often:
        if not any(count == other and group.strip() in longer for other, longer in candidates):
            candidates.append((count, group))
        if len(candidates) == _MOST_CANDIDATES:
            break
    return [group for _, group in candidates]


def _best(
    term: str, candidates: Iterable[str], found: Sequence[int], own: Sequence[str], totals: Mapping[str, int]
) -> LearnedTerm | None:
    """Return the candidate with the highest Dice coefficient; None if that is too low."""
    scored = [
        LearnedTerm(term, one.strip(), sum(one in own[at] for at in found), len(found), totals[one])
        for one in candidates
    ]
    best = max(scored, key=lambda one: one.dice + _LONGER * len(one.translation), default=None)
    return best if best and best.dice >= _LEAST_DICE and best.together >= _LEAST_SENTENCES else None
