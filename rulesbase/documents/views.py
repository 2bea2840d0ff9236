"""The list of documents and their versions, with a search in all of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.citations.other_documents import address_elsewhere
from rulesbase.core.documents import document_name
from rulesbase.documents.old_terms import old_terms
from rulesbase.documents.queries import documents, search_documents
from rulesbase.documents.references import references_of
from rulesbase.engine.text.documents import RULEBOOK, active_document
from rulesbase.reading.page_frame import dated
from rulesbase.search.queries import LONGEST_QUESTION


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the tournament documents with their versions; with ``?q=`` what all documents have on it."""
    question = request.GET.get("q", "")[:LONGEST_QUESTION].strip()
    if address := address_elsewhere(question):
        return redirect(address)
    context = {"documents": documents(), "q": question, "found": search_documents(question) if question else ()}
    return render(request, "rulesbase/documents.html", context)


@dated
def references(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show what a version names in other documents, and what it names that did not exist on its date."""
    elsewhere, broken = references_of(version)
    context = {"version": version, "document": document_name(), "elsewhere": elsewhere, "broken": broken}
    return render(request, "rulesbase/document_references.html", context)


@dated
def terms(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show the terms of a rulebook of before 1999 with what each became."""
    if active_document() != RULEBOOK:
        raise Http404
    context = {"version": version, "document": document_name(), "found": old_terms(version)}
    return render(request, "rulesbase/old_terms.html", context)
