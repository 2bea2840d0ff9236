"""Compare the meanings that a sentence must keep: negations, limits ("at least", "up to"), numbers in words.

The table of languages has the words of each meaning. Some words always have a meaning, others only sometimes; a
difference is reported only if no reading of the latter explains it. Nouns that are easily confused are compared in the
same way.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.checks.types import TermDifference
from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import Meaning
from rulesbase.engine.languages.english import ENGLISH
from rulesbase.engine.translation.sentence_pairs import SentencePair


class _Found(NamedTuple):
    """The words of a sentence that surely have a meaning, and the number of those that may have it."""

    sure: list[str]
    possible: int


def meaning_differences(pairs: Sequence[SentencePair], language: str) -> Iterator[TermDifference]:
    """Yield the meanings that only one sentence of a pair has; an added one if all pairs have it more often."""
    low = " ".join(pair.english for pair in pairs).lower()
    for name, own in text_language(language).meanings.items():
        english = ENGLISH.meanings[name]
        # Most texts have few of the words, and a search of a string is fast.
        if not own.sure and english.word.split()[0] not in low:
            continue
        found = [(_found(english, "en", pair.english), _found(own, language, pair.own)) for pair in pairs]
        surplus = sum(len(ours.sure) - len(theirs.sure) for theirs, ours in found)
        for theirs, ours in found:
            if len(theirs.sure) > len(ours.sure) + ours.possible:
                yield TermDifference(theirs.sure[0], own.word, added=False)
            # A translation may repeat a word of the English for each part of a sentence.
            elif ours.sure and not theirs.sure and not theirs.possible and surplus > 0:
                yield TermDifference(english.word, ours.sure[0], added=True)


def noun_differences(pairs: Sequence[SentencePair], language: str) -> Iterator[TermDifference]:
    """Yield the noun that a sentence has less often than its English, and the one in its place: card for spell.

    Both differ in the whole text too, no other noun of the table differs, and one of them is in one language only.
    """
    nouns = text_language(language).nouns
    counted = [{name: _noun_counts(name, language, pair) for name in nouns} for pair in pairs] if nouns else []
    for counts in counted:
        less = [name for name, (theirs, ours) in counts.items() if len(theirs.sure) > len(ours.sure) + ours.possible]
        more = [name for name, (theirs, ours) in counts.items() if len(ours.sure) > len(theirs.sure) + theirs.possible]
        if len(less) != 1 or len(more) != 1:
            continue
        lost, instead = counts[less[0]], counts[more[0]]
        if lost[1].sure and instead[0].sure:
            continue
        surplus = [sum(len(one[name][1].sure) - len(one[name][0].sure) for one in counted) for name in (*less, *more)]
        if surplus[0] < 0 < surplus[1]:
            yield TermDifference(lost[0].sure[0], nouns[less[0]].word, added=False)
            yield TermDifference(ENGLISH.nouns[more[0]].word, instead[1].sure[0], added=True)


def _noun_counts(name: str, language: str, pair: SentencePair) -> tuple[_Found, _Found]:
    return (
        _found(ENGLISH.nouns[name], "en", pair.english),
        _found(text_language(language).nouns[name], language, pair.own),
    )


def _found(meaning: Meaning, language: str, text: str) -> _Found:
    found = [match["sure"] for match in _pattern(meaning, language).finditer(text)]
    sure = [word for word in found if word]
    return _Found(sure, len(found) - len(sure))


@lru_cache(maxsize=256)
def _pattern(meaning: Meaning, language: str) -> re.Pattern[str]:
    """Return the pattern of a meaning; nothing matches an empty one."""
    never = "(?!)"
    either = f"(?:{meaning.possible or never})|(?P<sure>{meaning.sure or never})"
    return re.compile(rf"\b(?:{either})\b" if text_language(language).is_spaced else either, re.IGNORECASE)
