"""Names and addresses of the active document and of others."""

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from rulesbase.engine.text.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.models import Document


def document_name() -> str:
    """Return the name of the active document; empty for the Comprehensive Rules, which pages do not name."""
    document = active_document()
    return "" if document == COMPREHENSIVE_RULES else str(Document(document).label)


def document_mark() -> str:
    """Return the abbreviation in citations: CR, MTR or IPG."""
    return active_document().upper()


def document_url(document: str, name: str, *args: object) -> str:
    """Return the address of a page of a document, whatever document is active."""
    urlconf = settings.ROOT_URLCONF
    if document != COMPREHENSIVE_RULES:
        # Loaded here: the addresses import every view.
        urlconf = import_string("rulesbase.documents.urls.urlconf_of")(document)
    return reverse(name, urlconf=urlconf, args=[str(arg) for arg in args])
