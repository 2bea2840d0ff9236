"""Pages of /curate/import/: upload, preview, import, report, undo."""

from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesbase.accounts.permissions import import_required
from rulesbase.accounts.roles import EDIT, languages_of, may
from rulesbase.archive.provenance import layout_name
from rulesbase.core.database.write_lock import write_if_free
from rulesbase.core.document_urls import in_document
from rulesbase.core.errors import refusal_text
from rulesbase.engine.nodes import NotRules
from rulesbase.imports.confirm_upload import import_previewed, needs_second_person, second_person_message
from rulesbase.imports.forms import ChoiceForm, UndoForm, UploadForm, typed_lines
from rulesbase.imports.import_file import MAX_BYTES, ImportStatus
from rulesbase.imports.preview import Preview, preview
from rulesbase.imports.undo import CannotUndo, affected_languages, undo_import
from rulesbase.imports.uploads import ADDED, CannotUpload, choose, correct, delete_old_uploads, store_upload
from rulesbase.models import ActionLog, Document, Edition, Source, Upload, User, Version
from rulesbase.translations.alignment import alignment_of
from rulesbase.translations.term_counts import count_terms
from rulesbase.web.middleware.upload_limits import limit_body

# Lines on a page of the preview; each has several form fields.
_PAGE = 40
_SHOWN = ("look", "all")
_RECENT = 15
# The file and the other fields of the form.
_MAX_FORM_BYTES = MAX_BYTES + 4 * 1024 * 1024


def _too_large(request: HttpRequest, /, *_args: Any, **_where: Any) -> HttpResponse:
    most = MAX_BYTES >> 20
    return _refused(request, _("The upload is too large. The maximum is %(most)d MB.") % {"most": most})


