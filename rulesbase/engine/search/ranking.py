"""Ranking of texts for a query, and the positions of its words.

The index finds the texts with all words. Ranking puts names of rules and terms first, words as typed before words of
the same stem, near words before distant ones, and short texts before long ones.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.search.analyzer import is_unspaced, plain, plain_with_offsets, stems, tokens_of
from rulesbase.engine.search.highlight import Piece, cut
from rulesbase.engine.search.query import QueryWord, SearchQuery

_WHOLE, _SAME_STEM, _BEGINNING = 1.0, 0.9, 0.55
_TITLE = 60
# More positions of one word in a text do not change the rank.
_MOST_PLACES = 12
_SNIPPET, _SNIPPET_UNSPACED = 320, 140


class WordMatch(NamedTuple):
    """The span of a word in a folded text, and its similarity to the typed word."""

    start: int
    end: int
    likeness: float


class WordFinder(NamedTuple):
    """A word of a query, prepared to be found in folded texts."""

    word: QueryWord
    language: str
    pattern: re.Pattern[str]

    def places(self, folded: str) -> list[WordMatch]:
        """Return the spans of the word, of words with its stem or, if allowed, of words that begin so."""
        found: list[WordMatch] = []
        for match in self.pattern.finditer(folded):
            if likeness := self._likeness(match[0]):
                found.append(WordMatch(match.start(), match.end(), likeness))
                if len(found) == _MOST_PLACES:
                    break
        return found

    def _likeness(self, word: str) -> float:
        prepare_query = self.word
        if word in (prepare_query.folded, prepare_query.as_well) or prepare_query.kind == "unspaced":
            return _WHOLE
        if prepare_query.stems and not set(prepare_query.stems).isdisjoint(stems(word, self.language)):
            return _SAME_STEM
        return _BEGINNING if prepare_query.beginning and word.startswith(prepare_query.folded) else 0.0


def finder(word: QueryWord, language: str) -> WordFinder:
    """Prepare a word to be found."""
    if word.kind == "unspaced":
        return WordFinder(word, language, re.compile(re.escape(word.folded)))
    if word.kind == "figure":
        behind = r"[\w.]*" if word.beginning else r"(?!\d)"
        return WordFinder(word, language, re.compile(rf"(?<![\w/]){re.escape(word.folded)}{behind}"))
    return WordFinder(word, language, re.compile(rf"(?<![^\W_])(?:{_beginnings(word)})[^\W_]*"))


def _beginnings(word: QueryWord) -> str:
    """Return a pattern for the beginnings of words that may have the same stem: the stem without its last letter."""
    roots = {word.folded, *(stem[: max(2, len(stem) - 1)] for stem in word.stems)}
    shortest = [root for root in roots if not any(root != other and root.startswith(other) for other in roots)]
    return "|".join(_alone(root) for root in sorted(filter(None, [*shortest, word.as_well])))


def _alone(root: str) -> str:
    """Exclude the 0 of 0/0 and of 100.0."""
    return rf"(?<![/.]){root}(?![/.]\d)" if root.isdigit() else re.escape(root)


class PreparedQuery(NamedTuple):
    """A query prepared for many texts."""

    question: SearchQuery
    finders: tuple[WordFinder, ...]
    names: frozenset[str]
    title: tuple[str, ...]
    pairs: tuple[re.Pattern[str], ...]


def prepare_query(question: SearchQuery) -> PreparedQuery:
    """Prepare a query."""
    finders = [finder(word, question.language) for word in question.words]
    finders += [finder(word, question.language) for phrase in question.phrases for word in phrase.words]
    whole = " ".join(plain(question.typed.replace('"', " ")).strip(" .,;:!?").split())
    # Abbreviations are replaced by the words of the rules.
    required_text = whole if question.phrases or question.little else " ".join(word.folded for word in question.words)
    return PreparedQuery(
        question,
        tuple(finders),
        frozenset({whole, required_text}),
        _title_words(required_text, question.language),
        tuple(_pairs(whole, {word.folded: word for word in (*question.words, *question.little)})),
    )


def _pairs(whole: str, words: dict[str, QueryWord]) -> Iterator[re.Pattern[str]]:
    """Yield a pattern for each two neighbouring typed words, or words with their stems, side by side."""
    typed = [token.folded for token in tokens_of(whole)]
    choices = [_beginnings(words[word]) if word in words else re.escape(word) for word in typed]
    for one, next_one in itertools.pairwise(choices):
        yield re.compile(rf"(?<![^\W_])(?:{one})[^\W_]*[\W_]+(?:{next_one})")


def _title_words(text: str, language: str) -> tuple[str, ...]:
    return tuple(
        next(iter(stems(token.raw, language)), token.folded) if token.kind == "word" else token.folded
        for token in tokens_of(text)
    )


class Rating(NamedTuple):
    """The rank of a text: a score, whether its name is the query, and the number of matching words."""

    score: float
    is_name: bool
    words: int


def accepts(question: SearchQuery, folded: str) -> bool:
    """Return whether a folded text with all words also has the phrases and no excluded words."""
    return (
        all(phrase.pattern.search(folded) for phrase in question.phrases)
        and not any(phrase.pattern.search(folded) for phrase in question.without)
        and all(word.folded in folded for word in question.words if word.kind == "unspaced")
    )


def rate(ready: PreparedQuery, heading: str, text: str) -> Rating:
    """Rate a text with folded heading and text."""
    title = heading or (text.rstrip(".") if len(text) <= _TITLE else "")
    named = bool(title) and is_name(ready, title)
    total, words = 0.0, 0
    places: list[list[WordMatch]] = []
    for one in ready.finders:
        in_title = max((place.likeness for place in one.places(title)), default=0.0) if title else 0.0
        there = one.places(text) if text else []
        in_text = max((place.likeness for place in there), default=0.0)
        if in_title or in_text:
            words += 1
        if there:
            places.append(there)
        total += 3 * in_title + 2 * in_text + 0.25 * min(len(there), 4)
    if not words:
        return Rating(0.0, named, 0)
    total += _tight(title, ready) + _near(places, len(text)) + _phrase(ready, text)
    total += 4 / (1 + len(text) / 150)
    return Rating(total + (20 if named else 0), named, words)


def is_name(ready: PreparedQuery, title: str) -> bool:
    """Return whether a title equals the query. A term may have several names, separated by commas."""
    for name in (title, *title.split(", ")) if ", " in title else (title,):
        bare = name.partition(" (")[0]
        if name in ready.names or bare in ready.names:
            return True
        if len(name) <= _TITLE and ready.title and _title_words(bare, ready.question.language) == ready.title:
            return True
    return False


def _tight(title: str, ready: PreparedQuery) -> float:
    """Return the points for a title with few words besides the query."""
    if not title:
        return 0.0
    found = sum(bool(one.places(title)) for one in ready.finders)
    if is_unspaced(title):
        matched_length = sum(len(one.word.folded) for one in ready.finders if one.places(title))
        return 5.0 * min(1.0, matched_length / len(title))
    count = max(1, len(title.split()))
    return 4.0 * found / count if found == len(ready.finders) else 1.5 * found / count


def _near(places: Sequence[Sequence[WordMatch]], length: int) -> float:
    """Return the points for words close together and early in the text."""
    if not places:
        return 0.0
    best = 0.0
    first = min(there[0].start for there in places)
    for anchor in places[0]:
        around = [min(there, key=lambda place: abs(place.start - anchor.start)) for there in places]
        start, end = min(place.start for place in around), max(place.end for place in around)
        matched_length = sum(place.end - place.start for place in around)
        best = max(best, matched_length / max(matched_length, end - start))
    together = 3.0 * best * (len(places) - 1) / len(places)
    return together + 1.5 * (1 - first / (length + 1))


def _phrase(ready: PreparedQuery, text: str) -> float:
    """Return the points for typed neighbours side by side."""
    if not ready.pairs:
        return 0.0
    found = sum(pair.search(text) is not None for pair in ready.pairs)
    whole = 2.0 if found == len(ready.pairs) else 0.0
    return 4.0 * found / len(ready.pairs) + whole


def pieces(ready: PreparedQuery, text: str, *, whole: bool = False) -> list[Piece]:
    """Return a text in pieces with matches marked; a long one only around them, unless ``whole``."""
    folded, offsets = plain_with_offsets(text)
    spans = [match.span() for phrase in ready.question.phrases for match in phrase.pattern.finditer(folded)]
    for one in ready.finders[: len(ready.question.words)]:
        spans += [(place.start, place.end if place.likeness != _BEGINNING else place.start + len(one.word.folded))
                  for place in one.places(folded)]  # fmt: skip
    most = _SNIPPET if text_language(ready.question.language).is_spaced else _SNIPPET_UNSPACED
    return cut(text, spans, offsets, 0 if whole else most)
