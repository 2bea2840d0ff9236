"""Choose the database for each request, and fall back to the other one if it does not answer.

Anonymous users read the replica. Signed-in users, and users who have just written, read the primary. While the primary
is gone all users read the replica anonymously: accounts and rights are never read from a copy. Writes and pages that
need an account then return 503.
"""

import logging
import time
from typing import cast

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation

from config.cookies import cookie_name
from rulesbase.core.database.database_errors import SAFE
from rulesbase.core.negotiation import is_api
from rulesbase.web.databases.router import PRIMARY, REPLICA, replica_reads
from rulesbase.web.error_pages import database_failure
from rulesbase.web.middleware_types import GetResponse

log = logging.getLogger(__name__)

# Seconds for which a lost database is tried last; each try of a machine that is off takes three seconds.
_PAUSE = 5.0
# Seconds for which a client reads the primary after a write.
_WROTE_SECONDS = 60
_down_until: dict[str, float] = {}


def _note_failures(response: HttpResponseBase) -> None:
    """Close the connections of lost databases and try these databases last for a while."""
    why = database_failure(response)
    for alias in (PRIMARY, REPLICA):
        connection = connections[alias]
        if why and connection.errors_occurred and not connection.in_atomic_block:
            connection.close()
            connection.errors_occurred = False
            _down_until[alias] = time.monotonic() + _PAUSE
            log.warning("The database %r did not answer and is asked last for %d s: %s", alias, _PAUSE, why)


def _order(request: HttpRequest, wrote: str) -> tuple[str, str]:
    """Return the database to read from and its fallback."""
    if wrote in request.COOKIES:
        return PRIMARY, REPLICA
    signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
    first, second = (PRIMARY, REPLICA) if signed_in else (REPLICA, PRIMARY)
    return (second, first) if time.monotonic() < _down_until.get(first, 0.0) else (first, second)


def _read(get_response: GetResponse, request: HttpRequest, alias: str) -> HttpResponseBase:
    """Get the response from one database; from the replica without the session cookie."""
    if alias == PRIMARY:
        return get_response(request)
    cookies = request.COOKIES
    request.COOKIES = {name: value for name, value in cookies.items() if name != settings.SESSION_COOKIE_NAME}
    with replica_reads(True):
        response = get_response(request)
    request.COOKIES = cookies
    # Django keeps the person of a try; the next try must find its own.
    for name in ("_cached_user", "_acached_user"):
        request.__dict__.pop(name, None)
    return response


def _wants_sign_in(response: HttpResponseBase) -> bool:
    with translation.override(settings.LANGUAGE_CODE):
        path = response.headers.get("Location", "").partition("?")[0]
        return response.status_code == 401 or path.endswith(reverse(settings.LOGIN_URL))


def reads_from_replica(get_response: GetResponse) -> GetResponse:
    """Choose the database of each request. Not used without a replica."""
    if REPLICA not in settings.DATABASES:
        raise MiddlewareNotUsed("There is no replica.")
    wrote = cookie_name("wrote", settings.SECURE)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        writes = request.method not in SAFE
        # The admin and requests with a token always use the primary.
        if writes or "HTTP_AUTHORIZATION" in request.META or request.path_info.startswith("/admin/"):
            response = get_response(request)
            _note_failures(response)
            if writes and response.status_code < 500 and not is_api(request):
                response.set_cookie(
                    wrote, "1", max_age=_WROTE_SECONDS, secure=settings.SECURE, httponly=True, samesite="Lax"
                )
            return response
        failed: HttpResponseBase | None = None
        for alias in _order(request, wrote):
            response = _read(get_response, request, alias)
            as_stranger = alias == REPLICA and settings.SESSION_COOKIE_NAME in request.COOKIES
            has_failed = database_failure(response) is not None
            if not has_failed and not (as_stranger and _wants_sign_in(response)):
                return response
            _note_failures(response)
            failed = response if failed is None or has_failed else failed
        return cast(HttpResponseBase, failed)

    return middleware
