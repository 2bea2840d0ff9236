"""Rate limits of sign-ins, uploads and grades.

The API and expensive pages (`rulesbase.web.middleware.rate_limits`), mails (`rulesbase.accounts.mail`) and wrong
passwords of one account from one client (axes) have their own limits. Requests from this machine are not limited by
client: they come from its owner, or from a proxy missing in FORWARDED_ALLOW_IPS, behind which all clients would share
one count.
"""

import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from rulesbase.web.rate_limits.client_ip import client_address, client_network

HOUR = 3600
# The cache for counters of all machines, with Redis.
SHARED = "shared-counts"


class RateLimit(NamedTuple):
    """At most ``most`` times in a window of ``seconds``."""

    name: str
    most: int
    seconds: int = HOUR


# Sign-in attempts, right or wrong, for one account from all clients: against guessing from many machines.
SIGN_INS_OF_ACCOUNT = RateLimit("sign-ins-of-account", 100)
# The same from one client for all accounts: against trying one password with many accounts.
SIGN_INS_FROM_PLACE = RateLimit("sign-ins-from-place", 300)
# Uploads of one account.
UPLOADS = RateLimit("uploads", 120)
# Fits of study parameters by one account; each takes seconds.
FITS = RateLimit("fits", 6)
# Requests with grades from one account, one each half second; the browser sends refused ones again.
GRADES = RateLimit("grades", 120, 60)
# Grades of one account in a day: more than a browser stores in years of study.
GRADES_OF_A_DAY = RateLimit("grades-of-a-day", 50_000, 24 * HOUR)


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


def seconds_left(window: int) -> int:
    """Return the seconds until the next window of this length begins."""
    return int(window - time.time() % window) + 1


def wait_seconds(limit: RateLimit, who: str, visits: int = 1) -> int:
    """Count ``visits``; return how many seconds to wait, 0 within the limit."""
    if visits_left(f"{limit.name}:{who}", limit.most, limit.seconds, visits) >= 0:
        return 0
    return seconds_left(limit.seconds)


def wait_seconds_of_client(limit: RateLimit, request: HttpRequest, visits: int = 1) -> int:
    """Count ``visits`` of the client of a request; return the seconds to wait, 0 for this machine itself."""
    address = client_address(request)
    if address is None or address.is_loopback:
        return 0
    return wait_seconds(limit, str(client_network(request)), visits)
