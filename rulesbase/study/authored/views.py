"""Pages of written questions for curators: queues, history, editor, files."""

import csv
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import desk_required
from rulesbase.accounts.roles import CURATE, TRANSLATE, may
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.engine.questions.markup import write_choices
from rulesbase.engine.text.typed_markup import visible_text
from rulesbase.models import ActionLog, User, WrittenCitation, WrittenQuestion, WrittenRevision
from rulesbase.models.authored_questions import LEVELS
from rulesbase.study.authored import actions, feedback, files, queues
from rulesbase.study.authored.content import (
    InvalidQuestion,
    known_languages,
    outdated_citations,
    texts_now,
    tidy,
    with_current_numbers,
)
from rulesbase.study.authored.forms import MAX_FORM_BYTES, PARTS, QuestionForm, initial_of
from rulesbase.study.authored.html import preview
from rulesbase.study.questions.render import RenderedQuestion
from rulesbase.web.middleware.upload_limits import FORM_OVERHEAD, limit_body

_ON_A_PAGE = 40


def written_or_404(public_id: str) -> WrittenQuestion:
    """Return the question of that id, or raise Http404."""
    found = WrittenQuestion.objects.filter(public_id=public_id).first()
    if found is None:
        raise Http404(_("There is no such question."))
    return found


@desk_required
@require_safe
def desk_questions(request: HttpRequest) -> HttpResponse:
    """Show one queue of questions; ``?queue=``, ``?q=``, ``?tag=`` and ``?level=`` choose."""
    found = queues.lists()
    asked = request.GET.get("queue", "")
    queue = asked if asked in queues.QUEUES else next((name for name in queues.QUEUES if found[name]), queues.QUEUES[3])
    words, tag, level = (request.GET.get(name, "")[:100].strip() for name in ("q", "tag", "level"))
    rows = queues.chosen(found[queue], words, tag, level)
    context = {
        "counts": {name: len(some) for name, some in found.items()},
        "queue": queue,
        "page": Paginator(rows, _ON_A_PAGE).get_page(request.GET.get("page")),
        "q": words,
        "tag": tag,
        "level": level,
        "levels": [str(one) for one in LEVELS],
        "notes": queues.waiting_notes(),
        "may_curate": request.user.has_perm(CURATE),
    }
    return render(request, "study/authored/questions.html", context)


