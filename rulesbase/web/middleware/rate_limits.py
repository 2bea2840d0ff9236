"""Rate limits of expensive pages and of the API. They come before the page cache, so that cached responses count."""

import hashlib
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.translation import get_language_from_path
from django.utils.translation import gettext as _

from rulesbase.core.content_length import stated_length
from rulesbase.core.negotiation import is_api, message_language
from rulesbase.core.problem_response import problem_answer, problem_data
from rulesbase.engine.documents import active_document
from rulesbase.web.error_pages import too_many
from rulesbase.web.middleware.cors import with_cors
from rulesbase.web.middleware_types import GetResponse
from rulesbase.web.rate_limits.client_ip import client_network
from rulesbase.web.rate_limits.limits import RateLimit, seconds_left, visits_left, wait_seconds_of_client

_DESK = "/api/v1/desk/"

# Feeds and expensive pages, from one client in a minute. All judges at a venue may share one address.
_HEAVY_PAGES = (
    *("/search/", "/names/", "/compare/", "/cite/", "/go/", "/cards/", "/feeds/", "/archive/heat/", "/documents/"),
    *("/study/test/", "/study/names/", "/study/cards.json", "/study/changed.json", "/offline/names"),
)
# Files that are built for each request.
_HEAVY_FILES = "/anki.txt"
# A long body costs more: every _BYTES_A_VISIT bytes count as another visit, up to _MOST_VISITS.
_BYTES_A_VISIT, _MOST_VISITS = 4096, 20


class Allowance(NamedTuple):
    """Requests of a client in this window: the limit, the remaining ones, and seconds until the next window."""

    limit: int
    remaining: int
    reset: int
    refused: bool


def count_visit(client: str, limit: int) -> Allowance:
    """Count a request of a client."""
    window = settings.API_WINDOW
    left = visits_left(f"api:{client}", limit, window)
    return Allowance(limit, max(0, left), seconds_left(window), left < 0)


def _rate_of(request: HttpRequest) -> Allowance:
    """Count a request; return the limit of the client or, for a write, that of its token if it is tighter."""
    client = client_network(request) or "unknown"
    rate = count_visit(client, settings.API_RATE)
    if rate.refused or request.method in ("GET", "HEAD", "OPTIONS") or not request.path_info.startswith(_DESK):
        return rate
    # Parsed as at the desk: another case of "bearer", or more spaces, is the same token.
    secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[2].strip()
    writer = hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest() if secret else client
    own = count_visit(f"writes:{writer}", settings.API_WRITE_RATE)
    return own if own.refused or own.remaining < rate.remaining else rate


def _refusal(request: HttpRequest, rate: Allowance) -> HttpResponse:
    with translation.override(message_language(request)):
        message = _("At most %(limit)d requests in %(window)d seconds. Try again in %(reset)d seconds.") % {
            "limit": rate.limit,
            "window": settings.API_WINDOW,
            "reset": rate.reset,
        }
        response = problem_answer(problem_data(429, _("Too many requests"), message))
    response.headers["Retry-After"] = str(rate.reset)
    response.headers["Cache-Control"] = "no-store"
    return response


def rate_limits(get_response: GetResponse) -> GetResponse:
    """Limit the requests of a client to expensive pages and to the API, which every web page may read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if is_api(request):
            # Refusals have the headers of CORS too.
            return of_api(request) if path.startswith(_DESK) else with_cors(request, of_api)
        if language := get_language_from_path(path):
            path = path.removeprefix(f"/{language}")
        # `document_from_address` has activated the document that the path names.
        path = path.removeprefix(f"/documents/{active_document()}")
        if path.startswith(_HEAVY_PAGES) or path.endswith(_HEAVY_FILES):
            limit = RateLimit("heavy", settings.PAGE_RATE, 60)
            visits = min(1 + stated_length(request.META) // _BYTES_A_VISIT, _MOST_VISITS)
            if wait := wait_seconds_of_client(limit, request, visits):
                return too_many(request, wait)
        return get_response(request)

    def of_api(request: HttpRequest) -> HttpResponseBase:
        rate = _rate_of(request)
        response = _refusal(request, rate) if rate.refused else get_response(request)
        response.headers["RateLimit-Limit"] = str(rate.limit)
        response.headers["RateLimit-Remaining"] = str(rate.remaining)
        response.headers["RateLimit-Reset"] = str(rate.reset)
        return response

    return middleware
