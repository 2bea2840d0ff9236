"""The editor of the desk: a text is opened, kept while it is typed, saved, reviewed, and mended."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import REVIEW, TRANSLATE, may
from rulesbase.core.errors import Refused
from rulesbase.desk import actions as desk_actions
from rulesbase.desk import bulk_actions
from rulesbase.desk.actions import Conflict
from rulesbase.desk.drafts import OtherWindow, autosave, discard, drafts_of, others_at
from rulesbase.desk.editor import Field
from rulesbase.desk.forms import MOST, MOST_BYTES, TOO_LONG, TextForm, TypingForm, WordsForm
from rulesbase.desk.history import earlier_text
from rulesbase.desk.targets import newest_of
from rulesbase.desk.views.editor_page import Desk, at_desk, checked, editor, form_of
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import Translation
from rulesbase.web.middleware.upload_limits import bounded

# What the buttons do, and whom they are for.
_WRITES = {"save": TRANSLATE, "submit": TRANSLATE, "mend": TRANSLATE, "approve": REVIEW}
_SAYS = {
    "comment": TRANSLATE,
    "discard": TRANSLATE,
    "revert": TRANSLATE,
    "return": REVIEW,
    "keep": REVIEW,
    "adopt": REVIEW,
    "withdraw": REVIEW,
}
# After these there is nothing more to do with the text, and the next of the queue comes.
_ENDS = ("submit", "approve", "return", "keep", "adopt")


@language_role_required(TRANSLATE)
@at_desk
def edit_too_heavy(desk: Desk) -> HttpResponse:
    """Refuse a form that is too heavy, at its field; what was kept while it was typed stays."""
    return editor(desk, status=413, errors={"text": [TOO_LONG % {"limit_value": MOST}]})


@never_cache
@bounded(MOST_BYTES, edit_too_heavy)
@language_role_required(TRANSLATE)
@require_http_methods(["GET", "HEAD", "POST"])
@at_desk
def edit(desk: Desk) -> HttpResponse:
    """Show a text with all that its translator needs; do with it what the button says."""
    if desk.request.method != "POST":
        return editor(desk)
    verb = desk.request.POST.get("verb", "mend" if "mend" in desk.request.POST else "")
    role = (_WRITES | _SAYS).get(verb)
    if role is None:
        return HttpResponseBadRequest(_("There is no such action."))
    if not may(desk.user, role, desk.spot.language):
        raise PermissionDenied
    act = _write if verb in _WRITES else _say
    try:
        return act(desk, verb)
    except Conflict as conflict:
        return _conflict(desk, conflict)
    except Refused as refusal:
        return editor(desk, status=409, problem=str(refusal), field=_sent(desk))


def _write(desk: Desk, verb: str) -> HttpResponse:
    """Verbs that come with a text. It is kept first, so that nothing that follows can lose it."""
    if verb == "approve" and "text" not in desk.request.POST and "heading" not in desk.request.POST:
        return _say(desk, verb)
    form = form_of(desk)
    if not form.is_valid():
        return editor(desk, status=422, errors=dict(form.errors), field=_sent(desk, form))
    said = form.cleaned_data
    spot, base, typed = desk.spot, said["base"], form.typed
    if verb == "mend":
        return _mend(desk, form)
    autosave(spot, desk.user, said["heading"], said["text"], base)
    if verb == "approve":
        made = desk_actions.submit_and_approve(
            spot, said["heading"], typed, base, said["seen"], desk.user, said["reason"]
        )
    else:
        store = desk_actions.submit if verb == "submit" else desk_actions.save_draft
        made = store(spot, said["heading"], typed, base, desk.user, said["reason"])
    return _after(desk, verb, made)


def _mend(desk: Desk, form: TextForm) -> HttpResponse:
    """Put the mended words into the fields; nothing is saved but the draft."""
    said = form.cleaned_data
    found = checked(desk, said["heading"], form.typed)["findings"]
    which = desk.request.POST.get("mend", "")
    check = found[int(which)] if which.isdecimal() and len(which) < 9 and int(which) < len(found) else None
    heading, text = said["heading"], said["text"]
    if check and check.mended is not None:
        heading, text = (check.mended, text) if check.finding.field == "heading" else (heading, check.mended)
    autosave(desk.spot, desk.user, heading, text, said["base"])
    return redirect(f"{desk.address}#checks")


def _say(desk: Desk, verb: str) -> HttpResponse:
    """Verbs that come with words about a text at most."""
    form = WordsForm(desk.request.POST)
    if not form.is_valid():
        return editor(desk, status=422, errors=dict(form.errors), field=_sent(desk))
    said = form.cleaned_data
    doings: dict[str, Callable[[], Any]] = {
        "comment": lambda: desk_actions.comment_on(desk.spot, said["base"], said["comment"], desk.user),
        "return": lambda: desk_actions.send_back(desk.spot, said["base"], said["comment"], desk.user),
        "withdraw": lambda: desk_actions.withdraw(desk.spot, said["base"], desk.user, said["reason"]),
        "keep": lambda: bulk_actions.keep_approved(desk.versions, desk.spot, desk.user, said["reason"]),
        "adopt": lambda: bulk_actions.adopt_numbers(desk.versions, desk.spot, desk.user, said["reason"]),
        "discard": lambda: discard(desk.spot, desk.user),
        "revert": lambda: _revert(desk, said),
        "approve": lambda: desk_actions.approve(desk.spot, said["base"], _seen(desk), desk.user, said["reason"]),
    }
    made = doings[verb]()
    return _after(desk, verb, made if isinstance(made, Translation) else None)


def _seen(desk: Desk) -> int | None:
    seen = desk.request.POST.get("seen", "")
    return int(seen) if seen.isdecimal() and len(seen) < 19 else None


def _revert(desk: Desk, said: dict[str, Any]) -> Translation:
    """Take up a text of the history again: one of this Rule and language."""
    to = earlier_text(desk.spot, said["to"] or 0)
    if to is None:
        raise Refused(_("This text is not in the history of this rule."))
    return desk_actions.revert(desk.spot, to, said["base"], desk.user, said["reason"])


def _after(desk: Desk, verb: str, made: Translation | None) -> HttpResponse:
    """Say what was done, and lead on: to the next of the queue if the text is done with."""
    number = desk.spot.entry.number
    said = {
        "save": _("Saved as a draft."),
        "submit": _("%(number)s waits for review now."),
        "approve": _("%(number)s is approved: readers see it."),
        "return": _("%(number)s went back to its translator."),
        "comment": _("The comment stands."),
        "discard": _("What you had typed is forgotten."),
        "keep": _("%(number)s stays as it is, approved for the English of today."),
        "adopt": _("%(number)s has the numbers of today."),
        "withdraw": _("Withdrawn: readers do not see it any more."),
        "revert": _("The earlier text is the newest again."),
    }
    words = said[verb] % {"number": number}
    if verb == "submit" and made and made.status == Translation.Status.APPROVED:
        words = _("This very text is approved already.")
    messages.success(desk.request, words)
    if verb in _ENDS and desk.queue:
        after = f"?{desk.way.query}&after={number}&part={desk.spot.part}"
        return redirect(reverse("desk_next", args=[desk.spot.language]) + after)
    return redirect(desk.address)


def _sent(desk: Desk, form: TextForm | None = None) -> Field | None:
    """What was sent, to stand in the fields again; None where nothing was, or where it cannot be written."""
    post = desk.request.POST
    if "text" not in post and "heading" not in post:
        return None
    heading, text = (post.get(name, "")[: 2 * MOST] for name in ("heading", "text"))
    return Field(heading, text, "sent")


def _conflict(desk: Desk, conflict: Conflict) -> HttpResponse:
    """Show both texts and their difference. Saving again puts this one on top of the other, which stays too."""
    newest = newest_of(desk.spot)
    sent = _sent(desk)
    context = {
        "conflict": conflict.newest or newest,
        "conflict_text": marked(newest.wording.text, newest.wording.emphasis_spans) if newest else "",
        "conflict_verb": desk.request.POST.get("verb", ""),
        "base": newest.revision if newest else 0,
    }
    return editor(desk, status=409, field=sent, **context)


@language_role_required(TRANSLATE)
@at_desk
def draft_too_heavy(desk: Desk) -> HttpResponse:
    """Refuse to keep what is too heavy."""
    return JsonResponse({"errors": {"text": [TOO_LONG % {"limit_value": MOST}]}}, status=413)


@never_cache
@bounded(MOST_BYTES, draft_too_heavy)
@language_role_required(TRANSLATE)
@require_POST
@at_desk
def draft(desk: Desk) -> HttpResponse:
    """Keep what is being typed, and tell who else is here and which revision is the newest. JSON."""
    form = TypingForm(desk.request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": dict(form.errors)}, status=422)
    said = form.cleaned_data
    try:
        kept = autosave(desk.spot, desk.user, said["heading"], said["text"], said["base"], said["saves"])
    except OtherWindow as other:
        words = _("You typed in another window since. Load this page again to see it; here nothing is kept any more.")
        return JsonResponse({"problem": words, "saves": other.draft.saves}, status=409)
    newest = newest_of(desk.spot)
    others = others_at(drafts_of(desk.spot), desk.user)
    return JsonResponse(
        {
            "saves": kept.saves,
            "newest": newest.revision if newest else 0,
            "by": newest.author_name if newest else "",
            "others": [one.name for one in others],
        }
    )


@never_cache
@bounded(MOST_BYTES, draft_too_heavy)
@language_role_required(TRANSLATE)
@require_POST
@at_desk
def checks(desk: Desk) -> HttpResponse:
    """What the checks say of a text as it is typed. A fragment."""
    form = TypingForm(desk.request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": dict(form.errors)}, status=422)
    found = checked(desk, form.cleaned_data["heading"], form.typed)
    return render(desk.request, "curate/_checks.html", found | {"spot": desk.spot})
