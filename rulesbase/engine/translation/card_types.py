"""Translated card types, learned from printed type lines beside the English ones."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulesbase.engine.languages import AND_WORDS, either, text_language

_DASH = re.compile(r"\s*(?:[—―–:：～~]|(?<=\s)-(?=\s))\s*(?:-\s*)?")
_BETWEEN = re.compile(rf"\s*[・･／/,、]\s*|\s+(?:{either(*AND_WORDS)})\s+")
_BRACKETS = re.compile(r"\s*[(（][^)）]*[)）]")
_ALONE, _TOGETHER = 2, 1
# Evidence of fewer lines, or a smaller share of them, is a guess; the lower limits are not reported.
_LEAST, _SHARE = 3, 0.34
_SURE_LEAST, _SURE = 4, 0.66


class LearnedType(NamedTuple):
    """A type and its translation: types and supertypes in small letters, subtypes with a capital.

    ``sure`` if nearly all lines agree.
    """

    term: str
    translation: str
    evidence: int
    sure: bool


def learn_types(lines: Iterable[tuple[str, str]], language: str) -> list[LearnedType]:
    """Return the types in pairs of a printed and an English type line, in alphabetical order."""
    split = [(*_halves(printed), *_halves(english)) for printed, english in lines]
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for left, right, types, subtypes in split:
        if types and " " not in types:
            votes[types.lower()][left] += _ALONE
        for subtype, word in _subtypes(subtypes, right):
            votes[subtype][word] += _ALONE if subtype == subtypes else _TOGETHER
    known = {term: counted.most_common(1)[0][0] for term, counted in votes.items()}
    for left, _right, types, _subtypes_line in split:
        for term, word in _supertype(types, left, known):
            votes[term][word] += _TOGETHER
    return sorted(_chosen(votes, language))


def _halves(line: str) -> tuple[str, str]:
    """Return types and subtypes of a line; the second is empty where there are none."""
    if "//" in line:
        return "", ""
    types, *rest = _DASH.split(_BRACKETS.sub("", line).strip(), maxsplit=1)
    return types.strip(" -"), rest[0].strip(" -") if rest else ""


def _subtypes(english: str, printed: str) -> Iterator[tuple[str, str]]:
    """Yield subtypes with their translations, where both sides have as many."""
    ours = english.split()
    theirs = [printed] if len(ours) == 1 else _BETWEEN.split(printed)
    if len(ours) == len(theirs):
        yield from ((one, word.strip()) for one, word in zip(ours, theirs, strict=True) if word.strip())


def _supertype(types: str, left: str, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield a supertype: the rest of the line beside a known type is its translation."""
    words = types.split()
    if len(words) != 2 or words[1].lower() not in known:
        return
    kind = known[words[1].lower()]
    rest = re.sub(re.escape(kind), "", left, count=1, flags=re.I)
    if rest != left and rest.strip(" -・･的の"):
        yield words[0].lower(), rest.strip(" -・･").removesuffix("の")


def _chosen(votes: dict[str, Counter[str]], language: str) -> Iterator[LearnedType]:
    for term, counted in votes.items():
        spelled: Counter[str] = Counter()
        for word, count in counted.items():
            # Cards capitalise the first type; running text may not.
            spelled[word.lower() if text_language(language).small_types else word] += count
        word, count = spelled.most_common(1)[0]
        share = count / spelled.total()
        if word and count >= _LEAST and share >= _SHARE and word.lower() != term.lower():
            yield LearnedType(term, word, count, count >= _SURE_LEAST and share >= _SURE)
