"""The documents that have versions, and a search in all of them."""

from itertools import pairwise
from typing import Any

from django.urls import reverse

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.documents import document_url, in_document
from rulesbase.engine.text.active_document import COMPREHENSIVE_RULES, document_active
from rulesbase.models import Document
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import results_page
from rulesbase.search.queries import search

_BEST = 6


def documents() -> list[dict[str, Any]]:
    """Return the documents beside the Comprehensive Rules that have versions. Three queries a document at most.

    Each version, newest first, has the addresses of its contents and of the comparison with the one before.
    """
    found = []
    for document in Document:
        if document == COMPREHENSIVE_RULES:
            continue
        with document_active(document):
            versions = catalogue()
        if versions.all:
            rows = [
                {
                    "version": version,
                    "address": document_url(document, "contents", version),
                    "comparison": document_url(document, "compare", before, version) if before else "",
                }
                for before, version in pairwise((None, *versions.all))
                if version
            ]
            found.append(
                {
                    "code": document.value,
                    "name": document.label,
                    "versions": rows[::-1],
                    "latest": document_url(document, "contents", versions.latest),
                    "search": document_url(document, "search"),
                }
            )
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
