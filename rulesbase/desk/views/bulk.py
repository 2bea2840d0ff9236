"""Views of bulk actions at the desk: approve or replace in many texts, and undo."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import EDIT
from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.core.redirects import posted_from
from rulesbase.desk.bulk_actions import BulkResult, bulk_approve, undo_batch
from rulesbase.desk.forms import MAX_BYTES, BulkForm, ReplaceForm
from rulesbase.desk.queue_params import items_of, queue_around, version_of
from rulesbase.desk.queues import plan_of
from rulesbase.desk.replace_many import changed_texts, found_texts, replace_many
from rulesbase.desk.rows import names_by_number
from rulesbase.desk.views.history import log_page
from rulesbase.desk.views.queues import queue_page
from rulesbase.desk.views.requests import language_context, page_params, require_language
from rulesbase.models import User
from rulesbase.translations.freshness_types import Freshness
from rulesbase.web.middleware.upload_limits import limit_body

# Texts of one replacement.
_MOST_REPLACED = 500


@language_role_required(EDIT)
def too_large(request: HttpRequest, /, *_args: Any, **where: Any) -> HttpResponse:
    """Refuse a form that is too large."""
    return queue_page(
        request,
        where["language"],
        status=413,
        problem=_("This form is too large. Nothing was changed. Send fewer or shorter texts."),
    )


@limit_body(MAX_BYTES, too_large)
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
    texts = set(request.POST.getlist("number"))
    plan = plan_of(versions, language, checks=False, version=version_of(versions, params))
    if data["scope"] == "all" and plan:
        items = items_of(plan, params._replace(queue=data["state"], chapter=data["chapter"]))
        texts = {item.number_and_part for item in items}
    elif not texts:
        return queue_page(request, language, status=422, problem=_("Select at least one text."), reason=reason)
    try:
        done = bulk_approve(
            language,
            Freshness(data["state"]),
            cast(User, request.user),
            data["reason"],
            params=params,
            texts=texts,
        )
    except Refused as refusal:
        return queue_page(request, language, status=409, problem=str(refusal), reason=reason)
    _show_approved(request, versions, done)
    query = params._replace(queue=data["state"]).query
    return redirect(reverse("desk_queue", args=[language]) + f"?{query}")


def _show_approved(request: HttpRequest, versions: Catalogue, done: BulkResult) -> None:
    """Add a message with the count of a bulk action and the names of the texts that it skipped."""
    words = []
    if done.texts or not done.left:
        count = ngettext("%(count)d text approved.", "%(count)d texts approved.", done.texts)
        words.append(count % {"count": done.texts})
    if done.left:
        names = names_by_number(versions, done.left[:12]).values()
        shown = ", ".join(names) + (" …" if len(done.left) > 12 else "")
        left = _(
            "Not approved: %(places)s. Each of these texts has a newer draft, is waiting for review, has numbers that "
            "differ from the English, or fails a check."
        )
        words.append(left % {"places": shown})
    level = messages.SUCCESS if done.texts else messages.WARNING
    messages.add_message(request, level, " ".join(words))


@limit_body(MAX_BYTES, too_large)
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
            _show_replaced(request, versions, done)
            return redirect(reverse("desk_log", args=[language]) + f"?batch={done.batch}")
    plan = queue_around(versions, language, params, user)
    found = found_texts(plan, params, data["find"]) if plan else []
    shown = changed_texts(language, found[:_MOST_REPLACED], data["find"], data["instead"])
    context |= {"found": shown, "more": max(0, len(found) - _MOST_REPLACED), "asked": True}
    return render(request, "desk/replace.html", context, status=409 if "problem" in context else 200)


def _show_replaced(request: HttpRequest, versions: Catalogue, done: BulkResult) -> None:
    """Add a message with the counts of a replacement and the names of the texts that it skipped."""
    words = ngettext(
        "The words were replaced in %(count)d text.", "The words were replaced in %(count)d texts.", done.texts
    ) % {"count": done.texts}
    if settings.FOUR_EYES:
        words += " " + _("Readers see the changes after a review.")
    if done.left:
        words += " " + _("Not replaced: %(places)s. Each of these texts fails a check.") % {
            "places": ", ".join(names_by_number(versions, done.left).values())
        }
    if done.changed_since:
        words += " " + ngettext(
            "%(count)d text has changed since the preview and was not replaced.",
            "%(count)d texts have changed since the preview and were not replaced.",
            done.changed_since,
        ) % {"count": done.changed_since}
    messages.success(request, words)


@limit_body(MAX_BYTES, too_large)
@language_role_required(EDIT)
@posted_from("desk_queue", "language")
def batch(request: HttpRequest, language: str, number: str) -> HttpResponse:
    """Undo a bulk action."""
    require_language(language)
    try:
        reason = request.POST.get("reason", "")[:300]
        done = undo_batch(language, number, cast(User, request.user), reason)
    except Refused as refusal:
        return log_page(request, language, number, status=409, problem=str(refusal))
    words = ngettext("%(count)d change undone.", "%(count)d changes undone.", done.texts) % {"count": done.texts}
    messages.success(request, words)
    return redirect("desk_queue", language)
