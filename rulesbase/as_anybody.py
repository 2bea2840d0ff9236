"""A page as somebody gets it who is not signed in, made inside this process: for what is handed to everybody."""

from functools import lru_cache
from io import BytesIO

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import get_script_prefix

# Where the visitor asked, as the server told it; nothing of who they are: no cookie, no authorization.
_TAKEN = (
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "wsgi.url_scheme",
)


@lru_cache(maxsize=1)
def _handler() -> WSGIHandler:
    return WSGIHandler()


def answer_to_anybody(request: HttpRequest, address: str) -> HttpResponseBase:
    """The answer to GET ``address``, at the host of ``request``, with all that middleware does to it."""
    path, _, query = address.partition("?")
    environ = {name: request.META[name] for name in _TAKEN if name in request.META}
    environ |= {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": get_script_prefix().rstrip("/"),
        "PATH_INFO": "/" + path.removeprefix(get_script_prefix()),
        "QUERY_STRING": query,
        "wsgi.input": BytesIO(),
    }
    return _handler().get_response(WSGIRequest(environ))


def html_for_anybody(request: HttpRequest, address: str) -> str | None:
    """A public page as text; None where there is none at that address."""
    answer = answer_to_anybody(request, address)
    if answer.status_code != 200 or not isinstance(answer, HttpResponse):
        return None
    return answer.content.decode()
