"""Views of the translation desk: overview, queues, bulk actions, text history and log."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import desk_required, language_role_required
from rulesbase.accounts.roles import CURATE, EDIT, REVIEW, TRANSLATE, languages_of, may, may_import
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.languages import own_name
from rulesbase.core.number_format import read_number
from rulesbase.core.redirects import posted_from
from rulesbase.desk.bulk_actions import BulkResult, bulk_approve, undo_batch
from rulesbase.desk.forms import MOST_BYTES, BulkForm
from rulesbase.desk.history import text_history
from rulesbase.desk.queue_params import (
    QueueParams,
    Sort,
    adjacent,
    announced,
    items_of,
    queue_around,
    read_queue_params,
    version_of,
)
from rulesbase.desk.queues import Queue, QueueItem, chapters_of, plan_of
from rulesbase.desk.rows import newest_rows, public_ids, rows_of
from rulesbase.desk.targets import desk_languages, edit_address
from rulesbase.desk.views.editor_page import EditorRequest, language_context, page_params, require_language, with_target
from rulesbase.models import ActionLog, Translation, User
from rulesbase.study.authored.queues import waiting, waiting_notes
from rulesbase.translations.freshness_types import Freshness
from rulesbase.web.middleware.upload_limits import bounded

_PAGE = 40
_RECENT = 12


@desk_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Show the work of each language and the latest actions."""
    versions = catalogue()
    mine = languages_of(request.user, TRANSLATE, desk_languages(versions))
    params = read_queue_params(request.GET, versions)
    version, user = version_of(versions, params), cast(User, request.user)
    plans = {code: plan_of(versions, code, checks=False, version=version, user=user) for code in mine}
    curates = request.user.has_perm(CURATE)
    # Curators also see the imports of English versions.
    seen = [*mine, DEFAULT_LANGUAGE] if curates else mine
    lately = ActionLog.objects.filter(language__in=seen).select_related("author", "former")[:_RECENT]
    context = {
        "plans": plans,
        "volume": version,
        "lately": lately,
        "lineage": curates,
        "params": params,
        "versions": [versions.latest, *announced(versions)],
        "may_import": may_import(request.user),
        "questions": waiting(),
        "notes": waiting_notes() if curates else 0,
    }
    return render(request, "desk/desk.html", context)


def queue_page(
    request: HttpRequest, language: str, *, status: int = 200, problem: str = "", reason: str = ""
) -> HttpResponse:
    """Return the page of a language with the parameters queue, chapter, sort and version (announced ones).

    ``problem`` says why a bulk action was refused; its ``reason`` stays in the field.
    """
    versions, params = page_params(request, language)
    plan = plan_of(versions, language, version=version_of(versions, params), user=cast(User, request.user))
    context = {**language_context(request, language), "problem": problem, "reason": reason}
    if plan is None:
        return render(request, "desk/queue.html", context, status=status)
    first = next((queue for queue, items in plan.queues.items() if items), Queue.BEHIND)
    name = params.queue or first
    params = params._replace(queue=name)
    items = items_of(plan, params)
    page = Paginator(items, _PAGE).get_page(request.GET.get("page"))
    rows = rows_of(list(page.object_list), language)
    texts = newest_rows(page.object_list, language) if name in (Queue.DRAFTS, Queue.REVIEW, Queue.RETURNED) else {}
    rows = [row._replace(newest=texts.get(row.item.text.english)) for row in rows]
    context |= {
        "plan": plan,
        "counts": {one: count for one, count in plan.counts.items() if count or one == name},
        "queue": name,
        "params": params,
        "sorts": list(Sort),
        "versions": [versions.latest, *announced(versions)],
        "chapter": params.chapter,
        "chapters": chapters_of(versions, plan),
        "any_chapter": params._replace(chapter="").query,
        "page": page,
        "total": len(items),
        "rows": rows,
        "has_editors": any(row.others for row in rows),
        "has_authors": bool(texts),
        "doubted": plan.progress.doubted,
        "others": [(code, own_name(code)) for code in languages_of(request.user, TRANSLATE, desk_languages(versions))],
        "can_bulk": name in (Queue.REFERENCES, Queue.TYPOGRAPHY, Queue.WORDING),
    }
    return render(request, "desk/queue.html", context, status=status)


queue = language_role_required(TRANSLATE)(require_safe(queue_page))


