"""The editor of written questions: write, preview, review, publish."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rulesbase.accounts.permissions import desk_required
from rulesbase.accounts.roles import CURATE, TRANSLATE, may
from rulesbase.core.errors import Refused
from rulesbase.engine.questions.markup import Content
from rulesbase.models import User, WrittenCitation, WrittenQuestion, WrittenRevision
from rulesbase.study.authored import actions as verbs
from rulesbase.study.authored.citations import as_of_today, doubts, settle_citations, texts_now
from rulesbase.study.authored.content import InvalidQuestion, as_json, cleaned, known_languages
from rulesbase.study.authored.feedback import open_notes
from rulesbase.study.authored.forms import MOST_BYTES, QuestionForm, initial_of
from rulesbase.study.authored.html import preview
from rulesbase.study.authored.views.queue import differences, written_or_404
from rulesbase.study.questions.render import RenderedQuestion
from rulesbase.web.middleware.upload_limits import bounded

# Actions with and without a text; True if they are only for curators.
_WRITES = {"preview": False, "save": False, "submit": False, "publish": True}
_DECISIONS = {"return": True, "retire": True, "take_up": True, "keep": True}


class _EditorState(NamedTuple):
    """A question in the editor: the stored question, and the request."""

    request: HttpRequest
    written: WrittenQuestion | None
    newest: WrittenRevision | None

    @property
    def user(self) -> User:
        return cast(User, self.request.user)

    @property
    def languages(self) -> list[str]:
        """Return the languages in which this user may write."""
        curates = self.user.has_perm(CURATE)
        return [code for code in known_languages() if curates or (code != "en" and may(self.user, TRANSLATE, code))]

    def form(self, data: Any = None) -> QuestionForm:
        """Return the form with the stored content and the numbers of today, or as it was sent."""
        initial: Mapping[str, Any] = {"level": 3, "base": 0}
        if self.newest:
            initial = initial_of(as_of_today(self.newest), self.newest.number)
        return QuestionForm(data, initial=initial, may_write=self.languages)


@desk_required
def _too_heavy(request: HttpRequest) -> HttpResponse:
    return render(request, "curate/question_heavy.html", status=413)


@desk_required
def _edit_too_heavy(request: HttpRequest, public_id: str) -> HttpResponse:
    del public_id
    return render(request, "curate/question_heavy.html", status=413)


@never_cache
@bounded(MOST_BYTES, _too_heavy)
@desk_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Show the form for a new question, or run its action."""
    if not request.user.has_perm(CURATE):
        raise PermissionDenied
    sheet = _EditorState(request, None, None)
    return _act(sheet) if request.method == "POST" else _page(sheet, sheet.form())


