"""The list of documents and their versions, with a search in all of them."""

from typing import cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import curator_required
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.citations.other_documents import address_elsewhere
from rulesbase.core.document_urls import document_name
from rulesbase.core.errors import Refused
from rulesbase.documents.old_terms import old_terms
from rulesbase.documents.queries import documents
from rulesbase.documents.references import references_of
from rulesbase.engine.documents import RULEBOOK, active_document
from rulesbase.lineage.term_corrections import correct_term
from rulesbase.models import Correction, User
from rulesbase.reading.page_frame import dated
from rulesbase.search.number_or_version import LONGEST_QUERY
from rulesbase.search.other_documents import search_documents

_Verb = Correction.Verb


class TermCorrectionForm(forms.Form):
    """What a term of the rulebook became, and the reason."""

    term = forms.CharField(label=gettext_lazy("Term of the rulebook"), max_length=80)
    verb = forms.ChoiceField(
        label=gettext_lazy("What happened to the term in the Comprehensive Rules of 1999"),
        choices=[
            (_Verb.SAME, gettext_lazy("the term stayed the same")),
            (_Verb.MERGE, gettext_lazy("the term was replaced by another term")),
            (_Verb.APART, gettext_lazy("the term was removed")),
        ],
    )
    successor = forms.CharField(label=gettext_lazy("Term of the glossary of 1999"), max_length=80, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read the reason.")
    )


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the tournament documents with their versions; with ``?q=`` what all documents have on it."""
    question = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    if address := address_elsewhere(question):
        return redirect(address)
    context = {"q": question, **({"found": search_documents(question)} if question else {"documents": documents()})}
    return render(request, "documents/documents.html", context)


@dated
def references(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show what a version names in other documents, and what it names that did not exist on its date."""
    elsewhere, broken = references_of(version)
    context = {"version": version, "document": document_name(), "elsewhere": elsewhere, "broken": broken}
    return render(request, "documents/references.html", context)


@dated
def terms(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show the terms of a rulebook of before 1999 with what each became."""
    if active_document() != RULEBOOK:
        raise Http404
    context = {"version": version, "document": document_name(), "found": old_terms(version)}
    return render(request, "documents/old_terms.html", context)


@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, date: str) -> HttpResponse:
    """Store a curator's decision on what a term of a rulebook became. ``?term=`` fills the form."""
    version = next((one for one in catalogue().all if str(one) == date), None)
    if active_document() != RULEBOOK or version is None:
        raise Http404
    form = TermCorrectionForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    if form.is_valid():
        try:
            correct_term(version.date, **form.cleaned_data, by=cast(User, request.user))
            return redirect("old_terms", version)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {"version": version, "document": document_name(), "form": form}
    return render(request, "documents/correct_term.html", context, status=422 if form.errors else 200)
