"""The queues of written questions, and the history of each."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import desk_required
from rulesbase.accounts.roles import CURATE
from rulesbase.models import ActionLog, WrittenQuestion, WrittenRevision
from rulesbase.models.authored_questions import LEVELS
from rulesbase.study.authored.actions import place_of
from rulesbase.study.authored.queues import QUEUES, chosen, lists, waiting_notes

_PAGE = 40
_PARTS = ("scenario", "choices", "answer", "explanation")


def written_or_404(public_id: str) -> WrittenQuestion:
    """Return the question of that id, or raise Http404."""
    found = WrittenQuestion.objects.filter(public_id=public_id).first()
    if found is None:
        raise Http404(_("There is no such question."))
    return found


@never_cache
@desk_required
@require_safe
def desk_questions(request: HttpRequest) -> HttpResponse:
    """Show one queue of questions; ``?queue=``, ``?q=``, ``?tag=`` and ``?level=`` choose."""
    found = lists()
    asked = request.GET.get("queue", "")
    queue = asked if asked in QUEUES else next((name for name in QUEUES if found[name]), QUEUES[3])
    words, tag, level = (request.GET.get(name, "")[:100].strip() for name in ("q", "tag", "level"))
    rows = chosen(found[queue], words, tag, level)
    context = {
        "counts": {name: len(some) for name, some in found.items()},
        "queue": queue,
        "page": Paginator(rows, _PAGE).get_page(request.GET.get("page")),
        "q": words,
        "tag": tag,
        "level": level,
        "levels": [str(one) for one in LEVELS],
        "notes": waiting_notes(),
        "may_curate": request.user.has_perm(CURATE),
    }
    return render(request, "curate/questions.html", context)


@never_cache
@desk_required
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show every revision of a question, the difference of any two, and who did what."""
    written = written_or_404(public_id)
    rows = list(written.revisions.select_related("author", "former").order_by("-number"))
    by_number = {str(row.number): row for row in rows}
    new = by_number.get(request.GET.get("b", "")) or (rows[0] if rows else None)
    old = by_number.get(request.GET.get("a", "")) or (rows[1] if len(rows) > 1 else None)
    log = ActionLog.objects.filter(language="", place=place_of(written)).select_related("author", "former")
    context = {
        "written": written,
        "rows": rows,
        "old": old,
        "new": new,
        "differences": differences(old, new) if old and new else [],
        "log": log,
    }
    return render(request, "curate/question_history.html", context)


def differences(old: WrittenRevision, new: WrittenRevision) -> list[tuple[str, str, str, str]]:
    """Return the differences of two revisions: language, part, and both texts."""
    found = []
    for language in dict.fromkeys((*old.texts, *new.texts)):
        for part in _PARTS:
            texts = [_text(row.texts.get(language, {}).get(part, "")) for row in (old, new)]
            if texts[0] != texts[1]:
                found.append((language, part, texts[0], texts[1]))
    return found


def _text(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)