@never_cache
@bounded(MOST_BYTES, _edit_too_heavy)
@desk_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a question in the editor, or run the action of the form."""
    written = written_or_404(public_id)
    settle_citations()
    sheet = _EditorState(request, written, verbs.newest_of(written))
    return _act(sheet) if request.method == "POST" else _page(sheet, sheet.form())


def _act(sheet: _EditorState) -> HttpResponse:
    verb = sheet.request.POST.get("verb", "")
    if verb not in _WRITES | _DECISIONS or (sheet.written is None and verb in _DECISIONS):
        return HttpResponseBadRequest(_("There is no such action."))
    if (_WRITES | _DECISIONS)[verb] and not sheet.user.has_perm(CURATE):
        raise PermissionDenied
    if verb in _DECISIONS:
        return _decide(sheet, verb)
    form = sheet.form(sheet.request.POST)
    if not form.is_valid():
        return _page(sheet, form, status=422, problems=[_("Nothing was stored: look at the fields below.")])
    try:
        content = form.content()
        if verb == "preview":
            return _page(sheet, form, shown=preview(content, sheet.newest))
        return _write(sheet, verb, content, form)
    except verbs.Conflict as conflict:
        return _conflict(sheet, conflict.newest)
    except InvalidQuestion as unfit:
        return _page(sheet, form, status=422, problems=list(unfit.faults))
    except Refused as refusal:
        return _page(sheet, form, status=409, problems=[str(refusal)])


def _write(sheet: _EditorState, verb: str, content: Content, form: QuestionForm) -> HttpResponse:
    base, reason = form.cleaned_data["base"], form.cleaned_data["reason"]
    submit = verb != "save"
    if sheet.written is None:
        made = verbs.begin(content, sheet.user, submit=submit)
    else:
        made = verbs.save(sheet.written, content, base, sheet.user, reason=reason, submit=submit)
    if verb == "publish":
        try:
            verbs.publish(made.written, made.number, sheet.user, reason)
        except Refused as refusal:
            # The text is stored and waits for review; only the publication was refused.
            messages.warning(sheet.request, str(refusal))
            return redirect("desk_question", made.written.public_id)
    wordings = {"save": _("Saved as a draft."), "submit": _("It waits for review now."), "publish": _("Published.")}
    messages.success(sheet.request, wordings[verb])
    return redirect("desk_question", made.written.public_id)


def _decide(sheet: _EditorState, verb: str) -> HttpResponse:
    asked = sheet.request.POST
    written, by, why = cast(WrittenQuestion, sheet.written), sheet.user, cleaned(asked.get("why", "")[:300])
    base = int(asked["base"]) if asked.get("base", "").isdecimal() and len(asked["base"]) < 9 else -1
    try:
        if verb == "return":
            verbs.send_back(written, base, by, why)
        elif verb == "retire":
            verbs.retire(written, base, by, why)
        elif verb == "take_up":
            verbs.take_up(written, base, by, why)
        else:
            verbs.still_right(written, base, by, asked.get("seen", ""), why)
    except verbs.Conflict as conflict:
        return _conflict(sheet, conflict.newest)
    except Refused as refusal:
        return _page(sheet, sheet.form(), status=409, problems=[str(refusal)])
    messages.success(sheet.request, _("Done."))
    return redirect("desk_question", written.public_id)


def _conflict(sheet: _EditorState, newest: WrittenRevision) -> HttpResponse:
    """Show the typed text again, now based on the newest revision, with the differences."""
    data = sheet.request.POST.copy()
    data["base"] = str(newest.number)
    sheet = sheet._replace(newest=newest)
    form = sheet.form(data)
    texts = form.content().texts if form.is_valid() else {}
    mine = WrittenRevision(texts={code: as_json(words) for code, words in texts.items() if any(words.all)})
    return _page(sheet, form, status=409, conflict=newest, conflict_parts=differences(newest, mine))


def _page(
    sheet: _EditorState,
    form: QuestionForm,
    *,
    status: int = 200,
    problems: list[str] | None = None,
    shown: list[tuple[str, RenderedQuestion]] | None = None,
    **more: Any,
) -> HttpResponse:
    """Render the editor with a preview and the changes of cited rules."""
    written, newest = sheet.written, sheet.newest
    published = verbs.published_of(written) if written else None
    rows = list(WrittenCitation.objects.filter(revision=published)) if published else []
    problems = list(problems or [])
    if shown is None and newest is not None:
        try:
            shown = preview(as_of_today(newest), newest)
        except InvalidQuestion as unfit:
            problems += unfit.faults
    context: dict[str, Any] = {
        "written": written,
        "newest": newest,
        "published": published,
        "form": form,
        "problems": problems,
        "shown": shown or [],
        "is_preview": sheet.request.POST.get("verb") == "preview",
        "doubts": doubts(rows),
        "seen": verbs.seen_of(rows, texts_now(rows)),
        "may_curate": sheet.user.has_perm(CURATE),
        "notes": open_notes(written),
        **more,
    }
    return render(sheet.request, "curate/question.html", context, status=status)
