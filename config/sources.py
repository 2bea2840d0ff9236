"""Which database each request reads, and what is done where that one does not answer.

Reading pages of strangers read the replica. Who is signed in, or has just written, reads where they write, so that
nobody misses their own change while a replica lags. A page that one database failed is made once more from the
other: without the replica, or while that is too far behind, everything comes from the primary, and without the
primary the site stays readable, for people who are signed in too, as far as the replica knows them. What would write
says 503 then.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from config.cookies import cookie_name
from config.errors import database_failed, database_gone
from config.lag import lag
from config.page_cache import is_api
from config.routers import PRIMARY, REPLICA, Source, reading_from

View = Callable[[HttpRequest], HttpResponseBase]
log = logging.getLogger(__name__)

# So long a database that did not answer is asked last: each try of a machine that is off takes its time. A primary that
# is back is wanted soon.
_PAUSES = {REPLICA: 15.0, PRIMARY: 5.0}
# So long whoever wrote something reads the primary, signed in or not. `config.lag` sees to a replica that lags more.
_WROTE_SECONDS = 60
_SAFE = ("GET", "HEAD", "OPTIONS")
# Nobody administers by a copy; programs that write ask with a token.
_NEVER_BY_COPY = "/admin/"
_NAMES = {PRIMARY: "primary database", REPLICA: "replica"}
_down_until: dict[str, float] = {}
# Of which the log says that they do not answer, and not yet that they do again.
_told: set[str] = set()


def forget_failures() -> None:
    """Ask every database again."""
    _down_until.clear()


def _is_down(alias: str) -> bool:
    return time.monotonic() < _down_until.get(alias, 0.0)


def _note_failures(response: HttpResponseBase) -> set[str]:
    """The databases that failed in this request. Their connections are ended, so that the next try is a new one."""
    failed = set()
    for alias in (PRIMARY, REPLICA):
        connection = connections[alias]
        if not connection.errors_occurred or connection.in_atomic_block:
            continue
        failed.add(alias)
        connection.close()
        connection.errors_occurred = False
        if alias not in _told:
            _told.add(alias)
            why = database_gone(response) or "the log says why"
            log.warning("The %s did not answer: it is asked last, every %d s (%s)", _NAMES[alias], _PAUSES[alias], why)
        _down_until[alias] = time.monotonic() + _PAUSES[alias]
    return failed


def _note_answers() -> None:
    """Say of databases that were gone that they answer again: whoever asked them in this request has a connection."""
    for alias in tuple(_told):
        connection = connections[alias]
        # Of one that was not asked now nobody knows: it may be of before, and broken. No stub knows Django's mark.
        asked = connection.connection is not None and getattr(connection, "health_check_done", False)
        if asked and not connection.errors_occurred:
            _told.discard(alias)
            log.warning("The %s answers again", _NAMES[alias])


def _first(request: HttpRequest, wrote: str) -> Source:
    """Where a page is read, when all is well or known not to be."""
    if wrote in request.COOKIES:
        return Source.PRIMARY
    if _is_down(PRIMARY):
        return Source.STAND_IN
    if settings.SESSION_COOKIE_NAME in request.COOKIES or _is_down(REPLICA):
        return Source.PRIMARY
    lag.look_when_due()
    return Source.PRIMARY if lag.is_too_long else Source.REPLICA


def _second(first: Source, failed: set[str]) -> Source:
    """Where it is read, when the first did not answer."""
    if first is Source.PRIMARY or (first is Source.REPLICA and failed == {PRIMARY}):
        return Source.STAND_IN
    return Source.PRIMARY


def _only_primary(request: HttpRequest) -> bool:
    written = request.method not in _SAFE or "HTTP_AUTHORIZATION" in request.META
    return written or request.path_info.startswith(_NEVER_BY_COPY)


def _read(get_response: View, request: HttpRequest, source: Source) -> HttpResponseBase:
    with reading_from(source):
        response = get_response(request)
    if source is Source.STAND_IN:
        # A session that the replica does not know yet is not over.
        response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    if source is not Source.PRIMARY and isinstance(response, StreamingHttpResponse) and not response.is_async:
        response.streaming_content = _pieces(cast(Iterable[bytes], response.streaming_content), source)
    return response


def _pieces(pieces: Iterable[bytes], source: Source) -> Iterator[bytes]:
    """What is made while it is sent comes from the same database as its beginning."""
    made = iter(pieces)
    while True:
        with reading_from(source):
            piece = next(made, None)
        if piece is None:
            return
        yield piece


def reads_from_replica(get_response: View) -> View:
    """Choose the database of each request. Without a replica there is nothing to choose."""
    if REPLICA not in settings.DATABASES:
        raise MiddlewareNotUsed("There is no replica.")
    wrote = cookie_name("wrote", settings.SECURE)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _only_primary(request):
            response = _read(get_response, request, Source.PRIMARY)
            if database_gone(response):
                _note_failures(response)
            _note_answers()
            if request.method not in _SAFE and response.status_code < 500 and not is_api(request):
                response.set_cookie(
                    wrote, "1", max_age=_WROTE_SECONDS, secure=settings.SECURE, httponly=True, samesite="Lax"
                )
            return response
        first = _first(request, wrote)
        response = _read(get_response, request, first)
        if database_failed(response):
            response = _read(get_response, request, _second(first, _note_failures(response)))
            if database_failed(response):
                _note_failures(response)
        _note_answers()
        return response

    return middleware
