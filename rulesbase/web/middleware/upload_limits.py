"""Forms that are too heavy are refused before anything reads them, with a page that says so."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from rulesbase.accounts.permissions import ask_for_sign_in
from rulesbase.core.error_pages import too_heavy
from rulesbase.engine.text.unstorable import LOST, is_storable, storable

if TYPE_CHECKING:
    # What Django gives is a QueryDict that nobody may change; only the types of it have a name for that.
    from django.http.request import _ImmutableQueryDict

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

        # So that nobody weighs it before (`rulesbase.web.middleware.upload_limits`).
        setattr(outer, "heaviest", most)  # noqa: B010 - functions have no such attribute by themselves
        return outer

    return guard


def read_form(request: HttpRequest) -> None:
    """Read a form, so that its fields hold nothing but text from here on. Raises UNREADABLE."""
    request.POST = storable_query(request.POST)


def storable_query(sent: "_ImmutableQueryDict") -> "_ImmutableQueryDict":
    """Fields of an address or of a form, with names and values that every database takes."""
    if all(is_storable(word) for name, values in sent.lists() for word in (name, *values)):
        return sent
    made = QueryDict(mutable=True)
    for name, values in sent.lists():
        for value in values:
            made.appendlist(storable(name, LOST), storable(value, LOST))
    return QueryDict(made.urlencode())


def _drain(request: HttpRequest) -> None:
    """Take in what still comes; the form is empty from then on."""
    left = _DRAINED
    try:
        while left > 0 and (piece := request.read(min(left, 1 << 20))):
            left -= len(piece)
    except (UnreadablePostError, OSError):
        return


# Beside what Django allows for fields: the boundaries of the form.
_FRAME = 100_000


class WeighedBodies:
    """Refuse what is heavier than its page takes. Stands before the middleware that reads forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing: only the page that is asked for can say what it takes."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        """Answer in the place of the page where too much is sent."""
        del args, kwargs
        # A page with a limit of its own answers in its own words, and so does the API.
        theirs = hasattr(view, "heaviest") or request.path_info.startswith("/api/")
        if request.method in ("GET", "HEAD") or theirs:
            return None
        weight = request.META.get("CONTENT_LENGTH") or "0"
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) + _FRAME
        return too_heavy(request) if weight.isdecimal() and int(weight) > most else None
