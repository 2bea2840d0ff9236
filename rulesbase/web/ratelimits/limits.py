"""How often anybody may do what costs us much or what others would suffer from: one table, one way of counting.

The API (`rulesbase.web.middleware.api_limits`), mails (`rulesbase.accounts.mail`) and wrong passwords of one account
from one place (axes) have limits of their own. Requests from this very machine are not limited by place: they come
from its owner, or from a proxy that FORWARDED_ALLOW_IPS does not name, behind which everybody would share one count.
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
# The cache in which all machines count, where there is Redis.
SHARED = "shared-counts"


class Limit(NamedTuple):
    """So many times in a window of so many seconds."""

    name: str
    most: int
    seconds: int = HOUR


# Tries to sign in, right or wrong, as one account from wherever: passwords are not found by asking many machines.
SIGN_INS_OF_ACCOUNT = Limit("sign-ins-of-account", 100)
# The same from one place, for whatever account: nor by trying one password with many accounts.
SIGN_INS_FROM_PLACE = Limit("sign-ins-from-place", 300)
# Files that one person has read by the program.
UPLOADS = Limit("uploads", 120)
# What one person's booths send, a grade each half second: what is refused waits in the browser, and comes again.
GRADES = Limit("grades", 120, 60)
# What one person's booths may add in a day: more than a browser can hold that was studied in for years before.
GRADES_OF_A_DAY = Limit("grades-of-a-day", 50_000, 24 * HOUR)
# Feeds, and pages that search, compare or reckon, asked from one place in a minute. A hall full of judges is one place.
HEAVY = "heavy"
HEAVY_PAGES = (
    *("/search/", "/names/", "/compare/", "/cite/", "/go/", "/cards/", "/feeds/", "/archive/heat/"),
    *("/study/test/", "/study/names/", "/study/cards.json", "/study/changed.json", "/offline/names"),
)
# Files that are made anew for each visit.
HEAVY_FILES = "/anki.txt"
# What is sent to one of them costs by its length: every so many bytes are one visit more, up to so many visits.
_BYTES_A_VISIT, _MOST_VISITS = 4096, 20


def visits_left(name: str, most: int, seconds: int, more: int = 1) -> int:
    """Count a visit, or so many, in a window of seconds; return how many are left, below 0 if that was too many.

    With Redis all workers count together. Without it, or while it is gone, each allows its share of the limit.
    """
    # Nobody can tell from a cache who asked.
    key = f"{int(time.time() // seconds)}:{salted_hmac('rulesbase.limits', name).hexdigest()}"
    if SHARED in settings.CACHES and (count := _count(caches[SHARED], key, seconds, more)) is not None:
        return most - count
    return max(1, most // settings.WORKERS) - (_count(caches["counts"], key, seconds, more) or more)


def _count(counts: BaseCache, key: str, seconds: int, more: int) -> int | None:
    """Return the count with these; None where Redis does not answer."""
    added: bool | None = counts.add(key, more, timeout=seconds * 2)
    if added is not False:
        return more if added else None
    try:
        return counts.incr(key, more)
    except ValueError:
        # It ran out, or gave way to something else, between the two questions.
        return more


def wait_seconds(limit: Limit, who: str, visits: int = 1) -> int:
    """Count once more, or so many times; how many seconds to wait, 0 for whoever is within the limit."""
    if visits_left(f"{limit.name}:{who}", limit.most, limit.seconds, visits) >= 0:
        return 0
    return max(1, int(limit.seconds - time.time() % limit.seconds) + 1)


def wait_seconds_of_client(limit: Limit, request: HttpRequest, visits: int = 1) -> int:
    """The same for the place that a request comes from; whoever asks from this machine never waits."""
    address = client_address(request)
    if address is None or ip_address(address).is_loopback:
        return 0
    return wait_seconds(limit, client_network(request), visits)


def visits_of(request: HttpRequest) -> int:
    """As how many visits a request counts: a long text has more to look up than a short one."""
    weight = request.META.get("CONTENT_LENGTH") or "0"
    # Of more figures than any form may have it is refused by its weight.
    sent = int(weight) if weight.isdecimal() and len(weight) < 12 else 0
    return min(1 + sent // _BYTES_A_VISIT, _MOST_VISITS)


def heavy_pages(get_response: View) -> View:
    """Refuse pages that cost much to whoever asks for too many of them in a minute."""

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
