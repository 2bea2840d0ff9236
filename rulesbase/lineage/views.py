"""The curators' page of lineage corrections: list, preview, make and withdraw."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rulesbase.accounts.permissions import curator_required
from rulesbase.core.document_urls import in_document
from rulesbase.core.errors import Refused
from rulesbase.core.redirects import posted_from
from rulesbase.lineage.corrections import check, correct, effects, withdraw
from rulesbase.lineage.forms import CorrectionForm
from rulesbase.lineage.withdrawable_page import page_of_withdrawable
from rulesbase.models import Correction, User

# Use the export_corrections command for more.
_MOST = 500


@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def lineage(request: HttpRequest) -> HttpResponse:
    """List the corrections; preview a sent one with both wordings and store it once confirmed.

    ``?verb=&old=&new=`` fills the form.
    """
    form = CorrectionForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        with in_document(form.cleaned_data["document"]):
            return _corrected(request, form, context)
    return _page(request, context, status=422 if form.errors else 200)


def _corrected(request: HttpRequest, form: CorrectionForm, context: dict[str, Any]) -> HttpResponse:
    """Preview or store a correction of the active document."""
    verb, where = form.cleaned_data["verb"], form.cleaned_data["places"]
    try:
        if "confirm" in request.POST:
            made = correct(verb, where, reason=form.cleaned_data["reason"], by=cast(User, request.user))
            return redirect(f"{request.path}?made={made.pk}")
        context["places"] = check(verb, where)
        context["verb"] = Correction.Verb(verb).label
    except Refused as refusal:
        form.add_error(None, str(refusal))
    return _page(request, context, status=422 if form.errors else 200)


@curator_required
@posted_from("curate_lineage")
def lineage_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a correction and redirect to the list."""
    try:
        withdraw(pk, by=cast(User, request.user))
    except Refused as refusal:
        return _page(request, {"form": CorrectionForm(), "problem": str(refusal)}, status=409)
    return redirect("curate_lineage")


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    rows = list(Correction.every.with_people()[:_MOST])
    in_effect = effects(row for row in rows if not row.withdrawn_at)
    context["active"] = [(row, in_effect[row.pk]) for row in rows if not row.withdrawn_at]
    return page_of_withdrawable(request, "lineage/correct.html", rows, context, status=status)
