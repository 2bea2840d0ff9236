"""The curators' desk: what there is to do in every language, queues, many texts at once, histories and the log."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import desk_required, language_role_required, posted_from
from rulesbase.accounts.roles import CURATE, EDIT, REVIEW, TRANSLATE, languages_of, may, may_import
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.languages import language_word, own_name
from rulesbase.desk.bulk_actions import Done, take_back, work_off
from rulesbase.desk.editor import sheet_of
from rulesbase.desk.forms import MOST_BYTES, BulkForm
from rulesbase.desk.history import life_of
from rulesbase.desk.queue_params import Sort, announced, sorted_items, version_of, way_of
from rulesbase.desk.queue_rows import rows_of
from rulesbase.desk.queues import Item, Plan, Queue, chapter_key, chapters_of, plan_of
from rulesbase.desk.targets import desk_languages
from rulesbase.desk.views.editor_page import Desk, at_desk, known_language
from rulesbase.models import ActionLog, User
from rulesbase.study.authored.queues import waiting, waiting_notes
from rulesbase.translations.freshness_types import Freshness
from rulesbase.web.middleware.upload_limits import bounded

_PAGE = 40
_LATELY = 12


@never_cache
@desk_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Show what there is to do, by language, and what was done lately."""
    versions = catalogue()
    known = desk_languages(versions, tuple(code for code, _name in settings.LANGUAGES))
    mine = languages_of(request.user, TRANSLATE, known)
    way = way_of(request.GET, versions)
    version = version_of(versions, way)
    plans = [(code, language_word(code), plan_of(versions, code, checks=False, version=version)) for code in mine]
    curates = request.user.has_perm(CURATE)
    # Imports of English versions concern all who see every language.
    seen = [*mine, DEFAULT_LANGUAGE] if curates else mine
    lately = ActionLog.objects.filter(language__in=seen).select_related("author", "former")[:_LATELY]
    context: dict[str, object] = {"plans": plans, "volume": version, "lately": lately, "lineage": curates, "way": way}
    context["versions"] = [versions.latest, *announced(versions)]
    context["may_import"] = may_import(request.user)
    context |= {"questions": waiting(), "notes": waiting_notes() if curates else 0}
    return render(request, "curate/desk.html", context)


@never_cache
@language_role_required(TRANSLATE)
@require_safe
def queue(request: HttpRequest, language: str) -> HttpResponse:
    """Show one queue of a language, and how far each chapter is."""
    return queue_page(request, language)


def queue_page(request: HttpRequest, language: str, *, status: int = 200, problem: str = "") -> HttpResponse:
    """The page of a language; ``?queue=``, ``?chapter=``, ``?sort=`` and, before its day, ``?version=`` choose."""
    versions = catalogue()
    known_language(versions, language)
    way = way_of(request.GET, versions)
    plan = plan_of(versions, language, version=version_of(versions, way))
    context: dict[str, object] = {"language": language, "language_word": language_word(language), "problem": problem}
    if plan is None:
        return render(request, "curate/queue.html", context, status=status)
    name = _queue_name(request.GET.get("queue", ""), plan)
    chapter = request.GET.get("chapter", "")
    items = sorted_items(in_chapter(plan.queues[name], chapter), way.sort)
    page = Paginator(items, _PAGE).get_page(request.GET.get("page"))
    context |= {
        "plan": plan,
        "counts": plan.counts,
        "sheet_counts": plan.sheet.counts(),
        "queue": name,
        "way": way._replace(queue=name),
        "sorts": list(Sort),
        "versions": [versions.latest, *announced(versions)],
        "chapter": chapter,
        "chapters": chapters_of(versions, plan),
        "page": page,
        "total": len(items),
        "rows": rows_of(list(page.object_list), language),
        "others": _others(request, language),
        "may_edit": may(request.user, EDIT, language),
        "may_review": may(request.user, REVIEW, language),
        "can_bulk": name in (Queue.REFERENCES, Queue.TYPOGRAPHY),
    }
    return render(request, "curate/queue.html", context, status=status)


def _queue_name(asked: str, plan: Plan) -> str:
    """The queue that was asked for, else the first with anything to do."""
    if asked in plan.queues:
        return asked
    return next((name for name, items in plan.queues.items() if items), Queue.BEHIND)


def _others(request: HttpRequest, language: str) -> list[tuple[str, str]]:
    known = desk_languages(catalogue(), tuple(code for code, _name in settings.LANGUAGES))
    return [(code, own_name(code)) for code in languages_of(request.user, TRANSLATE, known)]


def in_chapter(items: tuple[Item, ...], chapter: str) -> tuple[Item, ...]:
    """Those of a chapter; all where none is named."""
    return tuple(item for item in items if chapter_key(item.cell) == chapter) if chapter else items


