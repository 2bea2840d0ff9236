"""Views of the translation editor: show, autosave, check, save and review a text; find the editor of a number."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import TRANSLATE
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.desk import actions as desk_actions
from rulesbase.desk.actions import Conflict
from rulesbase.desk.bulk_actions import approve_one
from rulesbase.desk.comments import mail_mentions, mail_return, resolve
from rulesbase.desk.drafts import DraftConflict, autosave, delete_draft, drafts_of, other_editors
from rulesbase.desk.editor_data import FieldContent, editor_data, field_content
from rulesbase.desk.forms import MAX_BYTES, TOO_LONG, TextForm, TypingForm, WordsForm
from rulesbase.desk.history import text_history
from rulesbase.desk.queue_params import adjacent, editor_at, queue_around
from rulesbase.desk.rights import ROLE_OF, require_right
from rulesbase.desk.run_checks import MOST_CHARACTERS
from rulesbase.desk.targets import newest_of
from rulesbase.desk.views.queues import to_item
from rulesbase.desk.views.render_editor import check_results, render_editor
from rulesbase.desk.views.requests import EditorRequest, require_language, with_target
from rulesbase.models import ActionLog, Translation
from rulesbase.translations.memory import matches
from rulesbase.web.middleware.upload_limits import limit_body

Status = Translation.Status
# Actions that send a text. Rows of the list have buttons for the first three only.
_ROW_VERBS = ("save", "submit", "approve")
_TEXT_VERBS = (*_ROW_VERBS, "fix")
# Matches of the translation memory beside an empty row of the list.
_ROW_MATCHES = 2
# Actions of the form that do not store its text: it is autosaved first.
_AUTOSAVED_BEFORE = ("comment", "return", "resolve")
# After these the next text of the queue is opened.
_NEXT_AFTER = ("submit", "approve", "return", "keep", "adopt")


@language_role_required(TRANSLATE)
@with_target
def edit_too_large(desk: EditorRequest) -> HttpResponse:
    """Refuse a form that is too large, with the error at its field; the autosaved draft stays."""
    return render_editor(desk, status=413, errors={"text": [TOO_LONG % {"limit_value": MOST_CHARACTERS}]})


@limit_body(MAX_BYTES, edit_too_large)
@language_role_required(TRANSLATE)
@require_http_methods(["GET", "HEAD", "POST"])
@with_target
def edit(desk: EditorRequest) -> HttpResponse:
    """Show the editor of a text; on POST perform the action of the button.

    A script that asks for JSON gets the address to go to, so that it can tell success from a sign-in page; for a row of
    the list it gets the new state of the row.
    """
    if desk.request.method != "POST":
        return render_editor(desk)
    # These two buttons name a finding or a comment.
    verb = desk.request.POST.get("verb") or next((name for name in ("fix", "resolve") if name in desk.request.POST), "")
    as_json = desk.request.headers.get("Accept") == "application/json"
    is_row = as_json and "row" in desk.request.POST
    if verb not in (_ROW_VERBS if is_row else ROLE_OF):
        return HttpResponseBadRequest(_("This action does not exist."))
    # Before the action: it would autosave the text first.
    require_right(desk.user, verb, desk.target.language)
    return _edit_row(desk, verb) if is_row else _edit_page(desk, verb, as_json=as_json)


def _edit_row(desk: EditorRequest, verb: str) -> HttpResponse:
    """Perform the action of a row of the list; return its new state, or the problem, as JSON."""
    before = newest_of(desk.target)
    try:
        made = _perform(desk, verb)
    except ValidationError as invalid:
        return JsonResponse({"problem": " ".join(invalid.messages)}, status=422)
    except Conflict as conflict:
        words = _(
            "Another person saved a newer text. Your text is saved as a draft. Open the editor to see both texts."
        )
        if _approves_waiting_text(desk, verb):
            words = _("The text was not approved: another person saved a newer text. Load the page again to read it.")
        elif conflict.newest is not None and conflict.newest.author_id == desk.user.pk:
            words = _(
                "You have this text open in another window and saved a newer text there. "
                "The text of this window is saved as a draft. Open the editor to see both texts."
            )
        return JsonResponse({"problem": words}, status=409)
    except Refused as refusal:
        return JsonResponse({"problem": str(refusal)}, status=409)
    revision = made.revision if made else 0
    approved = desk_actions.approved_of(desk.target)
    return JsonResponse({"revision": revision, "approved": approved, "message": _message(desk, verb, before, made)})


def _edit_page(desk: EditorRequest, verb: str, *, as_json: bool) -> HttpResponse:
    """Perform the action of a button of the editor; redirect, or show the editor with the problem."""
    goes_on = verb in _NEXT_AFTER and bool(desk.params.queue)
    # Read before the action, while the text still has its place in the queue.
    plan = queue_around(desk.versions, desk.target.language, desk.params, desk.user) if goes_on else None
    onwards = adjacent(plan, desk.params, desk.target.entry.number, desk.target.part) if plan else None
    before = newest_of(desk.target)
    try:
        made = _perform(desk, verb)
    except ValidationError as invalid:
        return render_editor(desk, status=422, errors=invalid.message_dict, field=_sent(desk))
    except Conflict as conflict:
        return _conflict(desk, conflict)
    except Refused as refusal:
        return render_editor(desk, status=409, problem=str(refusal), field=_sent(desk))
    if message := _message(desk, verb, before, made):
        messages.success(desk.request, message)
    if goes_on:
        answer = to_item(desk.request, desk.target.language, desk.params, onwards)
    else:
        answer = redirect(f"{desk.address}#checks" if verb == "fix" else desk.address)
    return JsonResponse({"next": answer.headers["Location"]}) if as_json else answer


def _perform(desk: EditorRequest, verb: str) -> Translation | None:
    """Perform an action; return the translation stored or changed. Raises ValidationError, Conflict, Refused."""
    act = _act_with_text if verb in _TEXT_VERBS and not _approves_waiting_text(desk, verb) else _act_without_text
    return act(desk, verb)


def _approves_waiting_text(desk: EditorRequest, verb: str) -> bool:
    """Return whether a reviewer approves the waiting text without sending one."""
    return verb == "approve" and "text" not in desk.request.POST and "heading" not in desk.request.POST


def _act_with_text(desk: EditorRequest, verb: str) -> Translation | None:
    """Perform an action that sends a text. Autosave it first, so that no later error loses it."""
    form, words = TextForm(desk.target.original, desk.request.POST), WordsForm(desk.request.POST)
    if not form.is_valid() or not words.is_valid():
        raise ValidationError(form.errors.as_data() | words.errors.as_data())
    data = form.cleaned_data
    target, base, typed = desk.target, data["base"], form.typed
    if verb == "fix":
        _apply_fix(desk, form)
        return None
    autosave(target, desk.user, data["heading"], data["text"], base)
    if verb == "approve":
        made = desk_actions.submit_and_approve(
            target, data["heading"], typed, base, data["seen"], desk.user, data["reason"]
        )
    else:
        made = desk_actions.save(
            target, data["heading"], typed, base, desk.user, data["reason"], submit=verb == "submit"
        )
    if words.cleaned_data["comment"].strip():
        _comment(desk, words.cleaned_data | {"base": made.revision})
    return made


def _apply_fix(desk: EditorRequest, form: TextForm) -> None:
    """Apply the automatic fix of a check to the draft."""
    data = form.cleaned_data
    found = check_results(desk, data["heading"], form.typed)["findings"]
    which = read_number(desk.request.POST.get("fix"), len(found))
    check = found[which] if which < len(found) else None
    heading, text = data["heading"], data["text"]
    if check and check.fixed is not None:
        heading, text = (check.fixed, text) if check.field == "heading" else (heading, check.fixed)
    autosave(desk.target, desk.user, heading, text, data["base"])


def _act_without_text(desk: EditorRequest, verb: str) -> Translation | None:
    """Perform an action that sends at most a comment or reason."""
    form = WordsForm(desk.request.POST)
    if not form.is_valid():
        raise ValidationError(form.errors.as_data())
    if verb in _AUTOSAVED_BEFORE:
        _autosave_typed(desk)
    data = form.cleaned_data
    seen = read_number(desk.request.POST.get("seen"), None)
    actions: dict[str, Callable[[], Translation | None]] = {
        "comment": lambda: _comment(desk, data),
        "return": lambda: _return(desk, data),
        "resolve": lambda: resolve(desk.target, data["resolve"] or 0, desk.user),
        "withdraw": lambda: desk_actions.withdraw(desk.target, data["base"], desk.user, data["reason"]),
        "keep": lambda: approve_one(desk.versions, desk.target, ActionLog.Verb.CONFIRMED, desk.user, data["reason"]),
        "adopt": lambda: approve_one(desk.versions, desk.target, ActionLog.Verb.ADOPTED, desk.user, data["reason"]),
        "discard": lambda: delete_draft(desk.target, desk.user),
        "revert": lambda: _revert(desk, data),
        "approve": lambda: desk_actions.approve(desk.target, data["base"], seen, desk.user, data["reason"]),
    }
    return actions[verb]()


def _autosave_typed(desk: EditorRequest) -> None:
    """Autosave a sent text that differs from the text in the fields when they were opened.

    Raises ValidationError, and Refused if the user typed in another window since.
    """
    sent = _sent(desk)
    shown = field_content(editor_data(desk.versions, desk.target), None)
    if sent is None or sent in (_opened_text(desk), shown._replace(is_older=False)):
        return
    form = TypingForm(desk.request.POST)
    if not form.is_valid():
        raise ValidationError(form.errors.as_data())
    data = form.cleaned_data
    try:
        autosave(desk.target, desk.user, data["heading"], data["text"], data["base"], data["saves"])
    except DraftConflict:
        raise Refused(
            _(
                "Nothing was saved: you typed another text in another window. To replace it with the text below, press "
                "the button again."
            )
        ) from None


def _comment(desk: EditorRequest, data: dict[str, Any]) -> None:
    """Comment on the newest text, and mail the people whom the comment names."""
    desk_actions.comment_on(desk.target, data["base"], data["comment"], desk.user)
    mail_mentions(desk.target, data["comment"], desk.user, desk.request.build_absolute_uri("/"))


def _return(desk: EditorRequest, data: dict[str, Any]) -> Translation:
    """Return the text to its translator, with a mail."""
    made = desk_actions.send_back(desk.target, data["base"], data["comment"], desk.user)
    mail_return(desk.target, made, data["comment"], desk.user, desk.request.build_absolute_uri("/"))
    return made


def _revert(desk: EditorRequest, data: dict[str, Any]) -> Translation:
    """Revert to a text of the history of this Rule and language."""
    past = text_history(desk.target).text(str(data["to"]))
    if past is None:
        raise Refused(_("This translation is not in the history of this rule. Choose one from the history."))
    return desk_actions.revert(desk.target, past.row, data["base"], desk.user, data["reason"])


def _message(desk: EditorRequest, verb: str, before: Translation | None, made: Translation | None) -> str:
    """Return the message after an action; empty after the fix of a check, which the field shows.

    ``before`` is the newest text before the action.
    """
    if before and made and (made.pk, made.status) == (before.pk, before.status) and made.status != Status.DRAFT:
        return _unchanged_message(desk, made)
    if verb == "withdraw" and desk_actions.approved_of(desk.target):
        return _("The translation was withdrawn. Readers see the imported text again.")
    if verb == "revert" and made and made.status == Status.DRAFT:
        return _("The earlier text was restored as a draft. Adapt it to the current English and send it for review.")
    if verb == "revert" and made and made.status == Status.REVIEW:
        return _("The earlier text was restored and sent for review.")
    messages_by_verb = {
        "save": _("Saved as a draft."),
        "submit": _("The translation of %(number)s was sent for review."),
        "approve": _("The translation of %(number)s is approved. Readers see it now."),
        "return": _("The translation of %(number)s was returned to its translator."),
        "comment": _("Comment saved."),
        "resolve": _("Comment resolved."),
        "discard": _("Draft discarded."),
        "keep": _("The translation of %(number)s was not changed. It is now approved for the current English text."),
        "adopt": _("The translation of %(number)s now has the current rule numbers."),
        "withdraw": _("The translation was withdrawn. Readers no longer see it."),
        "revert": _("The earlier text was restored."),
    }
    return messages_by_verb.get(verb, "") % {"number": desk.target.name}


def _unchanged_message(desk: EditorRequest, row: Translation) -> str:
    """Return the message after a text was sent that is already in review or approved.

    Its comment and its reason were saved.
    """
    if desk.request.POST.get("comment", "").strip():
        return _("Comment saved.")
    has_reason = bool(desk.request.POST.get("reason", "").strip())
    if row.status == Status.REVIEW and has_reason:
        return _("Reason saved. The text was not changed: it is already in review.")
    if row.status == Status.REVIEW:
        return _("Nothing was changed: this text is already in review.")
    if has_reason:
        return _("Reason saved. The text was not changed: it is already approved.")
    return _("Nothing was changed: this text is already approved.")


def _sent(desk: EditorRequest) -> FieldContent | None:
    """Return the sent text for the fields; None if no text was sent."""
    post = desk.request.POST
    if "text" not in post and "heading" not in post:
        return None
    heading, text = (post.get(name, "")[: 2 * MOST_CHARACTERS].replace("\r\n", "\n") for name in ("heading", "text"))
    return FieldContent(heading, text)


def _conflict(desk: EditorRequest, conflict: Conflict) -> HttpResponse:
    """Show both texts and their difference. Saving again adds this text as the next revision.

    If nothing was typed here, show the newer text in the fields.
    """
    newest = newest_of(desk.target) or conflict.newest
    newest_text = FieldContent.of(newest.wording) if newest else None
    verb, sent, opened = desk.request.POST.get("verb", ""), _sent(desk), _opened_text(desk)
    is_unchanged = newest is not None and opened is not None and sent in (None, opened)
    if is_unchanged and verb in _TEXT_VERBS:
        # The draft that was saved just now is the text of somebody else.
        delete_draft(desk.target, desk.user)
    context = {
        "conflict": newest,
        "conflict_text": newest_text.text if newest_text else "",
        "conflict_verb": verb,
        "opened_text": opened.text if opened and is_unchanged else None,
        "base": newest.revision if newest else 0,
    }
    return render_editor(desk, status=409, field=newest_text if is_unchanged else sent, **context)


def _opened_text(desk: EditorRequest) -> FieldContent | None:
    """Return the text on which the sent one is based; None if it is the first."""
    base = read_number(desk.request.POST.get("base"), 0)
    row = desk.target.slot.filter(revision=base).select_related("wording").first()
    return FieldContent.of(row.wording) if row else None


@language_role_required(TRANSLATE)
@with_target
def draft_too_large(desk: EditorRequest) -> HttpResponse:
    """Refuse an autosave that is too large."""
    return JsonResponse({"errors": {"text": [TOO_LONG % {"limit_value": MOST_CHARACTERS}]}}, status=413)


@limit_body(MAX_BYTES, draft_too_large)
@language_role_required(TRANSLATE)
@require_POST
@with_target
def draft(desk: EditorRequest) -> HttpResponse:
    """Autosave the text; return the other editors and the newest revision as JSON."""
    form = TypingForm(desk.request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": dict(form.errors)}, status=422)
    data = form.cleaned_data
    try:
        draft_row = autosave(desk.target, desk.user, data["heading"], data["text"], data["base"], data["saves"])
    except DraftConflict as other:
        message = _(
            "You have this text open in another window and typed there. The text in this window is saved in this "
            "browser only. Load the page again."
        )
        return JsonResponse({"problem": message, "saves": other.draft.saves}, status=409)
    newest = newest_of(desk.target)
    return JsonResponse(
        {
            "saves": draft_row.saves,
            "newest": newest.revision if newest else 0,
            "by": newest.author_name if newest else "",
            "others": other_editors(drafts_of(desk.target), desk.user),
        }
    )


@limit_body(MAX_BYTES, draft_too_large)
@language_role_required(TRANSLATE)
@require_POST
@with_target
def checks(desk: EditorRequest) -> HttpResponse:
    """Return the findings of the checks as an HTML fragment; for an empty row of the list similar translated texts."""
    form = TypingForm(desk.request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": dict(form.errors)}, status=422)
    if "row" in desk.request.POST and not form.typed.text and not form.cleaned_data["heading"]:
        return _row_memory(desk)
    found = check_results(desk, form.cleaned_data["heading"], form.typed)
    return render(desk.request, "desk/_checks.html", found)


def _row_memory(desk: EditorRequest) -> HttpResponse:
    original, language = desk.target.original, desk.target.language
    english = original.text or original.heading
    context = {
        "matches": matches(language, english, _ROW_MATCHES, without=original.pk),
        "english": english,
        "field": "text" if original.text else "heading",
        "language": language,
    }
    return render(desk.request, "desk/_row_memory.html", context)


@language_role_required(TRANSLATE)
@require_safe
def at_number(request: HttpRequest, language: str, date: str, number: str) -> HttpResponse:
    """Redirect to the editor of the Rule that has a number in a version."""
    versions = require_language(language)
    address = editor_at(versions, language, date, number)
    if address is None:
        raise Http404(_("The version that is being translated does not have this text."))
    return redirect(address)