@desk_required
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show every revision of a question, the difference of any two, and who did what."""
    written = written_or_404(public_id)
    rows = list(written.revisions.select_related("author", "former").order_by("-number"))
    by_number = {str(row.number): row for row in rows}
    new = by_number.get(request.GET.get("b", ""), rows[0])
    old = by_number.get(request.GET.get("a", "")) or (rows[1] if len(rows) > 1 else None)
    log = ActionLog.objects.filter(language="", place=actions.place_of(written)).select_related("author", "former")
    context = {
        "written": written,
        "rows": rows,
        "old": old,
        "new": new,
        "differences": differences(old, new) if old else [],
        "log": log,
    }
    return render(request, "study/authored/history.html", context)


def differences(old: WrittenRevision, new: WrittenRevision) -> list[tuple[str, str, str, str]]:
    """Return the differences of two revisions: language, part, and both texts; level and tags have no language."""
    parts = [("", "level"), ("", "tags")]
    parts += [(language, part) for language in dict.fromkeys((*old.texts, *new.texts)) for part in PARTS]
    rows = [(language, part, _text(old, language, part), _text(new, language, part)) for language, part in parts]
    return [row for row in rows if row[2] != row[3]]


def _text(row: WrittenRevision, language: str, part: str) -> str:
    """Return a part of a revision; the English choices have a star before the correct ones."""
    if not language:
        return str(row.level) if part == "level" else ", ".join(sorted(row.tags))
    text = row.texts.get(language, {}).get(part, "")
    return write_choices(text, row.right if language == "en" else ()) if part == "choices" else str(text)


# Actions with a text, and those without one, which are for curators only, as "publish" is.
_WRITES = ("preview", "save", "submit", "publish")
_DECISIONS = ("return", "retire", "take_up", "keep")


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
            initial = initial_of(with_current_numbers(self.newest), self.newest.number)
        return QuestionForm(data, initial=initial, may_write=self.languages)


@desk_required
def _too_large_form(request: HttpRequest, public_id: str = "") -> HttpResponse:
    del public_id
    return render(request, "study/authored/too_large.html", status=413)


@limit_body(MAX_FORM_BYTES, _too_large_form)
@desk_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: str = "") -> HttpResponse:
    """Show a question in the editor, or the form for a new one; a POST runs the action of the form."""
    if not public_id and not request.user.has_perm(CURATE):
        raise PermissionDenied
    written = written_or_404(public_id) if public_id else None
    editor = _EditorState(request, written, actions.newest_of(written) if written else None)
    return _act(editor) if request.method == "POST" else _page(editor, editor.form())


def _act(editor: _EditorState) -> HttpResponse:
    verb = editor.request.POST.get("verb", "")
    if verb not in (*_WRITES, *_DECISIONS) or (editor.written is None and verb in _DECISIONS):
        return HttpResponseBadRequest(_("This action does not exist."))
    if verb in ("publish", *_DECISIONS) and not editor.user.has_perm(CURATE):
        raise PermissionDenied
    form = editor.form(None if verb in _DECISIONS else editor.request.POST)
    try:
        if verb in _DECISIONS:
            return _decide(editor, verb)
        if not form.is_valid():
            return _page(editor, form, status=422, problems=[_("Not saved. Check the fields below.")])
        if verb == "preview":
            return _page(editor, form, shown=preview(form.content(), editor.newest))
        return _write(editor, verb, form)
    except actions.RevisionConflict as conflict:
        return _conflict(editor, conflict.newest)
    except InvalidQuestion as unfit:
        return _page(editor, form, status=422, problems=list(unfit.faults))
    except Refused as refusal:
        return _page(editor, form, status=409, problems=[str(refusal)])


def _write(editor: _EditorState, verb: str, form: QuestionForm) -> HttpResponse:
    content, base, reason = form.content(), form.cleaned_data["base"], form.cleaned_data["reason"]
    submit = verb != "save"
    made = actions.save(editor.written, content, base, editor.user, reason=reason, submit=submit)
    if verb == "publish":
        try:
            made = actions.publish(made.written, made.number, editor.user, reason)
        except Refused as refusal:
            # The text is stored and waits for review; only the publication was refused.
            messages.warning(editor.request, str(refusal))
            return redirect("desk_question", made.written.public_id)
    messages.success(editor.request, _outcome_message(editor.newest, made))
    return redirect("desk_question", made.written.public_id)


def _outcome_message(before: WrittenRevision | None, after: WrittenRevision) -> str:
    """Return the message after an action that made ``after`` the newest revision."""
    if before is not None and (before.pk, before.status) == (after.pk, after.status):
        return _("Nothing changed.")
    wordings = {
        WrittenRevision.Status.DRAFT.value: _("Saved as a draft."),
        WrittenRevision.Status.REVIEW.value: _("The question is now waiting for review."),
        WrittenRevision.Status.PUBLISHED.value: _("The question is published."),
    }
    return wordings[after.status]


def _decide(editor: _EditorState, verb: str) -> HttpResponse:
    asked = editor.request.POST
    written, by, why = cast(WrittenQuestion, editor.written), editor.user, visible_text(asked.get("why", "")[:300])
    base = read_number(asked.get("base"), -1)
    if verb == "keep":
        actions.confirm(written, base, by, asked.get("seen", ""), why)
    else:
        decide = {"return": actions.send_back, "retire": actions.retire, "take_up": actions.restore}[verb]
        decide(written, base, by, why)
    messages.success(editor.request, _("Your decision is saved."))
    return redirect("desk_question", written.public_id)


def _conflict(editor: _EditorState, newest: WrittenRevision) -> HttpResponse:
    """Show the typed text again, now based on the newest revision, with the differences."""
    data = editor.request.POST.copy()
    data["base"] = str(newest.number)
    editor = editor._replace(newest=newest)
    form = editor.form(data)
    parts: list[tuple[str, str, str, str]] = []
    if form.is_valid():
        level, tags, right, texts = tidy(form.content())
        mine = {code: words._asdict() for code, words in texts.items()}
        parts = differences(newest, WrittenRevision(level=level, tags=tags, right=right, texts=mine))
    return _page(editor, form, status=409, conflict=newest, conflict_parts=parts)


def _page(
    editor: _EditorState,
    form: QuestionForm,
    *,
    status: int = 200,
    problems: list[str] | None = None,
    shown: list[tuple[str, RenderedQuestion]] | None = None,
    **more: Any,
) -> HttpResponse:
    """Render the editor with a preview and the changes of cited rules."""
    written, newest = editor.written, editor.newest
    published = actions.published_of(written) if written else None
    rows = list(WrittenCitation.objects.filter(revision=published)) if published else []
    problems = list(problems or [])
    if shown is None and newest is not None:
        try:
            shown = preview(with_current_numbers(newest), newest)
        except InvalidQuestion as unfit:
            problems += unfit.faults
    context: dict[str, Any] = {
        "written": written,
        "newest": newest,
        "published": published,
        "form": form,
        "problems": problems,
        "shown": shown or [],
        "is_preview": editor.request.POST.get("verb") == "preview",
        "outdated": outdated_citations(rows),
        "seen": actions.seen_of(rows, texts_now(rows)),
        "may_curate": editor.user.has_perm(CURATE),
        "notes": feedback.open_notes(written),
        **more,
    }
    return render(editor.request, "study/authored/question.html", context, status=status)


def _too_large_file(request: HttpRequest) -> HttpResponse:
    return _exchange_page(request, faults=files.too_large(), status=413)


@desk_required
@limit_body(files.MAX_BYTES + FORM_OVERHEAD, _too_large_file)
@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Show the page; a POST of a curator imports a file and shows the result or its faults."""
    if request.method != "POST":
        return _exchange_page(request)
    if not request.user.has_perm(CURATE):
        return _exchange_page(request, faults=[(0, _("Only curators can import questions."))], status=403)
    file = request.FILES.get("file")
    if file is None:
        return _exchange_page(request, faults=[(0, _("Choose a file first."))], status=422)
    data, name = file.read(), str(file.name).lower()
    looks_like_json = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    is_json = name.endswith(".json") or (looks_like_json and not name.endswith(".csv"))
    try:
        items = files.read_json(data) if is_json else files.read_csv(data)
        taken = files.import_questions(items, cast(User, request.user))
    except files.FaultyFile as error:
        return _exchange_page(request, faults=list(error.faults), status=422)
    return _exchange_page(request, taken=taken)


def _exchange_page(request: HttpRequest, *, status: int = 200, **more: object) -> HttpResponse:
    """Render the page with the ``faults`` of a file, or how many questions were ``taken`` from it."""
    context = {"may_curate": request.user.has_perm(CURATE), **more}
    return render(request, "study/authored/exchange.html", context, status=status)


@desk_required
@require_safe
def export(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the published questions as a file, or with ``?all`` the newest revision of every question."""
    if kind not in ("json", "csv"):
        raise Http404(_("There is no such file."))
    rows = files.to_export(published_only="all" not in request.GET)
    media = "application/json" if kind == "json" else "text/csv"
    response = HttpResponse(content_type=f"{media}; charset=utf-8")
    if kind == "json":
        response.write(files.as_json_text(rows))
    else:
        response.write("\ufeff")
        csv.writer(response).writerows(files.as_csv_rows(rows))
    name = f"rulesbase-questions-{timezone.localdate().isoformat()}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
