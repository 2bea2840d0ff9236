"""Page of a single question."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulesbase.models import Question
from rulesbase.study.questions.render import RenderedQuestion, shown


def public_question(public_id: str) -> tuple[Question, RenderedQuestion]:
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
    row, rendered = public_question(public_id)
    return render(request, "study/question.html", {"question": row, "shown": rendered})
