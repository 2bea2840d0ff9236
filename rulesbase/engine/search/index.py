"""The index of one text of the rules in memory: BM25 over fields (BM25F).

It is built from the stored texts alone, so it is the same on every database. It holds words as they stand, folded; a
query lists the forms of its words. So the index of a version is ready in a fifth of a second.
"""

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rulesbase.engine.search.analyzer import folded_tokens
from rulesbase.engine.text.numbers import parent_of

# Weight of a word by field, and how much the length of a field counts.
_TITLE, _TEXT, _ABOVE, _EXAMPLES = 6.0, 1.0, 3.0, 0.35
_LENGTH = 0.5
# Further occurrences of a word count less and less.
_SATURATION = 1.2
# The own number of a rule, as a word of it.
_NUMBER = 2.0
_SHORT = 70
_CITED = re.compile(r"\b[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?\b")
# "Multiple instances of X are redundant", and a text that only says "X is a static ability."
_EMPTY = re.compile(r"are redundant\b|.{1,40} (?:is|are) an? [\w -]{1,20} abilit(?:y|ies)\.$", re.DOTALL)


class Document(NamedTuple):
    """A text to index: number (or the slug of a term), title, text, the titles above it, and its examples."""

    number: str
    title: str
    text: str
    above: str
    examples: tuple[str, ...]
    is_term: bool


class TextIndex:
    """An inverted index of documents in one language.

    ``cites`` lists the documents that each one cites, ``cited`` counts how many cite it.
    """

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents
        known: dict[str, list[str]] = {}

        def tokens(text: str) -> list[str]:
            # Titles repeat: each stands above many rules.
            if (found := known.get(text)) is None:
                found = known[text] = folded_tokens(text)
            return found

        self.titles = [tokens(document.title) for document in documents]
        self.texts = [tokens(document.text) for document in documents]
        self.above = [tokens(document.above) for document in documents]
        self.examples = [[token for one in document.examples for token in tokens(one)] for document in documents]
        self.at_number = {document.number: at for at, document in enumerate(documents) if not document.is_term}
        cited = (set(_CITED.findall(document.text)) for document in documents)
        self.cites = [[self.at_number[number] for number in numbers & self.at_number.keys()] for numbers in cited]
        self.cited = Counter(other for cites in self.cites for other in cites)
        self.postings = self._postings()

    def _postings(self) -> Mapping[str, list[tuple[int, float]]]:
        """Return for each token the documents that have it, with its weight over all fields."""
        fields = ((self.titles, _TITLE), (self.texts, _TEXT), (self.above, _ABOVE), (self.examples, _EXAMPLES))
        weights: list[dict[str, float]] = [{} for _ in self.documents]
        for field, weight in fields:
            filled = [len(tokens) for tokens in field if tokens]
            usual = sum(filled) / len(filled) if filled else 1.0
            for here, tokens in zip(weights, field, strict=True):
                share = weight / (1 - _LENGTH + _LENGTH * len(tokens) / usual)
                for token in tokens:
                    here[token] = here.get(token, 0.0) + share
        postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, here in enumerate(weights):
            for token, weight in here.items():
                postings[token].append((at, weight))
        for number, at in self.at_number.items():
            postings[number].append((at, _NUMBER))
        return dict(postings)

    @cached_property
    def sorted_tokens(self) -> list[str]:
        """All tokens in order."""
        return sorted(self.postings)

    @cached_property
    def words(self) -> dict[str, int]:
        """The number of documents of each word of letters."""
        return {token: len(found) for token, found in self.postings.items() if token.isalpha()}

    @cached_property
    def empty(self) -> frozenset[int]:
        """The documents that say nothing about how an ability works."""
        texts = enumerate(document.text for document in self.documents)
        return frozenset(
            at for at, text in texts if ("redundant" in text or len(text) < _SHORT) and _EMPTY.search(text)
        )

    @cached_property
    def operative(self) -> dict[int, int]:
        """The first text below each title that says how it works, with the document of that title."""
        found: dict[int, int] = {}
        for at, document in enumerate(self.documents):
            title = None if document.is_term else self.at_number.get(parent_of(document.number))
            if title is not None and not self.texts[title] and at not in self.empty:
                found.setdefault(title, at)
        return {at: title for title, at in found.items()}

    def beginning(self, start: str) -> Iterator[str]:
        """Yield the tokens that begin so, in order."""
        at = bisect_left(self.sorted_tokens, start)
        while at < len(self.sorted_tokens) and self.sorted_tokens[at].startswith(start):
            yield self.sorted_tokens[at]
            at += 1

    def rarity(self, count: int) -> float:
        """Return the inverse document frequency of a word that so many documents have."""
        return math.log(1 + (len(self.documents) - count + 0.5) / (count + 0.5))

    def matches(self, forms: Mapping[str, float]) -> dict[int, float]:
        """Return the saturated BM25F weight of a word by document. ``forms`` maps its tokens to their likeness."""
        best: dict[int, float] = {}
        for token, likeness in forms.items():
            for document, weight in self.postings.get(token, ()):
                value = likeness * weight
                if value > best.get(document, 0.0):
                    best[document] = value
        return {at: value * (_SATURATION + 1) / (_SATURATION + value) for at, value in best.items()}
