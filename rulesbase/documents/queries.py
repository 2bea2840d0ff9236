"""The documents that have versions, and a search in all of them."""

from typing import NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.core.documents import document_url, in_document
from rulesbase.engine.text.active_document import COMPREHENSIVE_RULES, document_active
from rulesbase.models import Document
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import results_page
from rulesbase.search.queries import search

_BEST = 6


class DocumentVersion(NamedTuple):
    """A version of a document, with the address of its contents and of the comparison with the one before."""

    version: CatalogueVersion
    address: str
    comparison: str


class DocumentRow(NamedTuple):
    """A document with its versions, newest first."""

    code: str
    name: str
    versions: tuple[DocumentVersion, ...]
    latest: str
    search: str


def documents() -> list[DocumentRow]:
    """Return the documents beside the Comprehensive Rules that have versions. Three queries a document at most."""
    found = []
    for document in Document:
        if document == COMPREHENSIVE_RULES:
            continue
        with document_active(document):
            versions = catalogue()
        if versions.all:
            rows = tuple(_rows(document.value, versions.all))[::-1]
            latest = document_url(document, "contents", versions.latest)
            search = document_url(document, "search")
            found.append(DocumentRow(document.value, str(document.label), rows, latest, search))
    return found


def search_documents(question: str) -> list[DocumentHits]:
    """Search the Comprehensive Rules and each tournament document in English, in the versions in force."""
    found = []
    for document in Document:
        with in_document(document):
            versions = catalogue()
            if versions.latest is None:
                continue
            answer = search(versions, versions.latest, ("en",), question)
            hits = results_page(versions, versions.latest, answer, "", None).hits[:_BEST] if answer.total else []
            address = reverse("search", query={"q": question})
            found.append(DocumentHits(str(document.label), answer.total, hits, address))
    return found


def _rows(document: str, versions: tuple[CatalogueVersion, ...]) -> list[DocumentVersion]:
    rows = []
    before: CatalogueVersion | None = None
    for version in versions:
        comparison = document_url(document, "compare", before, version) if before else ""
        rows.append(DocumentVersion(version, document_url(document, "contents", version), comparison))
        before = version
    return rows
