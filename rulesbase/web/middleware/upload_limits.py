"""Checks of input before anything reads it: size of bodies, null bytes, encodings."""

import codecs
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from rulesbase.core.content_length import stated_length
from rulesbase.core.negotiation import is_api
from rulesbase.engine.text.unstorable import is_storable
from rulesbase.web.error_pages import bad_request

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
# Errors of reading a form: a field too long, too many fields, or a body cut off.
UNREADABLE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent, MultiPartParserError, UnreadablePostError)
# Bytes allowed for the boundaries and short fields of a form, beyond the limit of its file or text.
FORM_OVERHEAD = 100_000
# Bytes of a refused body that are read and dropped, as a browser that is still sending would not show the response.
_DRAINED = 64 * 1024 * 1024


def limit_body(
    max_bytes: int, refuse: View[P], unread: Callable[[HttpRequest, Exception], HttpResponse] | None = None
) -> Callable[[View[P]], View[P]]:
    """Answer bodies above ``max_bytes`` with ``refuse``; check the CSRF token of all others.

    For pages that need an account: anonymous users are sent to sign in. Reading the token reads the whole form, so the
    size is checked before. ``refuse`` must not write. ``unread`` answers a form that cannot be read (``UNREADABLE``);
    without it the response is 400, or for a body that was cut off the 403 of the CSRF check.
    """

    def guard(view: View[P]) -> View[P]:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def outer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method != "POST":
                return protected(request, *args, **kwargs)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if stated_length(request.META) > max_bytes:
                _drain(request)
                return refuse(request, *args, **kwargs)
            try:
                read_form(request)
            except UNREADABLE as error:
                if unread is not None:
                    return unread(request, error)
                # A body that was cut off has no token, so the CSRF check refuses it.
                if not isinstance(error, UnreadablePostError):
                    raise
            return protected(request, *args, **kwargs)

        # CheckedInput skips views with this attribute.
        setattr(outer, "max_body_bytes", max_bytes)  # noqa: B010 - functions have no such attribute by themselves
        return outer

    return guard


def read_form(request: HttpRequest) -> None:
    """Read a form. Raises UNREADABLE, and BadRequest for a null byte or an incomplete UTF-8 character."""
    if not all(is_storable(word) for name, values in request.POST.lists() for word in (name, *values)):
        raise BadRequest("a null byte in a form")


def _drain(request: HttpRequest) -> None:
    """Read and drop the rest of the body; the form is empty afterwards."""
    left = _DRAINED
    try:
        while left > 0 and (piece := request.read(min(left, 1 << 20))):
            left -= len(piece)
    except (UnreadablePostError, OSError):
        return


_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class CheckedInput:
    """Refuse input that is not text or too large. Comes before the middleware that reads forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Read everything as UTF-8.

        Raise BadRequest for a null byte or an incomplete UTF-8 character in path, query or cookie.
        """
        # WSGI passes bytes as Latin-1; Django has already decoded the path.
        query, cookie = (
            request.META.get(name, "").encode("latin-1", "replace") for name in ("QUERY_STRING", "HTTP_COOKIE")
        )
        try:
            unquote_to_bytes(request.path_info).decode()
            decoded = b" ".join((unquote_to_bytes(query), cookie)).decode()
        except UnicodeError:
            raise BadRequest("an incomplete UTF-8 character") from None
        if "\0" in "".join((request.path_info, decoded, *request.COOKIES.values())):
            raise BadRequest("a null byte")
        # A request could name any codec of Python, even one that is not a text encoding.
        if named := request.encoding:
            if request.content_type in _FORMS and request.method == "POST" and codecs.lookup(named).name != "utf-8":
                raise BadRequest("a form that is not in UTF-8")
            request.encoding = "utf-8"
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        """Return 413 for a body above the limit; raise BadRequest for a form that is not text."""
        # Views with their own limit, and the API, answer themselves.
        theirs = hasattr(view, "max_body_bytes") or is_api(request)
        if request.method in ("GET", "HEAD") or theirs:
            return None
        if stated_length(request.META) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) + FORM_OVERHEAD:
            return bad_request(request, None, 413)
        if request.method == "POST":
            # A body that was cut off has no token, so the CSRF check refuses it.
            with suppress(UnreadablePostError):
                read_form(request)
        return None
