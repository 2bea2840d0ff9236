"""Compare the game's terms of an English text with those of its translation, by counts over all texts of the language.

A translation may write "it" for a term or another word, so one missing term proves nothing. But a term that nearly all
other texts translate by its name is missed where it is missing, and a name that nearly all other texts have for its
term only is one too many where the English lacks the term.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rulesbase.engine.checks.sentences import NOTE
from rulesbase.engine.checks.terminology import plain_text, uses_name
from rulesbase.engine.checks.types import TermDifference
from rulesbase.engine.languages import text_language
from rulesbase.engine.text.terms import Matcher, names_of
from rulesbase.engine.translation.sentence_pairs import SentencePair

# A term is reliable if less than this share of its uses has no counterpart in the other text.
_MOST_UNMATCHED = 0.016
# Added to the unmatched uses, and to the matched uses of an English term: a term needs five uses, a name 20, because
# names are also parts of other words and of names of cards.
_ASSUMED_UNMATCHED, _ASSUMED_MATCHED = 0.3, 15
_LETTERS = re.compile(r"[^\W\d_]+")


class TermCount(NamedTuple):
    """In how many English texts a term is used and how many translations lack it; the same for its names."""

    term: str
    names: tuple[str, ...]
    used: int = 0
    missing: int = 0
    own: int = 0
    added: int = 0


class TermUse:
    """The terms of a language and how reliably texts and translations use them."""

    def __init__(self, language: str, counts: Iterable[TermCount]) -> None:
        """Index the terms. Construction takes milliseconds for some 800."""
        self.language = language
        self._spaceless = not text_language(language).is_spaced
        self._counts = {one.term: one for one in counts}
        self._english = Matcher(((term, term) for term in self._counts), "en")
        pairs = [(term, name) for term, one in self._counts.items() for name in one.names]
        self._own = Matcher(pairs, language)
        self._stems = self._stems_by_term(pairs)

    @staticmethod
    def _stems_by_term(pairs: Sequence[tuple[str, str]]) -> Mapping[str, set[tuple[str, ...]]]:
        """Return the stems of the words of each English term, and of all terms that share a name with it."""
        of_name: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
        for term, name in pairs:
            of_name[name] |= {tuple(_stem(word) for word in one.split()) for one in names_of(term, "en")}
        result: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
        for term, name in pairs:
            result[term] |= of_name[name]
        return result

    def differences(self, english: str, own: str) -> list[TermDifference]:
        """Return the reliable terms that only one of the two texts uses."""
        if not self._counts:
            return []
        missing = [
            TermDifference(one.term, one.names[0], added=False)
            for one in self._missing(english, own)
            if _is_reliable(one.used + _ASSUMED_MATCHED, one.missing)
        ]
        added = [
            TermDifference(one.term, name, added=True)
            for one, name in self._added(english, own)
            if _is_reliable(one.own, one.added)
        ]
        return [*missing, *added]

    def _missing(self, english: str, own: str) -> Iterator[TermCount]:
        low = plain_text(own)
        words = [] if self._spaceless else _LETTERS.findall(low)
        for use in self._english.find(english):
            one = self._counts[use.slug]
            if not any(uses_name(name, low, words, spaceless=self._spaceless) for name in one.names):
                yield one

    def _added(self, english: str, own: str) -> Iterator[tuple[TermCount, str]]:
        own = NOTE.sub("", own)
        low = english.lower().replace("’", "'")
        for use in self._own.find(own):
            # "Static and triggered abilities" uses two terms.
            if not any(all(stem in low for stem in stems) for stems in self._stems[use.slug]):
                yield self._counts[use.slug], own[use.start : use.end]

    def counted(self, pairs: Iterable[SentencePair]) -> "TermUse":
        """Return the same terms with their counts in these texts and translations."""
        used, missing, in_own, added = (Counter[str]() for _ in range(4))
        for english, own in pairs:
            used.update(use.slug for use in self._english.find(english))
            missing.update(one.term for one in self._missing(english, own))
            in_own.update(use.slug for use in self._own.find(NOTE.sub("", own)))
            added.update(one.term for one, _ in self._added(english, own))
        return TermUse(
            self.language,
            (
                TermCount(term, one.names, used[term], missing[term], in_own[term], added[term])
                for term, one in self._counts.items()
            ),
        )

    @property
    def counts(self) -> Sequence[TermCount]:
        """The terms with their counts."""
        return list(self._counts.values())


def _stem(word: str) -> str:
    """Return what the forms of an English word have in common: exile, exiling."""
    return word[:-1] if len(word) > 4 else word


def _is_reliable(uses: int, unmatched: int) -> bool:
    """Return whether a use without counterpart is remarkable; it is one of the counted ones itself."""
    uses, unmatched = max(uses - 1, 0), max(unmatched - 1, 0)
    return (unmatched + _ASSUMED_UNMATCHED) / (uses + _ASSUMED_UNMATCHED) < _MOST_UNMATCHED
