"""The documents that have versions, and a search in all of them."""

from itertools import pairwise
from typing import Any

from django.urls import reverse

from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.document_urls import in_document
from rulesbase.engine.documents import OTHER_DOCUMENTS
from rulesbase.models import Document
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import shown_hits
from rulesbase.search.queries import search

_BEST = 6


def documents() -> list[dict[str, Any]]:
    """Return the documents beside the Comprehensive Rules that have versions. Three queries a document at most."""
    found = []
    for document in map(Document, OTHER_DOCUMENTS):
        with in_document(document):
            versions = catalogue()
            if versions.all:
                found.append({"code": document.value, "name": document.label, **_addresses(versions)})
    return found


def _addresses(versions: Catalogue) -> dict[str, Any]:
    """Return the addresses of the search, of the latest version, and of each version, newest first.

    A version has the addresses of its contents and of the comparison with the one before.
    """
    rows = [
        {
            "version": version,
            "address": reverse("contents", args=[str(version)]),
            "comparison": reverse("compare", args=[str(before), str(version)]) if before else "",
        }
        for before, version in pairwise((None, *versions.all))
        if version
    ]
    latest = reverse("contents", args=[str(versions.latest)])
    return {"versions": rows[::-1], "latest": latest, "search": reverse("search")}


def search_documents(question: str) -> list[DocumentHits]:
    """Search the Comprehensive Rules and each tournament document in English, in the versions in force."""
    found = []
    for document in Document:
        with in_document(document):
            versions = catalogue()
            if versions.latest is None:
                continue
            answer = search(versions, versions.latest, ("en",), question)
            hits = shown_hits(versions, versions.latest, answer.ready, answer.hits[:_BEST])
            address = reverse("search", query={"q": question})
            found.append(DocumentHits(str(document.label), answer.total, hits, address))
    return found
