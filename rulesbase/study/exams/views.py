"""Pages of exams: choose one, answer it question by question, see the result."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.models import TestTaken
from rulesbase.models.authored_questions import LEVELS
from rulesbase.reading.outline import outline_of
from rulesbase.study.authored.study_cards import tags_in_use
from rulesbase.study.exams import draw
from rulesbase.study.exams import run as exams_run
from rulesbase.study.exams.draw import ExamSpec, items_of, read_spec

_COUNTS, _USUAL = (5, 10, 20, 30), 10
_RESULTS_SHOWN = 20
_NAMED = ("level", "topic", "count", "seed", "version", "day")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def test(request: HttpRequest) -> HttpResponse:
    """Choose a test, begin the one of the address, answer its questions, and show the result."""
    given = {name: request.GET.get(name, "") for name in _NAMED}
    if not any(given.values()):
        return _choose(request)
    try:
        asked = read_spec(given)
        if any(not given[name] for name in ("seed", "version", "day")):
            # The address determines the whole test.
            return redirect(address_of(asked))
        if request.method == "POST":
            return _go_on(request, asked)
        token = request.GET.get("run", "")
        if not token:
            return render(request, "study/exam_start.html", _facts(request, asked))
        return _show(request, asked, exams_run.read_run(token, asked))
    except Refused as refusal:
        return _choose(request, problem=refusal, status=422)


def address_of(asked: ExamSpec, run: exams_run.ExamRun | None = None) -> str:
    """Return the address of a test, or of a run of it."""
    return reverse("study-test", query=asked.params | ({"run": run.token()} if run else {}))


def _choose(request: HttpRequest, *, problem: Refused | None = None, status: int = 200) -> HttpResponse:
    versions = catalogue()
    user = request.user
    taken = TestTaken.objects.filter(user=user)[:_RESULTS_SHOWN] if user.is_authenticated else []
    context = {
        "problem": problem,
        "levels": LEVELS,
        "counts": _COUNTS,
        "parts": outline_of(versions.english, versions.latest.main.pk).parts if versions.latest else (),
        "tags": tags_in_use(),
        "named": draw.topics(),
        "chosen": {name: request.GET.get(name, "")[:40] for name in ("level", "topic")},
        # Ten for any other number.
        "size": next((one for one in _COUNTS if str(one) == request.GET.get("count")), _USUAL),
        "taken": [(row, reverse("study-test", query=row.asked)) for row in taken],
    }
    return render(request, "study/exam_choose.html", context, status=status)


def _go_on(request: HttpRequest, asked: ExamSpec) -> HttpResponse:
    """Begin, or answer one question; the last one ends the test."""
    token = request.POST.get("run", "")
    if not token:
        return redirect(address_of(asked, exams_run.begin(asked)))
    run, items = exams_run.read_run(token, asked), items_of(asked)
    given = (request.POST.get("at"), *request.POST.getlist("option")[:20])
    at, *chosen = (read_number(one, -1, most_digits=3) for one in given)
    run = exams_run.answer(run, at, chosen, items)
    if len(run.chosen) == len(items) and request.user.is_authenticated:
        exams_run.save_result(request.user, run, asked, exams_run.outcome_of(run, items, asked))
    return redirect(address_of(asked, run))


def _show(request: HttpRequest, asked: ExamSpec, run: exams_run.ExamRun) -> HttpResponse:
    """Show the next question, or the result."""
    items, facts = items_of(asked), _facts(request, asked)
    if len(run.chosen) >= len(items):
        outcome = exams_run.outcome_of(run, items, asked)
        return render(request, "study/exam_result.html", facts | {"outcome": outcome})
    at = len(run.chosen)
    facts |= {"item": items[at], "at": at, "run": run.token()}
    return render(request, "study/exam_question.html", facts)


def _facts(request: HttpRequest, asked: ExamSpec) -> dict[str, Any]:
    count = len(items_of(asked))
    if not count:
        raise Refused(_("No question matches your choice of level and topic. Change one of them."), "topic")
    action = address_of(asked)
    return {"asked": asked, "count": count, "action": action, "address": request.build_absolute_uri(action)}
