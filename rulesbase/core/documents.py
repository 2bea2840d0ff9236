"""Names and addresses of the active document and of others."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.urls import get_urlconf, reverse, set_urlconf
from django.utils.module_loading import import_string

from rulesbase.engine.text.documents import COMPREHENSIVE_RULES, active_document, document_active
from rulesbase.models import Document


def document_name() -> str:
    """Return the name of the active document; empty for the Comprehensive Rules, which pages do not name."""
    document = active_document()
    return "" if document == COMPREHENSIVE_RULES else str(Document(document).label)


def document_mark() -> str:
    """Return the abbreviation in citations: CR, MTR or IPG."""
    return active_document().upper()


@contextmanager
def in_document(document: str) -> Iterator[None]:
    """Activate a document and make addresses of its pages inside the block."""
    before = get_urlconf()
    set_urlconf(_urlconf(document))
    try:
        with document_active(document):
            yield
    finally:
        set_urlconf(before)


def _urlconf(document: str) -> Any:
    if document == COMPREHENSIVE_RULES:
        return settings.ROOT_URLCONF
    # Loaded here: the addresses import every view.
    return import_string("rulesbase.documents.urls.urlconf_of")(document)


def document_url(document: str, name: str, *args: object) -> str:
    """Return the address of a page of a document, whatever document is active."""
    return reverse(name, urlconf=_urlconf(document), args=[str(arg) for arg in args])
