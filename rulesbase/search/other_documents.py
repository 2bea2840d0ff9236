"""Searches in several documents: the best hits to stand among those of the rules, and those of each document."""

import datetime
import math
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.document_urls import document_url, in_document
from rulesbase.engine.documents import COMPREHENSIVE_RULES, CURRENT_DOCUMENTS, active_document
from rulesbase.models import Document, Version
from rulesbase.search.page import ShownHit, shown_hits
from rulesbase.search.queries import SearchResult, search

# Of each document, and their least score beside that of the best rule.
_MOST, _LEAST_SHARE = 3, 0.6
# Shown of each document by a search in all of them.
_BEST = 6
# The least share of a query that a document must know.
_LEAST_KNOWN = 0.75
# A section that has only some of the words comes after the best rule.
_SECOND = 0.99


class SearchedDocument(NamedTuple):
    """A document that can be searched: code, name, and whether it is the active one."""

    code: str
    name: str
    is_active: bool


class DocumentHits(NamedTuple):
    """The best hits in a document, how many there are, and the address of all of them.

    ``is_complete`` is set if the best have all words of the query.
    """

    name: str
    total: int
    is_complete: bool
    hits: list[ShownHit]
    address: str


def hits_in_documents(
    documents: Iterable[str], question: str, day: datetime.date, rules: SearchResult
) -> list[DocumentHits]:
    """Return the best hits of each document in force on a day, in English, to stand among those in the ``rules``.

    Where no rule has all words, a document that has them comes first; a section with some of them never does.
    """
    best = rules.hits[0].score if rules.hits else 0.0
    found: list[DocumentHits] = []
    for document in documents:
        with in_document(document):
            versions = catalogue()
            version = versions.on(day)
            if version is None or not version.text_in(DEFAULT_LANGUAGE):
                continue
            answer = search(versions, version, [DEFAULT_LANGUAGE], question)
            lift = best if rules.loose and not answer.loose else 0.0
            share = _known_share(rules.weights, answer.weights)
            most = _SECOND * best if rules.hits and answer.loose else math.inf
            near = [hit._replace(score=min(most, hit.score * share + lift)) for hit in answer.hits[:_MOST]]
            near = [hit for hit in near if hit.score >= _LEAST_SHARE * best and share >= _LEAST_KNOWN]
            shown = shown_hits(versions, version, answer.ready, near)
        if shown:
            name = str(Document(document).label)
            address = document_url(document, "search", query={"q": question})
            hits = [hit._replace(document=name) for hit in shown]
            found.append(DocumentHits(name, answer.total, not answer.loose, hits, address))
    return found


def _known_share(weights: Mapping[str, float], known: Container[str]) -> float:
    """Return the share (0 to 1) of a query, weighed by the rules, whose parts a document knows.

    The score of a section is by these parts alone.
    """
    total = sum(weights.values())
    return sum(weight for typed, weight in weights.items() if typed in known) / total if total else 1.0


def documents_to_search() -> list[SearchedDocument]:
    """Return the documents with versions, the rules first. One query."""
    stored = {COMPREHENSIVE_RULES, *Version.every.values_list("document", flat=True).distinct()}
    known = [document for document in CURRENT_DOCUMENTS if document in stored]
    active = active_document()
    return [SearchedDocument(document, str(Document(document).label), document == active) for document in known]


def search_documents(question: str) -> list[DocumentHits]:
    """Search every document that has versions, the rules first, in English and in the version in force."""
    found = []
    for document in Document:
        with in_document(document):
            versions = catalogue()
            if versions.latest is None:
                continue
            answer = search(versions, versions.latest, ("en",), question)
            hits = shown_hits(versions, versions.latest, answer.ready, answer.hits[:_BEST])
            address = document_url(document, "search", query={"q": question})
            found.append(DocumentHits(str(document.label), answer.total, not answer.loose, hits, address))
    return found
