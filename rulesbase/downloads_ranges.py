"""A file as an answer: whole or a part of it, sent piece by piece, for an address that names its digest (RFC 9110)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

_PIECE = 64 * 1024
# One range alone: a list of them may be answered by the whole file, and is.
_RANGE = re.compile(r"bytes\s*=\s*([0-9]{0,30})\s*-\s*([0-9]{0,30})\s*", re.IGNORECASE)
_YEAR = 365 * 24 * 3600


class Span(NamedTuple):
    """Bytes from ``start`` to before ``end``."""

    start: int
    end: int


class BeyondEnd(ValueError):
    """No byte of the file is in the range that was asked for."""


def span_of(header: str, size: int) -> Span | None:
    """The bytes that a Range header asks for; None where it says nothing that can be followed, so that the whole
    file is sent. Raises BeyondEnd."""
    found = _RANGE.fullmatch(header.strip())
    if not found or not (found[1] or found[2]):
        return None
    if not found[1]:
        start, end = max(0, size - int(found[2])), size
    else:
        start = int(found[1])
        end = min(size, int(found[2]) + 1) if found[2] else size
        if found[2] and int(found[2]) < start:
            return None
    if start >= size:
        raise BeyondEnd(header)
    return Span(start, end)


def _pieces(path: Path, span: Span) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(span.start)
        left = span.end - span.start
        while left and (piece := file.read(min(_PIECE, left))):
            left -= len(piece)
            yield piece


def _asked(request: HttpRequest, tag: str, size: int) -> Span | None:
    """The part that is wanted: of GET alone, and only if what the visitor has is of this very file."""
    header = request.headers.get("Range")
    if request.method != "GET" or header is None or request.headers.get("If-Range", tag).strip() != tag:
        return None
    return span_of(header, size)


def file_response(request: HttpRequest, path: Path, digest: str, media_type: str) -> HttpResponseBase:
    """The file, a part of it (206), word that there is no such part (416), or that nothing changed (304, 412)."""
    size, tag = path.stat().st_size, f'"{digest}"'
    headers = {
        "Accept-Ranges": "bytes",
        "Cache-Control": f"public, max-age={_YEAR}, immutable",
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=path.name) or "attachment",
        "ETag": tag,
        "X-Content-Type-Options": "nosniff",
    }
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        for name in ("Cache-Control", "ETag") if unchanged.status_code == 304 else ():
            unchanged.headers[name] = headers[name]
        return unchanged
    try:
        span = _asked(request, tag, size)
    except BeyondEnd:
        words = _("This file has %(size)d bytes; none of them is in the range that was asked for.") % {"size": size}
        refusal = {"Content-Range": f"bytes */{size}", "Accept-Ranges": "bytes", "Cache-Control": "no-cache"}
        return HttpResponse(words + "\n", status=416, content_type="text/plain; charset=utf-8", headers=refusal)
    whole = span is None
    span = span or Span(0, size)
    if not whole:
        headers["Content-Range"] = f"bytes {span.start}-{span.end - 1}/{size}"
    headers["Content-Length"] = str(span.end - span.start)
    if request.method == "HEAD":
        return HttpResponse(content_type=media_type, headers=headers)
    return StreamingHttpResponse(
        _pieces(path, span), content_type=media_type, status=200 if whole else 206, headers=headers
    )
