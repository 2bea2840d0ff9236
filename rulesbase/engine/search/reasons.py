"""Why a text was found: which words of the query it has in which field, and which synonyms."""

from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.search.bm25_index import BM25Index
from rulesbase.engine.search.relevance import ReadQuery, WeightedWord


class Reason(NamedTuple):
    """Words of a query that a text has, in ``field``: heading, text, above, example, or synonym.

    Of a synonym, ``words`` are what it means and ``typed`` is what was typed.
    """

    field: str
    words: tuple[str, ...]
    typed: str = ""


def reasons_of(index: BM25Index, query: ReadQuery, document: int) -> list[Reason]:
    """Return the reasons for which a document matches a query, by field."""
    fields = (("heading", index.titles), ("text", index.texts), ("above", index.above), ("example", index.examples))
    by_field: dict[str, list[str]] = {}
    synonyms: list[Reason] = []
    for part in query.parts:
        for name, field in fields:
            if _has_any(field[document], part.own):
                by_field.setdefault(name, []).append(part.typed)
                break
        if any(_has_any(field[document], part.meaning) for _name, field in fields):
            synonyms.append(Reason("synonym", part.meanings, part.typed))
    return [Reason(name, tuple(by_field[name])) for name, _field in fields if name in by_field] + synonyms


def _has_any(tokens: Sequence[str], words: Sequence[WeightedWord]) -> bool:
    return any(token in word.forms for word in words for token in tokens)
