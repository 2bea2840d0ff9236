"""The documents that have versions."""

from itertools import pairwise
from typing import Any

from django.urls import reverse

from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.document_urls import in_document
from rulesbase.engine.documents import OTHER_DOCUMENTS
from rulesbase.models import Document


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
