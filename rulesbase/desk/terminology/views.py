"""Views of the terminology of a language: the list, the extraction of terms, and the history of one term."""

from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import EDIT, TRANSLATE, may
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.desk.forms import MAX_BYTES
from rulesbase.desk.terminology.actions import agree, decline, newest_revision, suggest
from rulesbase.desk.terminology.extract import extract_terms
from rulesbase.desk.terminology.forms import TermForm, TermsFilterForm
from rulesbase.desk.views.requests import language_context, require_language
from rulesbase.models import TermEntry, User
from rulesbase.web.middleware.upload_limits import limit_body

_PAGE = 60
_Status = TermEntry.Status


@language_role_required(TRANSLATE)
def _too_large(request: HttpRequest, language: str) -> HttpResponse:
    require_language(language)
    return _list(request, language, TermForm(), _("This text is too long for a term. Shorten it."), status=413)


@limit_body(MAX_BYTES, _too_large)
@language_role_required(TRANSLATE)
@require_http_methods(["GET", "HEAD", "POST"])
def desk_terms(request: HttpRequest, language: str) -> HttpResponse:
    """List the terms of a language; on POST add a suggestion, which an editor may agree on at once."""
    require_language(language)
    if request.method != "POST":
        return _list(request, language, TermForm(initial={"term": request.GET.get("term", "")[:200]}))
    form = TermForm(request.POST)
    agreed = "agree" in request.POST and may(request.user, EDIT, language)
    if not form.is_valid():
        return _list(request, language, form, status=422)
    try:
        row = suggest(language=language, by=cast(User, request.user), agreed=agreed, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _list(request, language, form, status=422)
    message = (
        _("Agreed translation of “%(term)s”: %(own)s.")
        if agreed
        else _("Suggested translation of “%(term)s”: %(own)s.")
    )
    messages.success(request, message % {"term": row.term, "own": row.translation})
    return redirect("desk_terms", language)


@language_role_required(EDIT)
@require_POST
def desk_terms_grow(request: HttpRequest, language: str) -> HttpResponse:
    """Extract terms from the translated glossary and the type lines of cards."""
    require_language(language)
    grown = extract_terms(language, cast(User, request.user))
    message = _("Terms agreed: %(agreed)d. Suggested: %(suggested)d. Already present: %(known)d.")
    messages.success(request, message % grown)
    return redirect("desk_terms", language)


@language_role_required(TRANSLATE)
@require_http_methods(["GET", "HEAD", "POST"])
def desk_term(request: HttpRequest, language: str, pk: int) -> HttpResponse:
    """Show the history of a term; on POST agree on a translation or decline one."""
    row = TermEntry.objects.filter(pk=pk, language=language).first()
    if row is None:
        raise Http404(_("There is no such term."))
    problem = ""
    if request.method == "POST":
        if not may(request.user, EDIT, language):
            return _one(request, row, _("Only editors of this language can mark terms as agreed."), status=403)
        newest = read_number(request.POST.get("newest"), -1)
        by = cast(User, request.user)
        try:
            if "agree" in request.POST:
                agree(row, newest=newest, by=by)
            else:
                decline(row, newest=newest, by=by, reason=request.POST.get("reason", ""))
            messages.success(request, _("Your decision is saved."))
            return redirect("desk_term", language, pk)
        except Refused as refusal:
            problem = str(refusal)
    return _one(request, row, problem, status=409 if problem else 200)


def _one(request: HttpRequest, row: TermEntry, problem: str, *, status: int = 200) -> HttpResponse:
    rows = list(TermEntry.objects.history_of(row.language, row.term).select_related("author", "former"))
    context = {
        **language_context(request, row.language),
        "term": row.term,
        "rows": rows,
        "agreed": next((one for one in rows if one.status == _Status.AGREED), None),
        "newest": newest_revision(row.language, row.term),
        "problem": problem,
    }
    return render(request, "desk/term.html", context, status=status)


def _list(request: HttpRequest, language: str, form: TermForm, problem: str = "", *, status: int = 200) -> HttpResponse:
    asked = TermsFilterForm(request.GET)
    chosen: dict[str, Any] = asked.cleaned_data if asked.is_valid() else {}
    in_use = Q(status__in=[_Status.AGREED, _Status.SUGGESTED])
    counts = TermEntry.objects.filter(language=language).aggregate(
        agreed=Count("pk", filter=Q(status=_Status.AGREED)), suggested=Count("pk", filter=Q(status=_Status.SUGGESTED))
    )
    rows = TermEntry.objects.filter(Q(status=chosen["status"]) if chosen.get("status") else in_use, language=language)
    if words := chosen.get("q"):
        rows = rows.filter(Q(term__icontains=words) | Q(translation__icontains=words) | Q(variants__icontains=words))
    page = Paginator(rows.select_related("author", "former").order_by("term", "-revision"), _PAGE)
    context = {
        **language_context(request, language),
        "form": form,
        "problem": problem,
        "counts": counts,
        "status": chosen.get("status", ""),
        "q": chosen.get("q", ""),
        "page": page.get_page(request.GET.get("page")),
    }
    return render(request, "desk/terms.html", context, status=status)
