"""Forms that are too heavy are refused before anything reads them, with a page that says so."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from rulesbase.engine.storable import is_storable
from rulesbase.views.guards import ask_for_sign_in

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
# What reading a form raises: too long a field, too many of them, or an end that never came.
UNREADABLE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent, MultiPartParserError, UnreadablePostError)
# So much of what is too heavy is taken in and thrown away, so that a browser that is still sending hears the answer.
_DRAINED = 64 * 1024 * 1024


def bounded(
    most: int, refuse: View[P], unread: Callable[[HttpRequest, Exception], HttpResponse] | None = None
) -> Callable[[View[P]], View[P]]:
    """Answer with ``refuse`` what is heavier than ``most`` bytes; other forms are asked for their CSRF token.

    For pages of people with an account: strangers are sent to sign in first. Reading the token reads the whole form,
    so the weight has to be known before. ``refuse`` must not write.
    ``unread`` answers a form that cannot be read (``UNREADABLE``); without it that is a plain 400.
    """

    def guard(view: View[P]) -> View[P]:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def outer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST" and not request.user.is_authenticated:
                # Whoever it is, they are asked before anything of theirs is read.
                return ask_for_sign_in(request.get_full_path())
            weight = request.META.get("CONTENT_LENGTH") or "0"
            if request.method == "POST" and weight.isdecimal() and int(weight) > most:
                _drain(request)
                return refuse(request, *args, **kwargs)
            if request.method == "POST":
                try:
                    read_form(request)
                except UNREADABLE as error:
                    if unread is not None:
                        return unread(request, error)
                    if not isinstance(error, UnreadablePostError):
                        raise
            return protected(request, *args, **kwargs)

        # So that nobody weighs it before (`config.bodies`).
        setattr(outer, "heaviest", most)  # noqa: B010 - functions have no such attribute by themselves
        return outer

    return guard


def read_form(request: HttpRequest) -> None:
    """Read a form. Raises UNREADABLE, and BadRequest for one with a null byte or half a character."""
    if not all(is_storable(word) for name, values in request.POST.lists() for word in (name, *values)):
        raise BadRequest("a null byte in a form")


def _drain(request: HttpRequest) -> None:
    """Take in what still comes; the form is empty from then on."""
    left = _DRAINED
    try:
        while left > 0 and (piece := request.read(min(left, 1 << 20))):
            left -= len(piece)
    except (UnreadablePostError, OSError):
        return
