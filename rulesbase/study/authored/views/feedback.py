"""The curators' queue of suggestions and reports."""

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import curator_required
from rulesbase.core.errors import Refused
from rulesbase.models import QuestionNote, User
from rulesbase.study.authored.feedback import answer as answer_note
from rulesbase.study.authored.forms import ReplyForm
from rulesbase.study.questions.render import shown

_PAGE = 40
_Status = QuestionNote.Status


@never_cache
@curator_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """List open notes, the oldest first; with ``?status=`` answered ones, the newest first."""
    asked = request.GET.get("status", "")
    status = asked if asked in _Status.values else _Status.OPEN
    rows = QuestionNote.objects.filter(status=status).select_related("author", "former", "question")
    rows = rows.order_by("made_at") if status == _Status.OPEN else rows.order_by("-answered_at")
    context = {"page": Paginator(rows, _PAGE).get_page(request.GET.get("page")), "status": status}
    return render(request, "curate/question_notes.html", {**context, "statuses": _Status.choices})


@never_cache
@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a suggestion or a report with its question; a POST answers it."""
    row = QuestionNote.objects.select_related("author", "former", "question").filter(pk=pk).first()
    if row is None:
        raise Http404(_("There is no such note."))
    form = ReplyForm(request.POST if request.method == "POST" else None)
    problem = ""
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            answer_note(
                pk, cast(User, request.user), cleaned["status"], cleaned["reply"], site=request.build_absolute_uri("/")
            )
            messages.success(request, _("Answered."))
            return redirect("desk_question_notes")
        except Refused as refusal:
            problem = str(refusal)
    context = {
        "row": row,
        "form": form,
        "problem": problem,
        "shown": next(iter(shown([row.question])), None) if row.question else None,
        "written": getattr(row.question, "written", None) if row.question else None,
    }
    status = 409 if problem else 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "curate/question_note.html", context, status=status)