def _unread(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the page for a form that could not be read."""
    if isinstance(error, RequestDataTooBig):
        return _refused(request, _("A pasted text can have at most 2.5 MB. Save it as a file and choose that file."))
    if isinstance(error, TooManyFieldsSent | TooManyFilesSent):
        return _refused(
            request, _("The form has too many fields or files. Load the page again and send one file."), 400
        )
    return _refused(request, _("The request ended too early. Send it again."), 400)


def _refused(request: HttpRequest, problem: str, status: int = 413) -> HttpResponse:
    return render(request, "imports/refused.html", {"problem": problem}, status=status)


@import_required
@limit_body(_MAX_FORM_BYTES, _too_large, _unread)
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, /) -> HttpResponse:
    """Store a file or a pasted text and redirect to its preview."""
    write_if_free(delete_old_uploads)
    sent = request.method == "POST"
    form = UploadForm(request.POST, request.FILES) if sent else UploadForm()
    if sent and form.is_valid():
        file, text = form.cleaned_data["file"], form.cleaned_data["text"]
        try:
            if file and text.strip():
                raise CannotUpload(_("You sent a file and a text. Import one, then the other."))
            data = file.read() if file else text.encode()
            name = file.name if file else form.cleaned_data["name"] or _("pasted text")
            return redirect("curate_import_preview", store_upload(cast(User, request.user), data, str(name)).pk)
        except CannotUpload as refusal:
            form.add_error(None, str(refusal))
    return render(
        request, "imports/import.html", {"form": form, **_around(request)}, status=400 if form.errors else 200
    )


def _around(request: HttpRequest) -> dict[str, Any]:
    """Return the lists of the first page: own uploads, and recent imports that the user may undo."""
    user = cast(User, request.user)
    rows = ActionLog.objects.filter(verb=ActionLog.Verb.IMPORTED, source__isnull=False).order_by("-pk")
    languages = languages_of(user, EDIT, list(rows.order_by().values_list("language", flat=True).distinct()))
    return {
        "waiting": Upload.objects.filter(user=user).order_by("-touched_at").defer("packed", "corrections"),
        "lately": rows.filter(language__in=languages).select_related("author", "former", "source")[:_RECENT],
    }


@import_required
@limit_body(_MAX_FORM_BYTES, _too_large, _unread)
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, /, pk: int) -> HttpResponse:
    """Show the preview of an upload; store corrections; import or delete it."""
    upload = get_object_or_404(Upload, pk=pk, user=cast(User, request.user))
    choices = ChoiceForm(initial={"language": upload.language, "date": upload.date, "encoding": upload.encoding})
    problem = ""
    if request.method == "POST":
        do = request.POST.get("do", "correct")
        if do == "discard":
            upload.delete()
            messages.success(request, _("The upload was deleted."))
            return redirect("curate_import")
        try:
            if do == "choose":
                choices = ChoiceForm(request.POST)
                if choices.is_valid():
                    choose(upload, **choices.cleaned_data)
                    return redirect(request.get_full_path())
            else:
                correct(upload, typed_lines(request.POST, request.POST.getlist("place")))
                if do != "import":
                    return redirect(request.get_full_path())
                return _import(request, upload)
        except (CannotUpload, NotRules) as refusal:
            problem = refusal_text(refusal)
    found = preview(upload)
    context = _shown(request, found) | {"upload": upload, "choices": choices, "problem": problem}
    context["alone"] = second_person_message() if not problem and needs_second_person(upload, found) else ""
    return render(request, "imports/preview.html", context, status=400 if problem or choices.errors else 200)


def _import(request: HttpRequest, upload: Upload) -> HttpResponse:
    """Import an upload. Raises PermissionDenied, and NotRules with nothing stored."""
    result = import_previewed(upload, by=cast(User, request.user))
    if result.status is ImportStatus.KNOWN:
        messages.success(request, _("This file was imported before. Nothing has changed."))
    else:
        messages.success(request, _("The file was imported."))
    return redirect("curate_import_report", result.source.pk)


def _shown(request: HttpRequest, found: Preview) -> dict[str, Any]:
    """Return the context of one page of the preview."""
    show = request.GET.get("show", "")
    look = found.to_look_at
    show = show if show in _SHOWN else "look" if look else "all"
    page = Paginator(look if show == "look" else list(found.lines), _PAGE).get_page(request.GET.get("page"))
    taken = {line.place for line in found.lines}
    new = next(name for at in range(10_000) if (name := f"{ADDED}{at:04d}") not in taken)
    return {
        "found": found,
        "page": page,
        "show": show,
        "new": new,
        "look": len(look),
        "document": Document(found.read.document).label if found.read else "",
        "layout": layout_name(found.read.layout) if found.read else "",
        "allowed": bool(found.read and may(request.user, EDIT, found.read.language)),
        "versions": Version.objects.order_by("-date").values_list("date", flat=True),
        "languages": Edition.objects.order_by("language").values_list("language", flat=True).distinct(),
        "counts": found.counts,
    }


@import_required
@require_http_methods(["GET", "HEAD"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the report of an import, with a form to undo it."""
    return _report(request, _source(request, pk), UndoForm())


def _source(request: HttpRequest, pk: int) -> Source:
    """Return a source in a language that the user may import. Raises PermissionDenied."""
    source = get_object_or_404(Source.every.select_related("edition__version", "edition__text_source"), pk=pk)
    if not may(request.user, EDIT, source.language):
        raise PermissionDenied
    return source


def _report(request: HttpRequest, source: Source, form: UndoForm) -> HttpResponse:
    beside = Source.every.filter(sha256=source.sha256).exclude(pk=source.pk)
    context = {
        "source": source,
        "binding": alignment_of(source),
        "beside": list(beside.select_related("edition__version")),
        "imported": source.actions.filter(verb=ActionLog.Verb.IMPORTED).select_related("author", "former").last(),
        "layout": layout_name(source.layout),
        "form": form,
    }
    with in_document(source.document):
        return render(request, "imports/report.html", context, status=400 if form.errors else 200)


@import_required
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an import as a whole."""
    source = _source(request, pk)
    # The undo removes the other languages of the file too.
    if not all(may(request.user, EDIT, language) for language in affected_languages(source)):
        raise PermissionDenied
    form = UndoForm(request.POST)
    if form.is_valid():
        try:
            undo_import(source, by=cast(User, request.user), reason=form.cleaned_data["reason"])
        except CannotUndo as refusal:
            form.add_error(None, str(refusal))
        else:
            count_terms()
            messages.success(request, _("The import of %(name)s was undone.") % {"name": source.name})
            return redirect("curate_import")
    return _report(request, source, form)
