"""Pages of feedback on questions: readers report and suggest, curators answer."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import curator_required
from rulesbase.core.errors import Refused
from rulesbase.models import QuestionNote, User
from rulesbase.study.authored.feedback import answer_feedback, send_feedback
from rulesbase.study.authored.forms import NoteForm, ReplyForm
from rulesbase.study.questions.render import shown
from rulesbase.study.questions.views import public_question

_ON_A_PAGE, _SHOWN = 40, 200
_Status = QuestionNote.Status


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def send_note(request: HttpRequest, public_id: str = "") -> HttpResponse:
    """Report a fault of a question, or suggest a new one."""
    row, rendered = public_question(public_id) if public_id else (None, None)
    form = NoteForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            send_feedback(cast(User, request.user), form.cleaned_data["text"], row)
            messages.success(request, _("Thank you. A curator will check your message. The answer will appear here."))
            return redirect("study-question-notes")
        except Refused as refusal:
            form.add_error(None, str(refusal))
            status = 409
    context = {"form": form, "question": row, "shown": rendered}
    return render(request, "study/send_note.html", context, status=status)


@never_cache
@login_required
@require_safe
def own_notes(request: HttpRequest) -> HttpResponse:
    """Show the notes of the user with their answers."""
    rows = QuestionNote.objects.filter(author=cast(User, request.user)).select_related("question")[:_SHOWN]
    return render(request, "study/own_notes.html", {"rows": rows})


@curator_required
@require_safe
def note_queue(request: HttpRequest) -> HttpResponse:
    """List open notes, the oldest first; with ``?status=`` answered ones, the newest first."""
    asked = request.GET.get("status", "")
    status = asked if asked in _Status.values else _Status.OPEN
    rows = QuestionNote.objects.filter(status=status).select_related("author", "former", "question")
    rows = rows.order_by("made_at") if status == _Status.OPEN else rows.order_by("-answered_at")
    context = {"page": Paginator(rows, _ON_A_PAGE).get_page(request.GET.get("page")), "status": status}
    return render(request, "study/authored/note_queue.html", {**context, "statuses": _Status.choices})


@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a suggestion or a report with its question; a POST answers it."""
    row = QuestionNote.objects.select_related("author", "former", "question").filter(pk=pk).first()
    if row is None:
        raise Http404(_("There is no such message."))
    form = ReplyForm(request.POST if request.method == "POST" else None)
    problem = ""
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            answer_feedback(
                pk, cast(User, request.user), cleaned["status"], cleaned["reply"], site=request.build_absolute_uri("/")
            )
            messages.success(request, _("The reply was sent."))
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
    return render(request, "study/authored/answer_note.html", context, status=status)
