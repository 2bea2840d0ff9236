"""Names and addresses of the active document and of others."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.urls import get_urlconf, reverse, set_urlconf
from django.utils.module_loading import import_string

from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import COMPREHENSIVE_RULES, DOCUMENTS, active_document, document_active
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.numbers import parse_number
from rulesbase.models import Document


class _OfDocument(Protocol):
    document: Any


_Row = TypeVar("_Row", bound=_OfDocument)
_OTHERS = "|".join(document for document in DOCUMENTS if document != COMPREHENSIVE_RULES)
_ADDRESS = re.compile(rf"/(?:[a-z]{{2}}/|api/v1/)?documents/({_OTHERS})/")


def document_name() -> str:
    """Return the name of the active document; empty for the Comprehensive Rules, which pages do not name."""
    document = active_document()
    return "" if document == COMPREHENSIVE_RULES else str(Document(document).label)


def document_mark() -> str:
    """Return the abbreviation in citations: CR, MTR or IPG."""
    return active_document().upper()


def document_prefix() -> str:
    """Return what stands before a number that names its document: ``MTR `` or ``IPG ``; nothing for the rules."""
    return "" if active_document() == COMPREHENSIVE_RULES else f"{document_mark()} "


def visible_number(number: str) -> str:
    """Return a number as pages show it: nothing for the slug of a term or of a section without a number."""
    return shown_number(number) if parse_number(number) else ""


def numbered(number: str) -> str:
    """Return a number with its document: ``MTR 3.9``; only ``MTR`` for a section without a number."""
    return f"{document_prefix()}{shown_number(number)}".strip()


def named_document(text: str) -> tuple[str, str]:
    """Split ``MTR 3.9@2022-05-06`` into the document and the rest; without a name it is the active document."""
    name, _space, rest = text.partition(" ")
    return (name.lower(), rest) if name.lower() in DOCUMENTS else (active_document(), text)


def named(number: str, heading: str) -> str:
    """Return a number with its document, such as ``MTR 3.9``; the heading of a term or a section without a number."""
    return numbered(number) if visible_number(number) else heading


def document_of_path(path: str) -> str:
    """Return the document below whose address a page or the API lies; all other paths mean the rules."""
    match = _ADDRESS.match(path)
    return match[1] if match else COMPREHENSIVE_RULES


def by_document(rows: Iterable[_Row]) -> dict[str, list[_Row]]:
    """Return rows by the document that they name, the Comprehensive Rules first."""
    found = grouped((row.document, row) for row in rows)
    return {document: found[document] for document in DOCUMENTS if document in found}


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


def document_url(document: str, name: str, *args: object, query: Mapping[str, str] | None = None) -> str:
    """Return the address of a page of a document, whatever document is active."""
    return reverse(name, urlconf=_urlconf(document), args=[str(arg) for arg in args], query=query)


def entry_url(day: object, number: str, lang: str = "") -> str:
    """Return the address of a rule, or of a term by its slug, in the version of a day of the active document."""
    query = {"lang": lang} if lang else None
    return reverse("place" if parse_number(number) else "term", args=[str(day), number], query=query)
