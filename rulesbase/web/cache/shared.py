"""Cache-Control for nginx and content delivery networks: pages of anonymous readers are shared for five seconds.

A page is shared only if it looks the same for everybody: it sets no cookie, has no form token and depends on no cookie.
Pages with "latest" or without a date change at midnight, when a version comes into force, so nothing is shared past
midnight. The seconds count from the beginning of the request, before the page reads the content: however long it takes
to make, a cache gives it up five seconds later.
"""

from datetime import datetime, time, timedelta

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from rulesbase.web.cache.pages import is_anonymous_read
from rulesbase.web.middleware_types import GetResponse

# How old a page may be, in seconds. The time of a page that is made quickly does not count.
SHARED_SECONDS, _QUICK = 5, 0.1
# nginx counts whole seconds, so it stores a page up to one second too long. One more second is for the network.
_NGINX_LESS = 2
# What the middleware of sessions sets where no view says otherwise.
_DEFAULT = "no-cache"
_KINDS = ("text/html", "application/atom+xml")


def shared_caching(get_response: GetResponse) -> GetResponse:
    """Allow shared caches to keep what every reader sees."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        started = timezone.localtime()
        response = get_response(request)
        if _is_for_everybody(request, response):
            seconds = seconds_shared(started, timezone.localtime())
            response.headers["Cache-Control"] = f"public, max-age=0, must-revalidate, s-maxage={seconds}"
            response.headers["X-Accel-Expires"] = str(max(seconds - _NGINX_LESS, 0))
        return response

    return middleware


def seconds_shared(started: datetime, now: datetime) -> int:
    """Return how many seconds are left to share a page whose request began at a moment, none past midnight."""
    midnight = datetime.combine(started.date() + timedelta(days=1), time(), started.tzinfo)
    end = min(started + timedelta(seconds=SHARED_SECONDS + _QUICK), midnight)
    return max(int((end - now).total_seconds()), 0)


def _is_for_everybody(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        is_anonymous_read(request)
        and response.status_code == 200
        and response.headers.get("Cache-Control", "") == _DEFAULT
        and response.headers.get("Content-Type", "").startswith(_KINDS)
        and "cookie" not in response.headers.get("Vary", "").lower()
        and not response.cookies
    )
