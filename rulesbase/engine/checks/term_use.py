"""Compare the game's terms of an English text with those of its translation, by counts over all texts of the language.

A translation may write "it" for a term or another word, so one missing term proves little. A term is reliable if nearly
all texts that have it have it in both languages, and equally often. Only reliable terms are reported.
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
# A term that more of the translations repeat, or leave out once, is an everyday word there: step, pay, block.
_MOST_UNEVEN = 0.15
# The first half of a compound of so many letters stands for it: "Emperor" for "Emperor variant".
_COMPOUND = 4
_LETTERS = re.compile(r"[^\W\d_]+")


class TermCount(NamedTuple):
    """In how many English texts a term is used and how many translations lack it; the same for its names.

    ``more`` and ``fewer``: how many texts that have it in both languages have it more or less often in translation.
    """

    term: str
    names: tuple[str, ...]
    used: int = 0
    missing: int = 0
    own: int = 0
    added: int = 0
    more: int = 0
    fewer: int = 0

    @property
    def even(self) -> bool:
        """Whether texts that have the term in both languages have it equally often."""
        return max(self.more, self.fewer) <= _MOST_UNEVEN * max(self.used - self.missing, 1)


class TermUse:
    """The terms of a language and how reliably texts and translations use them."""

    def __init__(self, language: str, counts: Iterable[TermCount]) -> None:
        """Index the terms. Construction takes milliseconds for some 800."""
        self.language = language
        self._spaceless = not text_language(language).is_spaced
        self._counts = {one.term: one for one in counts if self._in_own_script(one.names)}
        self._english = Matcher(((term, term) for term in self._counts), "en")
        pairs = [(term, name) for term, one in self._counts.items() for name in one.names]
        self._own = Matcher(pairs, language)
        # The English terms of each name, and those that share a name with each term.
        by_name: defaultdict[str, set[str]] = defaultdict(set)
        for term, name in pairs:
            by_name[name].add(term)
        self._same: Mapping[str, set[str]] = {
            term: set().union(*(by_name[name] for name in one.names)) for term, one in self._counts.items()
        }
        self._stems = {
            term: {stems for other in same for stems in _stems_of(other)} for term, same in self._same.items()
        }

    def _in_own_script(self, names: Iterable[str]) -> bool:
        """Return whether a term is translated: in Chinese "X" is also a part of English names."""
        return not (self._spaceless and all(map(str.isascii, names)))

    def differences(self, english: str, own: str) -> list[TermDifference]:
        """Return the reliable terms that only one of the two texts uses; none in an example, which tells a story."""
        if not self._counts or _is_example(english):
            return []
        missing = [
            TermDifference(one.term, one.names[0], added=False)
            for one in self._missing(english, own)
            if one.even and _is_reliable(one.used + _ASSUMED_MATCHED, one.missing) and not self._shortened(one, own)
        ]
        added = [
            TermDifference(one.term, name, added=True)
            for one, name in self._added(english, own)
            if one.even and _is_reliable(one.own, one.added)
        ]
        return [*missing, *added]

    def _missing(self, english: str, own: str) -> Iterator[TermCount]:
        low = plain_text(own)
        words = [] if self._spaceless else _LETTERS.findall(low)
        for use in self._english.find(english):
            one = self._counts[use.slug]
            if not any(uses_name(name, low, words, spaceless=self._spaceless) for name in one.names):
                yield one

    def _shortened(self, one: TermCount, own: str) -> bool:
        """Return whether the first half of a Chinese or Japanese compound is in the text."""
        compounds = [name for name in one.names if self._spaceless and len(name) >= _COMPOUND]
        return any(name[: (len(name) + 1) // 2] in own for name in compounds)

    def _added(self, english: str, own: str) -> Iterator[tuple[TermCount, str]]:
        own = NOTE.sub("", own)
        low = english.lower().replace("’", "'")
        for use in self._own.find(own):
            # "Static and triggered abilities" uses two terms.
            if not any(all(stem in low for stem in stems) for stems in self._stems[use.slug]):
                yield self._counts[use.slug], own[use.start : use.end]

    def counted(self, pairs: Iterable[SentencePair]) -> "TermUse":
        """Return the same terms with their counts in these texts and translations, without examples."""
        used, missing, in_own, added, more, fewer = (Counter[str]() for _ in range(6))
        for english, own in pairs:
            if _is_example(english):
                continue
            uses = Counter(use.slug for use in self._english.find(english, repeated=True))
            names = Counter(use.slug for use in self._own.find(NOTE.sub("", own), repeated=True))
            used.update(uses.keys())
            in_own.update(names.keys())
            missing.update(one.term for one in self._missing(english, own))
            added.update(one.term for one, _ in self._added(english, own))
            for term in uses:
                theirs, ours = (sum(found[one] for one in self._same[term]) for found in (uses, names))
                more[term] += 0 < theirs < ours
                fewer[term] += 0 < ours < theirs
        return TermUse(
            self.language,
            (
                TermCount(term, one.names, *(count[term] for count in (used, missing, in_own, added, more, fewer)))
                for term, one in self._counts.items()
            ),
        )

    @property
    def counts(self) -> Sequence[TermCount]:
        """The terms with their counts."""
        return list(self._counts.values())


def _stems_of(term: str) -> Iterator[tuple[str, ...]]:
    """Yield, for each name of an English term, what the forms of its words have in common: exile, exiling."""
    for name in names_of(term, "en"):
        yield tuple(word[:-1] if len(word) > 4 else word for word in name.split())


def _is_example(english: str) -> bool:
    return english.startswith("Example:")


def _is_reliable(uses: int, unmatched: int) -> bool:
    """Return whether a use without counterpart is remarkable; it is one of the counted ones itself."""
    uses, unmatched = max(uses - 1, 0), max(unmatched - 1, 0)
    return (unmatched + _ASSUMED_UNMATCHED) / (uses + _ASSUMED_UNMATCHED) < _MOST_UNMATCHED