@never_cache
@language_role_required(TRANSLATE)
@require_safe
def next_in_queue(request: HttpRequest, language: str) -> HttpResponse:
    """Lead to the text that comes after (``?back``: before) one in a queue, also if that has left it."""
    versions = catalogue()
    known_language(versions, language)
    way = way_of(request.GET, versions)
    plan = plan_of(versions, language, checks=way.queue == Queue.CHECKS, version=version_of(versions, way))
    items = sorted_items(plan.queues.get(way.queue, ()) if plan else (), way.sort)
    found = _beside(items, request.GET.get("after", ""), request.GET.get("part", "0"), back="back" in request.GET)
    rows = rows_of([found], language) if found else []
    if not rows:
        messages.info(request, _("That was the last one of this queue."))
        return redirect(reverse("desk_queue", args=[language]) + (f"?{way.query}" if way.query else ""))
    part = f"part={rows[0].item.part}&" if rows[0].item.part else ""
    return redirect(reverse("desk_edit", args=[language, rows[0].public_id]) + f"?{part}{way.query}")


def _beside(items: tuple[Item, ...], number: str, part: str, *, back: bool) -> Item | None:
    here = [at for at, item in enumerate(items) if item.cell.number == number]
    exact = next((at for at in here if str(items[at].part) == part), here[0] if here else None)
    if exact is None:
        return items[0] if items else None
    at = exact - 1 if back else exact + 1
    return items[at] if 0 <= at < len(items) else None


@language_role_required(EDIT)
def _bulk_too_heavy(request: HttpRequest, language: str) -> HttpResponse:
    return queue_page(request, language, status=413, problem=_("This form is too large. Nothing was done."))


@never_cache
@bounded(MOST_BYTES, _bulk_too_heavy)
@language_role_required(EDIT)
@posted_from("desk_queue", "language")
def bulk(request: HttpRequest, language: str) -> HttpResponse:
    """Keep, or give the new numbers to, a whole queue or the rows that were ticked."""
    versions = catalogue()
    known_language(versions, language)
    form = BulkForm(request.POST)
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return queue_page(request, language, status=422, problem=words)
    said = form.cleaned_data
    numbers: set[str] | None = set(request.POST.getlist("number"))
    way = way_of(request.GET, versions)
    plan = plan_of(versions, language, checks=False, version=version_of(versions, way))
    if said["scope"] == "all" and plan:
        items = in_chapter(plan.queues[said["state"]], said["chapter"])
        numbers = {item.cell.number for item in items}
    try:
        done = work_off(language, Freshness(said["state"]), cast(User, request.user), said["reason"], numbers, way)
    except Refused as refusal:
        return queue_page(request, language, status=409, problem=str(refusal))
    _tell(request, done)
    query = way._replace(queue=said["state"]).query
    return redirect(reverse("desk_queue", args=[language]) + f"?{query}&done={done.batch}")


def _tell(request: HttpRequest, done: Done) -> None:
    words = ngettext("%(count)d text approved.", "%(count)d texts approved.", done.texts) % {"count": done.texts}
    if done.left:
        shown = ", ".join(done.left[:12]) + (" …" if len(done.left) > 12 else "")
        words += " " + _("Left alone, because somebody works on them or their numbers do not pair: %(places)s.") % {
            "places": shown
        }
    messages.success(request, words)


@language_role_required(EDIT)
def _batch_too_heavy(request: HttpRequest, language: str, number: str) -> HttpResponse:
    del number
    return queue_page(request, language, status=413, problem=_("This form is too large. Nothing was done."))


@never_cache
@bounded(MOST_BYTES, _batch_too_heavy)
@language_role_required(EDIT)
@posted_from("desk_queue", "language")
def batch(request: HttpRequest, language: str, number: str) -> HttpResponse:
    """Take back what was done to many texts at once."""
    known_language(catalogue(), language)
    try:
        reason = request.POST.get("reason", "")[:300]
        done = take_back(language, number, cast(User, request.user), reason)
    except Refused as refusal:
        return queue_page(request, language, status=409, problem=str(refusal))
    words = ngettext("%(count)d text taken back.", "%(count)d texts taken back.", done.texts) % {"count": done.texts}
    messages.success(request, words)
    return redirect("desk_queue", language)


@never_cache
@language_role_required(TRANSLATE)
@require_safe
@at_desk
def history(desk: Desk) -> HttpResponse:
    """Show every text that a rule had in a language, the difference of any two, and who did what."""
    life = life_of(desk.spot)
    sheet = sheet_of(desk.versions, desk.spot)
    asked = desk.request.GET
    old, new = life.text(asked.get("a", "")), life.text(asked.get("b", ""))
    if old is None and new is None and len(life.texts) > 1:
        new, old = life.texts[0], life.texts[1]
    context = {
        "desk": desk,
        "spot": desk.spot,
        "sheet": sheet,
        "language": desk.spot.language,
        "language_word": language_word(desk.spot.language),
        "life": life,
        "old": old,
        "new": new,
        "may_review": may(desk.user, REVIEW, desk.spot.language),
    }
    return render(desk.request, "curate/history.html", context)


@never_cache
@language_role_required(TRANSLATE)
@require_safe
def log(request: HttpRequest, language: str) -> HttpResponse:
    """Show what was done in a language, newest first."""
    known_language(catalogue(), language)
    rows = ActionLog.objects.filter(language=language).select_related("author", "former")
    wanted = request.GET.get("batch", "")
    if wanted:
        rows = rows.filter(batch=wanted[:32])
    page = Paginator(rows, 100).get_page(request.GET.get("page"))
    context = {
        "language": language,
        "language_word": language_word(language),
        "page": page,
        "batch": wanted,
        "may_edit": may(request.user, EDIT, language),
    }
    return render(request, "curate/log.html", context)
