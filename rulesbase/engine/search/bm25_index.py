"""The index of one text of the rules in memory: BM25 over fields (BM25F).

It is built from the stored texts alone, so it is the same on every database. It holds words as they stand, folded; a
query lists the forms of its words. Its columns can be stored, so that another process need not build them.
"""

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, cast

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


class IndexedText(NamedTuple):
    """A text to index: number (or the slug of a term), title, text, the titles above it, and its examples."""

    number: str
    title: str
    text: str
    above: str
    examples: tuple[str, ...]
    is_term: bool


class _Field:
    """The tokens of a field of each document, cut when they are asked for."""

    def __init__(self, texts: Sequence[str], tokens: Callable[[str], list[str]]) -> None:
        self._texts, self._tokens = texts, tokens

    def __getitem__(self, at: int) -> list[str]:
        return self._tokens(self._texts[at])

    def __iter__(self) -> Iterator[list[str]]:
        return map(self._tokens, self._texts)


class BM25Index:
    """An inverted index of documents in one language.

    ``columns`` may be those of another BM25Index of the same documents. ``cites`` lists the documents that each one
    cites, ``cited`` counts how many cite it.
    """

    def __init__(self, documents: Sequence[IndexedText], columns: Mapping[str, Any] | None = None) -> None:
        self.documents = documents
        # Titles repeat: each stands above many rules.
        tokens = lru_cache(maxsize=None)(folded_tokens)
        self.titles = _Field([document.title for document in documents], tokens)
        self.texts = _Field([document.text for document in documents], tokens)
        self.above = _Field([document.above for document in documents], tokens)
        self.examples = _Field(["\n".join(document.examples) for document in documents], tokens)
        self.at_number = {document.number: at for at, document in enumerate(documents) if not document.is_term}
        self.columns = columns or {**self._citations(), **self._postings()}
        self.sorted_tokens: Sequence[str] = self.columns["tokens"]
        self.cited = Counter(self.columns["cites"])

    def _citations(self) -> Mapping[str, "array[int]"]:
        """Return the documents that each one cites, as one column, and where those of each begin."""
        cites, starts = array("I"), array("I", [0])
        for document in self.documents:
            numbers = set(_CITED.findall(document.text)) & self.at_number.keys()
            cites.extend(self.at_number[number] for number in sorted(numbers))
            starts.append(len(cites))
        return {"cites": cites, "cites_starts": starts}

    def _postings(self) -> Mapping[str, "Sequence[str] | array[Any]"]:
        """Return for each token the documents that have it, with its weight over all fields, as columns."""
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
        tokens = sorted(postings)
        starts = array("I", accumulate((len(postings[token]) for token in tokens), initial=0))
        pairs = [pair for token in tokens for pair in postings[token]]
        holders, values = array("I", [at for at, _ in pairs]), array("f", [value for _, value in pairs])
        return {"tokens": tokens, "starts": starts, "holders": holders, "weights": values}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {token: row for row, token in enumerate(self.sorted_tokens)}

    def __contains__(self, token: str) -> bool:
        return token in self._rows

    def postings(self, token: str) -> Iterable[tuple[int, float]]:
        """Return the documents that have a token, with its weight."""
        if (row := self._rows.get(token)) is None:
            return ()
        part = slice(self.columns["starts"][row], self.columns["starts"][row + 1])
        return zip(self.columns["holders"][part], self.columns["weights"][part], strict=True)

    def cites(self, document: int) -> Sequence[int]:
        """Return the documents that one cites."""
        starts = self.columns["cites_starts"]
        return cast(Sequence[int], self.columns["cites"][starts[document] : starts[document + 1]])

    @cached_property
    def words(self) -> dict[str, int]:
        """The number of documents of each word of letters."""
        counts = zip(self.sorted_tokens, pairwise(self.columns["starts"]), strict=True)
        return {token: end - start for token, (start, end) in counts if token.isalpha()}

    @cached_property
    def title_words(self) -> frozenset[str]:
        """The words of all titles."""
        return frozenset(folded_tokens("\n".join({document.title for document in self.documents})))

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
            if title is not None and not self.documents[title].text and at not in self.empty:
                found.setdefault(title, at)
        return {at: title for title, at in found.items()}

    def rarity(self, count: int) -> float:
        """Return the inverse document frequency of a word that so many documents have."""
        return math.log(1 + (len(self.documents) - count + 0.5) / (count + 0.5))

    def matches(self, forms: Mapping[str, float]) -> dict[int, float]:
        """Return the saturated BM25F weight of a word by document. ``forms`` maps its tokens to their likeness."""
        best: dict[int, float] = {}
        for token, likeness in forms.items():
            for document, weight in self.postings(token):
                value = likeness * weight
                if value > best.get(document, 0.0):
                    best[document] = value
        return {at: value * (_SATURATION + 1) / (_SATURATION + value) for at, value in best.items()}
