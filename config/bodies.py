"""What is sent is looked at before any page reads it: that it is text, and how heavy it is.

No database takes a null byte or half a character, and nobody types one. Django reads a form, and keeps its files on
the disk, before it asks for the CSRF token; so without weighing it anybody could fill the disk through any address.
Pages that take files say how heavy these may be (`rulesbase.views.bounded`, as ``heaviest``), addresses of the API by
the body that they describe.
"""

import codecs
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, UnreadablePostError

from config.errors import too_heavy
from rulesbase.engine.storable import is_storable
from rulesbase.views.bounded import read_form

# Beside what Django allows for fields: the boundaries of the form.
_FRAME = 100_000
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class CheckedInput:
    """Refuse what is no text, or heavier than its page takes. Stands before the middleware that reads forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse addresses, cookies and encodings that are no text."""
        _check_text(request)
        _check_encoding(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        """Answer in the place of the page where too much is sent, or a form that is no text."""
        del args, kwargs
        # A page with a limit of its own answers in its own words, and so does the API.
        theirs = hasattr(view, "heaviest") or request.path_info.startswith("/api/")
        if request.method in ("GET", "HEAD") or theirs:
            return None
        weight = request.META.get("CONTENT_LENGTH") or "0"
        if weight.isdecimal() and int(weight) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) + _FRAME:
            return too_heavy(request)
        if request.method == "POST":
            # Of one that ended too early nothing is left, no token either.
            with suppress(UnreadablePostError):
                read_form(request)
        return None


def _check_text(request: HttpRequest) -> None:
    """Raise BadRequest for a null byte or half a character in path, query or cookie."""
    # A server hands on bytes as if they were Latin-1; of a path Django has read those already that are text.
    query, cookie = (
        request.META.get(name, "").encode("latin-1", "replace") for name in ("QUERY_STRING", "HTTP_COOKIE")
    )
    try:
        unquote_to_bytes(request.path_info).decode()
        said = b" ".join((unquote_to_bytes(query), cookie)).decode()
    except UnicodeError:
        raise BadRequest("half a character") from None
    if not is_storable("".join((request.path_info, said, *request.COOKIES.values()))):
        raise BadRequest("a null byte")


def _check_encoding(request: HttpRequest) -> None:
    """Read everything as UTF-8. Raises BadRequest for a form that says that it is written otherwise.

    Any encoding that Python knows could be named, among them some that are none of texts.
    """
    named = request.encoding
    if not named:
        return
    if request.content_type in _FORMS and request.method == "POST" and codecs.lookup(named).name != "utf-8":
        raise BadRequest("a form that is not in UTF-8")
    request.encoding = "utf-8"
