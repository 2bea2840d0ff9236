"""Rate limits of sign-ins, uploads, grades and expensive pages.

The API (`rulesbase.web.middleware.api_limits`), mails (`rulesbase.accounts.mail`) and wrong passwords of one account
from one client (axes) have their own limits. Requests from this machine are not limited by client: they come from its
owner, or from a proxy missing in FORWARDED_ALLOW_IPS, behind which all clients would share one count.
"""

import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language_from_path

from rulesbase.core.error_pages import too_many
from rulesbase.web.ratelimits.client_ip import client_address, client_network

View = Callable[[HttpRequest], HttpResponseBase]
HOUR = 3600
# The cache for counters of all machines, with Redis.
SHARED = "shared-counts"


class Limit(NamedTuple):
    """At most ``most`` times in a window of ``seconds``."""

    name: str
    most: int
    seconds: int = HOUR


# Sign-in attempts, right or wrong, for one account from all clients: against guessing from many machines.
SIGN_INS_OF_ACCOUNT = Limit("sign-ins-of-account", 100)
# The same from one client for all accounts: against trying one password with many accounts.
SIGN_INS_FROM_PLACE = Limit("sign-ins-from-place", 300)
# Uploads of one account.
UPLOADS = Limit("uploads", 120)
# Requests with grades from one account, one each half second; the browser sends refused ones again.
GRADES = Limit("grades", 120, 60)
# Grades of one account in a day: more than a browser stores in years of study.
GRADES_OF_A_DAY = Limit("grades-of-a-day", 50_000, 24 * HOUR)
# Feeds and expensive pages, from one client in a minute. All judges at a venue may share one address.
HEAVY = "heavy"
HEAVY_PAGES = (
    *("/search/", "/names/", "/compare/", "/cite/", "/go/", "/cards/", "/feeds/", "/archive/heat/"),
    *("/study/test/", "/study/names/", "/study/cards.json", "/study/changed.json", "/offline/names"),
)
# Files that are built for each request.
HEAVY_FILES = "/anki.txt"
# A long body costs more: every _BYTES_A_VISIT bytes count as another visit, up to _MOST_VISITS.
_BYTES_A_VISIT, _MOST_VISITS = 4096, 20


def visits_left(name: str, most: int, seconds: int, more: int = 1) -> int:
    """Count ``more`` visits in a window of ``seconds``; return how many are left, below 0 if that was too many.

    With Redis all workers count together. Without it, or while it is gone, each allows its share of the limit.
    """
    # Hashed, so that the cache does not reveal clients.
    key = f"{int(time.time() // seconds)}:{salted_hmac('rulesbase.limits', name).hexdigest()}"
    if SHARED in settings.CACHES and (count := _count(caches[SHARED], key, seconds, more)) is not None:
        return most - count
    return max(1, most // settings.WORKERS) - (_count(caches["counts"], key, seconds, more) or more)


def _count(counts: BaseCache, key: str, seconds: int, more: int) -> int | None:
    """Return the new count; None if Redis does not answer."""
    added: bool | None = counts.add(key, more, timeout=seconds * 2)
    if added is not False:
        return more if added else None
    try:
        return counts.incr(key, more)
    except ValueError:
        # The key expired or was evicted between the two calls.
        return more


def wait_seconds(limit: Limit, who: str, visits: int = 1) -> int:
    """Count ``visits``; return how many seconds to wait, 0 within the limit."""
    if visits_left(f"{limit.name}:{who}", limit.most, limit.seconds, visits) >= 0:
        return 0
    return max(1, int(limit.seconds - time.time() % limit.seconds) + 1)


def wait_seconds_of_client(limit: Limit, request: HttpRequest, visits: int = 1) -> int:
    """Count ``visits`` of the client of a request; return the seconds to wait, 0 for this machine itself."""
    address = client_address(request)
    if address is None or ip_address(address).is_loopback:
        return 0
    return wait_seconds(limit, client_network(request), visits)


def visits_of(request: HttpRequest) -> int:
    """Return as how many visits a request counts, by the length of its body."""
    weight = request.META.get("CONTENT_LENGTH") or "0"
    # A longer Content-Length is refused by its size anyway.
    sent = int(weight) if weight.isdecimal() and len(weight) < 12 else 0
    return min(1 + sent // _BYTES_A_VISIT, _MOST_VISITS)


def heavy_pages(get_response: View) -> View:
    """Limit the requests of a client to expensive pages."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if language := get_language_from_path(path):
            path = path.removeprefix(f"/{language}")
        limit = Limit(HEAVY, settings.PAGE_RATE, 60)
        is_heavy = path.startswith(HEAVY_PAGES) or path.endswith(HEAVY_FILES)
        if is_heavy and (wait := wait_seconds_of_client(limit, request, visits_of(request))):
            return too_many(request, wait)
        return get_response(request)

    return middleware
