"""Pages of single questions: show, report, suggest."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.core.errors import Refused
from rulesbase.models import Question, QuestionNote, User
from rulesbase.study.authored.feedback import send_feedback
from rulesbase.study.authored.forms import NoteForm
from rulesbase.study.questions.render import RenderedQuestion, shown

_SHOWN = 200


def _public_question(public_id: str) -> tuple[Question, RenderedQuestion]:
    """Return a public question and its rendering, or raise Http404."""
    question = Question.objects.filter(public_id=public_id, owner=None).first()
    rendered = shown([question]) if question else []
    if question is None or not rendered:
        raise Http404(_("There is no such question."))
    return question, rendered[0]


@never_cache
@require_safe
def question(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a question with its answer folded."""
    row, rendered = _public_question(public_id)
    return render(request, "study/question.html", {"question": row, "shown": rendered})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def send_note(request: HttpRequest, public_id: str = "") -> HttpResponse:
    """Report a fault of a question, or suggest a new one."""
    row, rendered = _public_question(public_id) if public_id else (None, None)
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
