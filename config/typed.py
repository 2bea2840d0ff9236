"""What people type is text before any page reads it: in the address, in the fields of forms, in cookies.

Nobody types a null byte or half a character; programs send them, and PostgreSQL would answer with an error. Pages read
the sign of a lost character in their place, and say so where it matters. The API gets what was sent as it is, and says
what is wrong with it; so do pages that are sent data and no form.
"""

import codecs
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.core.exceptions import BadRequest, TooManyFieldsSent
from django.http import HttpRequest, HttpResponseBase, UnreadablePostError

from rulesbase.engine.text.unstorable import LOST, storable
from rulesbase.web.middleware.upload_limits import read_form, storable_query

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class TypedText:
    """Make text of what was sent. Stands before all that reads it, and behind what weighs it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let pages read addresses and cookies; forms are read when it is known which page takes them."""
        request.COOKIES = {name: storable(value, LOST) for name, value in request.COOKIES.items()}
        if not _is_api(request):
            request.path, request.path_info = storable(request.path, LOST), storable(request.path_info, LOST)
        # Of too many fields the page that asks for them says so.
        with suppress(TooManyFieldsSent):
            _only_utf8(request)
            if not _is_api(request):
                request.GET = storable_query(request.GET)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Let pages read forms."""
        del args, kwargs
        if _is_api(request):
            return
        # A page with a limit of its own reads its form behind its door (`rulesbase.web.middleware.upload_limits`).
        if request.method == "POST" and not hasattr(view, "heaviest"):
            # Of one that ended too early nothing is left, no token either.
            with suppress(UnreadablePostError):
                read_form(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _only_utf8(request: HttpRequest) -> None:
    """Read everything as UTF-8. Raises BadRequest for a form that says that it is written otherwise.

    Any encoding that Python knows could be named, among them some that are none of texts.
    """
    named = request.encoding
    if not named:
        return
    if request.content_type in _FORMS and request.method == "POST" and codecs.lookup(named).name != "utf-8":
        raise BadRequest("a form that is not in UTF-8")
    request.encoding = "utf-8"
