"""Views of the translation desk: overview and queues."""

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import desk_required, language_role_required
from rulesbase.accounts.roles import CURATE, TRANSLATE, languages_of, may_import
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.languages import own_name
from rulesbase.core.number_format import read_number
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
from rulesbase.desk.rows import entry_names, newest_rows, rows_of
from rulesbase.desk.targets import desk_languages, edit_address
from rulesbase.desk.views.requests import language_context, page_params
from rulesbase.models import ActionLog, User
from rulesbase.study.authored.queues import waiting, waiting_notes

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
    lately = ActionLog.objects.filter(language__in=seen).select_related("author", "former", "original")[:_RECENT]
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
    page = Paginator(items_of(plan, params), _PAGE).get_page(request.GET.get("page"))
    chapters = chapters_of(versions, plan)
    texts = newest_rows(page.object_list, language) if name in (Queue.DRAFTS, Queue.REVIEW, Queue.RETURNED) else {}
    rows = rows_of(list(page.object_list), language, texts)
    context |= {
        "plan": plan,
        "counts": {one: count for one, count in plan.counts.items() if count or one == name},
        "params": params,
        "sorts": list(Sort),
        "versions": [versions.latest, *announced(versions)],
        "chapters": chapters,
        "chapter_name": next((one.name for one in chapters if one.number == params.chapter), params.chapter),
        "any_chapter": params._replace(chapter="").query,
        "page": page,
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
    entry = entry_names([item]).get(item.cell.entry) if item else None
    if item is None or entry is None:
        messages.info(request, _("You have reached the end of this queue."))
        return redirect(reverse("desk_queue", args=[language]) + (f"?{params.query}" if params.query else ""))
    return redirect(edit_address(language, entry.public_id, item.part, params.query))
