"""Find the game's terms that only one of two texts has, and count over all texts of a language how usual that is."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rulesbase.engine.checks.sentences import NOTE
from rulesbase.engine.checks.terminology import plain_text, uses_name
from rulesbase.engine.languages import text_language
from rulesbase.engine.text.stems import stem
from rulesbase.engine.text.terms import Matcher, names_of
from rulesbase.engine.translation.sentence_pairs import SentencePair

# A term that more of the translations repeat, or leave out once, is an everyday word there: step, pay, block.
_MOST_UNEVEN = 0.15
# The first half of a compound of so many letters stands for it: "Emperor" for "Emperor variant".
_COMPOUND = 4
# A term of the table of languages is as reliable as one that so many translations keep.
_TRUSTED = 20
_JOINED = re.compile(r", |,? (?:and/or|and|or|nor) (?:(?:an?|the|another) )?")


class TermCount(NamedTuple):
    """In how many English texts a term is used and how many translations lack it; the same for its names.

    ``more`` and ``fewer``: how many texts that have it in both languages have it more or less often in translation.
    ``higher`` and ``lower``: the same for all texts, also those that have it in one language only.
    """

    term: str
    names: tuple[str, ...]
    used: int = 0
    missing: int = 0
    own: int = 0
    added: int = 0
    more: int = 0
    fewer: int = 0
    higher: int = 0
    lower: int = 0

    @property
    def even(self) -> bool:
        """Whether texts that have the term in both languages have it equally often."""
        return self.rarely_omitted and self.more <= _MOST_UNEVEN * max(self.used - self.missing, 1)

    @property
    def rarely_omitted(self) -> bool:
        """Whether texts that have the term in both languages rarely leave out a use of it."""
        return self.fewer <= _MOST_UNEVEN * max(self.used - self.missing, 1)


class TermUse:
    """The terms of a language and how reliably texts and translations use them."""

    def __init__(self, language: str, counts: Iterable[TermCount]) -> None:
        """Index the terms. Construction takes milliseconds for some 800."""
        self.language = language
        self._spaceless = not text_language(language).is_spaced
        # A name in Latin letters is no translation into Chinese: there "X" is also a part of English names.
        self._counts = {one.term: one for one in counts if not (self._spaceless and all(map(str.isascii, one.names)))}
        self._english = Matcher(((term, term) for term in self._counts), "en")
        pairs = [(term, name) for term, one in self._counts.items() for name in one.names]
        self._own = Matcher(pairs, language)
        # The English terms of each name, and those that share a name with each term.
        by_name: defaultdict[str, set[str]] = defaultdict(set)
        for term, name in pairs:
            by_name[name].add(term)
        self._names = frozenset(by_name)
        self._same: Mapping[str, set[str]] = {
            term: set().union(*(by_name[name] for name in one.names)) for term, one in self._counts.items()
        }
        self._stems = {
            term: {stems for other in same for stems in _stems_of(other)} for term, same in self._same.items()
        }

    def missing(self, english: str, own: str) -> Iterator[TermCount]:
        """Yield the terms of the English text of which the translation has no name."""
        low = plain_text(own)
        for use in self._english.find(english):
            one = self._counts[use.slug]
            # A translation may quote the English word.
            quoted = self._spaceless and english[use.start : use.end].lower() in low
            if not quoted and not any(uses_name(name, own, spaceless=self._spaceless) for name in one.names):
                yield one

    def in_english(self, text: str) -> list[str]:
        """Return the terms of an English text in order."""
        return [use.slug for use in self._english.find(text)]

    def with_names(self, names: Mapping[str, Sequence[str]]) -> "TermUse":
        """Return the same terms with further names, by term in lower case; itself if it has them all."""
        rows = []
        for one in self._counts.values():
            known = {plain_text(name) for name in one.names}
            more = (name for name in names.get(one.term.lower(), ()) if plain_text(name) not in known)
            rows.append(one._replace(names=(*one.names, *more)))
        return self if rows == self.counts else TermUse(self.language, rows)

    def joined(self, english: str) -> Iterator[tuple[str, str]]:
        """Yield each two terms of an English text with only a comma, "and" or "or" between them."""
        uses = self._english.find(english, repeated=True)
        for one, other in pairwise(uses):
            if _JOINED.fullmatch(english[one.end : other.start]):
                yield one.slug, other.slug

    def of(self, term: str) -> TermCount:
        """Return a term with its counts."""
        return self._counts[term]

    def share_a_name(self, term: str, other: str) -> bool:
        """Return whether two terms have a name in common."""
        return other in self._same[term]

    def shortened(self, one: TermCount, own: str, *, any_name: bool = True) -> bool:
        """Return whether a short form of a Chinese or Japanese name is in the text: its first half, or both ends.

        Without ``any_name`` a short form that is the name of another term does not count.
        """
        shorts = (short for name in one.names for short in _short_forms(name) if any_name or short not in self._names)
        return self._spaceless and any(short in own for short in shorts)

    def added(self, english: str, own: str) -> Iterator[tuple[TermCount, str]]:
        """Yield the terms that only the translation has, with the name it uses."""
        own = NOTE.sub("", own)
        low = english.lower().replace("’", "'")
        for use in self._own.find(own):
            # "Static and triggered abilities" uses two terms.
            if not any(all(stem in low for stem in stems) for stems in self._stems[use.slug]):
                yield self._counts[use.slug], own[use.start : use.end]

    def counted(self, pairs: Iterable[SentencePair]) -> "TermUse":
        """Return the same terms with their counts in these texts and translations, without examples."""
        used, missing, in_own, added, more, fewer, higher, lower = (Counter[str]() for _ in range(8))
        for english, own in pairs:
            if is_example(english):
                continue
            uses, names = self._uses(english, own)
            used.update(uses.keys())
            in_own.update(names.keys())
            missing.update(one.term for one in self.missing(english, own))
            added.update(one.term for one, _ in self.added(english, own))
            for term in {**uses, **names}:
                theirs, ours = self._often(term, uses), self._often(term, names)
                more[term] += term in uses and 0 < theirs < ours
                fewer[term] += term in uses and 0 < ours < theirs
                higher[term] += theirs < ours
                lower[term] += ours < theirs
        used.update(dict.fromkeys(text_language(self.language).game_terms.keys() & self._counts.keys(), _TRUSTED))
        counts = used, missing, in_own, added, more, fewer, higher, lower
        return TermUse(
            self.language,
            (TermCount(term, one.names, *(count[term] for count in counts)) for term, one in self._counts.items()),
        )

    def surplus(self, english: str, own: str) -> Mapping[str, int]:
        """Return how much more often a translation has each term than the English, negative if less often."""
        uses, names = self._uses(english, own)
        return {term: self._often(term, names) - self._often(term, uses) for term in {**uses, **names}}

    def _uses(self, english: str, own: str) -> tuple[Counter[str], Counter[str]]:
        return (
            Counter(use.slug for use in self._english.find(english, repeated=True)),
            Counter(use.slug for use in self._own.find(NOTE.sub("", own), repeated=True)),
        )

    def _often(self, term: str, found: Counter[str]) -> int:
        """Return how often a term is found, or another one with the same name."""
        return sum(found[one] for one in self._same[term])

    @property
    def counts(self) -> Sequence[TermCount]:
        """The terms with their counts."""
        return list(self._counts.values())


@lru_cache(maxsize=2048)
def _short_forms(name: str) -> Sequence[str]:
    """Return the first half of a compound, and a name without letters inside it: 混血符号 for 混血法术力符号."""
    size = len(name)
    halves = [name[: size // 2]] if size >= _COMPOUND else []
    ends = ((start, end) for start in range(1, size - 1) for end in range(start + 1, size))
    return [*halves, *(name[:start] + name[end:] for start, end in ends if 2 * (start + size - end) >= size)]


def _stems_of(term: str) -> Iterator[tuple[str, ...]]:
    """Yield, for each name of an English term, what the forms of its words have in common: exiling, scries."""
    for name in names_of(term, "en"):
        yield tuple(word[:-1] if len(word) > 4 or word.endswith("y") else word for word in name.split())
        yield tuple(map(stem, name.split()))


def is_example(english: str) -> bool:
    """Return whether an English text is an example, which does not use terms strictly."""
    return english.startswith("Example:")