@language_role_required(TRANSLATE)
@require_safe
def next_in_queue(request: HttpRequest, language: str) -> HttpResponse:
    """Redirect to the text of a queue after another one (``?back``: the one before), else to the first."""
    versions, params = page_params(request, language)
    plan = queue_around(versions, language, params, cast(User, request.user))
    after = request.GET.get("after", ""), read_number(request.GET.get("part"), 0, most_digits=3)
    found = adjacent(plan, params, *after, back="back" in request.GET) if plan else None
    return to_item(request, language, params, found)


def to_item(request: HttpRequest, language: str, params: QueueParams, item: QueueItem | None) -> HttpResponse:
    """Redirect to the editor of an item; without one to the queue, with a message."""
    public_id = public_ids([item]).get(item.cell.entry) if item else None
    if item is None or public_id is None:
        messages.info(request, _("You have reached the end of this queue."))
        return redirect(reverse("desk_queue", args=[language]) + (f"?{params.query}" if params.query else ""))
    return redirect(edit_address(language, public_id, item.part, params.query))


@language_role_required(EDIT)
def too_heavy(request: HttpRequest, /, *_args: Any, **where: Any) -> HttpResponse:
    """Refuse a form that is too large."""
    return queue_page(
        request,
        where["language"],
        status=413,
        problem=_("This form is too large. Nothing was changed. Send fewer or shorter texts."),
    )


@bounded(MOST_BYTES, too_heavy)
@language_role_required(EDIT)
@posted_from("desk_queue", "language")
def bulk(request: HttpRequest, language: str) -> HttpResponse:
    """Approve a whole queue or the selected rows."""
    versions, params = page_params(request, language)
    form, reason = BulkForm(request.POST), request.POST.get("reason", "")
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return queue_page(request, language, status=422, problem=words, reason=reason)
    data = form.cleaned_data
    numbers = set(request.POST.getlist("number"))
    plan = plan_of(versions, language, checks=False, version=version_of(versions, params))
    if data["scope"] == "all" and plan:
        items = items_of(plan, params._replace(queue=data["state"], chapter=data["chapter"]))
        numbers = {item.cell.number for item in items}
    elif not numbers:
        return queue_page(request, language, status=422, problem=_("Select at least one text."), reason=reason)
    try:
        done = bulk_approve(
            language, Freshness(data["state"]), cast(User, request.user), data["reason"], numbers, params
        )
    except Refused as refusal:
        return queue_page(request, language, status=409, problem=str(refusal), reason=reason)
    show_result(request, done)
    query = params._replace(queue=data["state"]).query
    return redirect(reverse("desk_queue", args=[language]) + f"?{query}&done={done.batch}")


def show_result(request: HttpRequest, done: BulkResult) -> None:
    """Add a message with the count of a bulk action and the numbers of the texts that it skipped."""
    words = ngettext("%(count)d text approved.", "%(count)d texts approved.", done.texts) % {"count": done.texts}
    if done.left:
        shown = ", ".join(done.left[:12]) + (" …" if len(done.left) > 12 else "")
        words += " " + _(
            "Not approved: %(places)s. Each of these texts has a newer draft, is waiting for review, has numbers that "
            "differ from the English, or fails a check."
        ) % {"places": shown}
    messages.success(request, words)


@bounded(MOST_BYTES, too_heavy)
@language_role_required(EDIT)
@posted_from("desk_queue", "language")
def batch(request: HttpRequest, language: str, number: str) -> HttpResponse:
    """Undo a bulk action."""
    require_language(language)
    try:
        reason = request.POST.get("reason", "")[:300]
        done = undo_batch(language, number, cast(User, request.user), reason)
    except Refused as refusal:
        return queue_page(request, language, status=409, problem=str(refusal))
    words = ngettext("%(count)d change undone.", "%(count)d changes undone.", done.texts) % {"count": done.texts}
    messages.success(request, words)
    return redirect("desk_queue", language)


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
    rows = ActionLog.objects.filter(language=language).select_related("author", "former")
    wanted = request.GET.get("batch", "")
    if wanted:
        rows = rows.filter(batch=wanted[:32])
    page = Paginator(rows, 100).get_page(request.GET.get("page"))
    context = {**language_context(request, language), "page": page, "batch": wanted}
    return render(request, "desk/log.html", context)
