"""Views of the desk that list many texts in one page, and that find the editor of a number."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import EDIT, REVIEW, TRANSLATE, may
from rulesbase.core.content_version import english_key
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.desk.bulk_actions import BulkResult
from rulesbase.desk.forms import MOST_BYTES, ReplaceForm
from rulesbase.desk.list_filters import ListFilterForm, filtered
from rulesbase.desk.list_html import ListHtml
from rulesbase.desk.queue_params import queue_around
from rulesbase.desk.queues import Queue, chapter_headings
from rulesbase.desk.replace_many import changed_texts, found_texts, replace_many
from rulesbase.desk.rows import listed_items, rows_for
from rulesbase.desk.statistics import statistics_of
from rulesbase.desk.targets import target_at
from rulesbase.desk.terminology.queries import agreed_words
from rulesbase.desk.views.editor_page import language_context, page_params, require_language
from rulesbase.desk.views.queues import too_heavy
from rulesbase.models import Translation, User
from rulesbase.translations.failed_checks import doubts_of
from rulesbase.translations.freshness_types import SAME_MEANING
from rulesbase.web.middleware.upload_limits import bounded

# Rows of a page: more than the largest chapter has.
_PAGE = 1000
# A whole version is read page by page.
_PAGE_OF_ALL = 200
# Texts of one replacement.
_MOST_REPLACED = 500


@language_role_required(TRANSLATE)
@require_safe
def listed(request: HttpRequest, language: str) -> HttpResponse:
    """Show the texts of a queue, a chapter or a search as a list in which each can be edited."""
    versions, params = page_params(request, language)
    user = cast(User, request.user)
    plan = queue_around(versions, language, params, user)
    form = ListFilterForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    context = {**language_context(request, language), "plan": plan, "params": params, "form": form}
    if plan is not None:
        items = filtered(listed_items(plan, params), language, asked, versions.stamp)
        size = _PAGE if params.chapter else _PAGE_OF_ALL
        page = Paginator(items, size).get_page(request.GET.get("page"))
        rows = rows_for(plan, list(page.object_list), user)
        cells = {row.item.cell.entry: row.item.cell for row in rows if row.item.text.state in SAME_MEANING}
        html = ListHtml(language, params.query, doubts_of(plan.stamp, language, cells.values()))
        context |= {
            "rows": html.rows(rows),
            "page": page,
            "total": len(items),
            "vocabulary": agreed_words(english_key(versions.stamp), language),
            "may_approve": may(user, REVIEW, language),
            "four_eyes": settings.FOUR_EYES,
            "main_verb": "approve" if params.queue == Queue.REVIEW and may(user, REVIEW, language) else "submit",
            "queues": list(plan.queues),
            "authors": authors_of(language),
            "chapters": chapter_headings(versions, plan).items(),
        }
    return render(request, "desk/list.html", context)


def authors_of(language: str) -> list[str]:
    """Return the names of the people who wrote translations into a language. One query."""
    rows = Translation.objects.filter(language=language, author__isnull=False).order_by()
    return sorted(rows.values_list("author__username", flat=True).distinct())


@language_role_required(TRANSLATE)
@require_safe
def statistics(request: HttpRequest, language: str) -> HttpResponse:
    """Show what each person translated and reviewed by week, and how far the language is."""
    versions, params = page_params(request, language)
    context = {
        **language_context(request, language),
        "plan": queue_around(versions, language, params, cast(User, request.user)),
        "statistics": statistics_of(language),
    }
    return render(request, "desk/statistics.html", context)


@bounded(MOST_BYTES, too_heavy)
@language_role_required(EDIT)
@require_http_methods(["GET", "HEAD", "POST"])
def replace(request: HttpRequest, language: str) -> HttpResponse:
    """Preview a replacement in many texts; on POST store the chosen ones."""
    versions, params = page_params(request, language)
    params = params._replace(queue="")
    user = cast(User, request.user)
    form = ReplaceForm(request.POST or request.GET) if "find" in (request.POST or request.GET) else ReplaceForm()
    context = {**language_context(request, language), "form": form, "params": params}
    if not form.is_valid():
        return render(request, "desk/replace.html", context, status=422 if request.method == "POST" else 200)
    data = form.cleaned_data
    if request.method == "POST":
        chosen = {read_number(key, -1) for key in request.POST.getlist("text")} - {-1}
        words = data["find"], data["instead"], data["reason"]
        try:
            done = replace_many(language, user, *words, chosen, params)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            _show_replaced(request, done)
            return redirect(reverse("desk_log", args=[language]) + f"?batch={done.batch}")
    plan = queue_around(versions, language, params, user)
    found = found_texts(plan, params, data["find"]) if plan else []
    shown = changed_texts(language, found[:_MOST_REPLACED], data["find"], data["instead"])
    context |= {"found": shown, "more": max(0, len(found) - _MOST_REPLACED), "asked": True}
    return render(request, "desk/replace.html", context, status=409 if "problem" in context else 200)


def _show_replaced(request: HttpRequest, done: BulkResult) -> None:
    """Add a message with the counts of a replacement and the numbers of the texts that it skipped."""
    words = ngettext(
        "The words were replaced in %(count)d text.", "The words were replaced in %(count)d texts.", done.texts
    ) % {"count": done.texts}
    if settings.FOUR_EYES:
        words += " " + _("Readers see the changes after a review.")
    if done.left:
        words += " " + _("Not replaced: %(places)s. Each of these texts fails a check.") % {
            "places": ", ".join(done.left)
        }
    if done.changed_since:
        words += " " + ngettext(
            "%(count)d text has changed since the preview and was not replaced.",
            "%(count)d texts have changed since the preview and were not replaced.",
            done.changed_since,
        ) % {"count": done.changed_since}
    messages.success(request, words)


@language_role_required(TRANSLATE)
@require_safe
def at_number(request: HttpRequest, language: str, date: str, number: str) -> HttpResponse:
    """Redirect to the editor of the Rule that has a number in a version."""
    versions = require_language(language)
    target = target_at(versions, language, date, number)
    if target is None:
        raise Http404(_("This version does not have this text."))
    return redirect("desk_edit", language, target.public_id)
