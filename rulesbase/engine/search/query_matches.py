"""The words of a query in a text: their positions, whether a title is the query, and pieces with matches marked."""

import re
from itertools import islice
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.search.analyzer import plain, plain_with_offsets, stems
from rulesbase.engine.search.highlight import Piece, cut
from rulesbase.engine.search.query import QueryWord, SearchQuery
from rulesbase.engine.search.synonyms import stems_of

_TITLE = 60
# More positions of one word in a text are not marked.
_MOST_PLACES = 12
_SNIPPET, _SNIPPET_UNSPACED = 320, 140


class WordFinder(NamedTuple):
    """A word of a query, prepared to be found in folded texts."""

    word: QueryWord
    language: str
    pattern: re.Pattern[str]

    def spans(self, folded: str) -> list[tuple[int, int]]:
        """Return the spans to mark: the word, words with its stem, and the beginnings of words that begin so."""
        found = ((match.start(), self._end(match)) for match in self.pattern.finditer(folded))
        return list(islice(((start, end) for start, end in found if end), _MOST_PLACES))

    def _end(self, match: re.Match[str]) -> int:
        """Return the end of what is marked of a match; 0 where it is another word."""
        typed, word = self.word, match[0]
        is_whole = typed.kind == "unspaced" or word in (typed.folded, typed.as_well)
        if is_whole or (typed.stems and not set(typed.stems).isdisjoint(stems(word, self.language))):
            return match.end()
        return match.start() + len(typed.folded) if typed.beginning and word.startswith(typed.folded) else 0


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


def prepare_query(question: SearchQuery) -> PreparedQuery:
    """Prepare a query."""
    whole = " ".join(plain(question.typed.replace('"', " ")).strip(" .,;:!?").split())
    # Abbreviations are replaced by the words of the rules.
    required_text = whole if question.phrases or question.little else " ".join(word.folded for word in question.words)
    return PreparedQuery(
        question,
        tuple(finder(word, question.language) for word in question.words),
        frozenset({whole, required_text}),
        stems_of(required_text, question.language),
    )


def accepts(question: SearchQuery, folded: str) -> bool:
    """Return whether a folded text with all words also has the phrases and no excluded words."""
    return (
        all(phrase.pattern.search(folded) for phrase in question.phrases)
        and not any(phrase.pattern.search(folded) for phrase in question.without)
        and all(word.folded in folded for word in question.words if word.kind == "unspaced")
    )


def is_name(ready: PreparedQuery, title: str) -> bool:
    """Return whether a title equals the query. A term may have several names, separated by commas."""
    for name in (title, *title.split(", ")):
        bare = name.partition(" (")[0]
        if name in ready.names or bare in ready.names:
            return True
        if len(name) <= _TITLE and ready.title and stems_of(bare, ready.question.language) == ready.title:
            return True
    return False


def pieces(ready: PreparedQuery, text: str, *, whole: bool = False) -> list[Piece]:
    """Return a text in pieces with matches marked; a long one only around them, unless ``whole``."""
    folded, offsets = plain_with_offsets(text)
    spans = [match.span() for phrase in ready.question.phrases for match in phrase.pattern.finditer(folded)]
    spans += [span for one in ready.finders for span in one.spans(folded)]
    most = _SNIPPET if text_language(ready.question.language).is_spaced else _SNIPPET_UNSPACED
    return cut(text, spans, offsets, 0 if whole else most)
