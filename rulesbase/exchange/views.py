"""Export and import of exchange files (XLIFF, TMX, PO, CSV) at the desk."""

from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import EDIT, TRANSLATE, may
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.desk.queues import GLOSSARY
from rulesbase.desk.rows import names_by_number
from rulesbase.desk.views.requests import language_context, require_language
from rulesbase.engine.nodes import FileRefused
from rulesbase.engine.text.numbers import chapter_index
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.export_file import export_file
from rulesbase.exchange.formats import ENDINGS, KINDS, MAX_BYTES, read_file
from rulesbase.exchange.import_file import ImportReport, ImportRow, import_parsed
from rulesbase.exchange.read_in_sandbox import read_in_language
from rulesbase.exchange.translation_units import ParsedFile
from rulesbase.imports.sandbox import ReadAborted, parse_in_sandbox
from rulesbase.imports.uploads import aborted_message, too_many_files
from rulesbase.models import Entry, Translation, User
from rulesbase.reading.outline import outline_of
from rulesbase.web.middleware.upload_limits import FORM_OVERHEAD, limit_body
from rulesbase.web.rate_limits.limits import UPLOADS, wait_seconds

# Rows of a report on a page.
_SHOWN = 200


def _file_help() -> str:
    message = _(
        "A file exported from this site and edited elsewhere. Texts without a Rulesbase id are matched by their "
        "English text. At most %(most)d MB."
    )
    return message % {"most": MAX_BYTES // 1024 // 1024}


class ExchangeForm(forms.Form):
    """A file that comes back from a translation tool."""

    file = forms.FileField(
        label=gettext_lazy("XLIFF, TMX, PO or CSV file"),
        help_text=lazy(_file_help, str)(),
        allow_empty_file=False,
    )
    dry = forms.BooleanField(label=gettext_lazy("Show only a preview, save nothing"), required=False)


@language_role_required(EDIT)
def _too_large(request: HttpRequest, language: str) -> HttpResponse:
    require_language(language)
    return _page(
        request, language, ExchangeForm(), problem=_("The file is too large. Choose a smaller file."), status=413
    )


@language_role_required(TRANSLATE)
@limit_body(MAX_BYTES + FORM_OVERHEAD, _too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def desk_exchange(request: HttpRequest, language: str) -> HttpResponse:
    """Show export and import; import a file sent by an editor of the language and report the result."""
    require_language(language)
    if request.method != "POST":
        return _page(request, language, ExchangeForm())
    if not may(request.user, EDIT, language):
        problem = _("Only editors of this language can import files. Ask an editor.")
        return _page(request, language, ExchangeForm(), problem=problem, status=403)
    form = ExchangeForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, language, form, status=422)
    file = form.cleaned_data["file"]
    try:
        parsed = _read(request, file.read())
        by = cast(User, request.user)
        result = import_parsed(parsed, language, str(file.name), by=by, dry=form.cleaned_data["dry"])
    except InvalidFile as error:
        form.add_error("file", str(error))
        return _page(request, language, form, status=422)
    return _page(request, language, ExchangeForm(), result=result, dry=form.cleaned_data["dry"])


def _read(request: HttpRequest, data: bytes) -> ParsedFile:
    """Parse a file in a separate process. Raises InvalidFile."""
    if wait_seconds(UPLOADS, str(request.user.pk)):
        raise InvalidFile(too_many_files())
    if not settings.READ_APART:
        return read_file(data)
    try:
        return parse_in_sandbox(read_in_language, ParsedFile, data, get_language() or settings.LANGUAGE_CODE)
    except FileRefused as refusal:
        raise InvalidFile(str(refusal)) from None
    except ReadAborted:
        raise InvalidFile(aborted_message()) from None


@language_role_required(TRANSLATE)
@require_safe
def desk_exchange_file(request: HttpRequest, language: str, kind: str) -> HttpResponse:
    """Send all texts of a language as a file; ``?version=`` and ``?chapter=`` choose those of a version or chapter."""
    versions = require_language(language)
    if kind not in KINDS:
        raise Http404(_("There is no such format."))
    wanted = request.GET.get("version", "")
    version = next((one for one in _translatable(versions) if str(one) == wanted), None)
    if wanted and version is None:
        raise Http404(_("There is no such version."))
    newest = version or versions.latest
    chapter = request.GET.get("chapter", "")
    if chapter and (newest is None or chapter not in dict(_chapters(newest))):
        problem = _("This version does not have this chapter. Choose another version or chapter.")
        return _page(request, language, ExchangeForm(), problem=problem, status=404)
    # The chapter as entries have it.
    key = None if not chapter else Entry.TERMS if chapter == GLOSSARY else chapter_index(chapter)
    written, _count = export_file(kind, language, version, key)
    response = HttpResponse(written, content_type=KINDS[kind])
    day = newest.date.isoformat() if newest else "empty"
    name = "-".join(filter(None, ("rulesbase", language, day, chapter)))
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{ENDINGS[kind]}"'
    return response


def _translatable(versions: Catalogue) -> list[CatalogueVersion]:
    """Return the versions with an English text, newest first."""
    return [version for version in reversed(versions.all) if version.text_in(DEFAULT_LANGUAGE)]


def _chapters(version: CatalogueVersion) -> list[tuple[str, str]]:
    """Return number and heading of each chapter of a version; the glossary is the last."""
    english = version.text_in(DEFAULT_LANGUAGE)
    outline = outline_of(catalogue().english, english.pk if english else 0)
    return [*((one.number, one.heading) for one in outline.chapters), (GLOSSARY, "")]


def _named_rows(versions: Catalogue, rows: list[ImportRow]) -> list[ImportRow]:
    """Return rows of a report with the headings of terms in place of their slugs. One query."""
    names = names_by_number(versions, {row.place.partition("@")[0] for row in rows})
    shown = []
    for row in rows:
        number, at, version = row.place.partition("@")
        shown.append(row._replace(place=f"{names[number]}{at}{version}"))
    return shown


def _page(
    request: HttpRequest,
    language: str,
    form: ExchangeForm,
    *,
    result: ImportReport | None = None,
    dry: bool = False,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    versions = catalogue()
    context: dict[str, Any] = {
        **language_context(request, language),
        "form": form,
        "result": result,
        "dry": dry,
        "rows": _named_rows(versions, result.rows[:_SHOWN]) if result else [],
        "more": max(0, len(result.rows) - _SHOWN) if result else 0,
        "problem": problem,
        "versions": _translatable(versions),
        "chapters": _chapters(versions.latest) if versions.latest else [],
        "translated": Translation.objects.approved_in(language).count(),
    }
    return render(request, "exchange/exchange.html", context, status=status)
