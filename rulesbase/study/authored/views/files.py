"""Export and import of written questions as JSON and CSV."""

import csv
import io
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import desk_required
from rulesbase.accounts.roles import CURATE
from rulesbase.models import User
from rulesbase.study.authored.csv_file import as_csv_rows, read_csv
from rulesbase.study.authored.json_file import (
    MOST_BYTES,
    ImportCounts,
    InvalidFile,
    as_json_text,
    read_json,
    take_in,
    to_export,
)
from rulesbase.web.middleware.upload_limits import bounded

_HEADERS = 100_000


@desk_required
def _too_large(request: HttpRequest) -> HttpResponse:
    faults = [(1, _("The file is too large: at most %(most)d megabytes.") % {"most": MOST_BYTES >> 20})]
    return _page(request, faults=faults, status=413)


@desk_required
@never_cache
@bounded(MOST_BYTES + _HEADERS, _too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Show the page; a POST of a curator imports a file and shows the result or its faults."""
    if request.method != "POST":
        return _page(request)
    if not request.user.has_perm(CURATE):
        return _page(request, faults=[(0, _("Only curators import questions."))], status=403)
    file = request.FILES.get("file")
    if file is None:
        return _page(request, faults=[(0, _("Choose a file first."))], status=422)
    data = file.read()
    try:
        is_csv = str(file.name).lower().endswith(".csv") or not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        items = read_csv(data) if is_csv else read_json(data)
        taken = take_in(items, cast(User, request.user))
    except InvalidFile as error:
        return _page(request, faults=list(error.faults), status=422)
    return _page(request, taken=taken)


def _page(
    request: HttpRequest,
    *,
    faults: list[tuple[int, str]] | None = None,
    taken: ImportCounts | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"faults": faults or [], "taken": taken, "may_curate": request.user.has_perm(CURATE)}
    return render(request, "curate/questions_exchange.html", context, status=status)


@never_cache
@desk_required
@require_safe
def file(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the published questions as a file, or with ``?all`` the newest revision of every question."""
    if kind not in ("json", "csv"):
        raise Http404(_("There is no such file."))
    rows = to_export(published_only="all" not in request.GET)
    if kind == "json":
        content = as_json_text(rows)
    else:
        buffer = io.StringIO(newline="")
        csv.writer(buffer, lineterminator="\r\n").writerows(as_csv_rows(rows))
        content = "\ufeff" + buffer.getvalue()
    media = "application/json" if kind == "json" else "text/csv"
    response = HttpResponse(content, content_type=f"{media}; charset=utf-8")
    name = f"rulesbase-questions-{timezone.localdate().isoformat()}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
