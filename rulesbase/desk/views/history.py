"""Views of the history of a text and of the log of a language."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import EDIT, REVIEW, TRANSLATE, may
from rulesbase.desk.bulk_actions import undoable_rows
from rulesbase.desk.history import text_history
from rulesbase.desk.views.requests import EditorRequest, language_context, require_language, with_target
from rulesbase.models import ActionLog, Translation


@language_role_required(TRANSLATE)
@require_safe
@with_target
def history(desk: EditorRequest) -> HttpResponse:
    """Show all texts of a rule in a language, the difference of any two, and the logged actions."""
    history_data = text_history(desk.target)
    query = desk.request.GET
    old, new = history_data.text(query.get("a", "")), history_data.text(query.get("b", ""))
    if old is None and new is None and len(history_data.texts) > 1:
        new, old = history_data.texts[0], history_data.texts[1]
    texts, language = history_data.texts, desk.target.language
    by_curator = desk.target.slot.filter(status=Translation.Status.APPROVED, origin=Translation.Origin.CURATOR)
    may_review = may(desk.user, REVIEW, language)
    context = {
        **language_context(desk.request, language),
        "desk": desk,
        "target": desk.target,
        "base": desk.target.slot.values_list("revision", flat=True).first() or 0,
        "history": history_data,
        "old": old,
        "new": new,
        "several": len(texts) > 1,
        "may_restore": len(texts) > 1 or any(past.row.status == Translation.Status.SUPERSEDED for past in texts),
        "may_withdraw": may_review and by_curator.exists(),
        "shown_at_once": may_review and not settings.FOUR_EYES,
    }
    return render(desk.request, "desk/history.html", context)


@language_role_required(TRANSLATE)
@require_safe
def log(request: HttpRequest, language: str) -> HttpResponse:
    """Show the log of a language, newest first."""
    require_language(language)
    return log_page(request, language, request.GET.get("batch", "")[:32])


def log_page(request: HttpRequest, language: str, batch: str, *, status: int = 200, problem: str = "") -> HttpResponse:
    """Return the log of a language, or of one bulk action; ``problem`` says why it was not undone."""
    rows = ActionLog.objects.filter(language=language).select_related("author", "former", "original")
    if batch:
        rows = rows.filter(batch=batch)
    context = {
        **language_context(request, language),
        "page": Paginator(rows, 100).get_page(request.GET.get("page")),
        "batch": batch,
        "may_undo": may(request.user, EDIT, language) and undoable_rows(language, batch).exists(),
        "problem": problem,
    }
    return render(request, "desk/log.html", context, status=status)
