"""How often anybody may do what costs us much or what others would suffer from: one table, one way of counting.

The API has limits of its own (`config.api_front`), mails theirs (`rulesbase.postage`), wrong passwords of one account
from one place theirs (axes). Whoever asks from this very machine is not limited by place: that is either its owner,
or a proxy that FORWARDED_ALLOW_IPS does not name, behind which everybody would share one count.
"""

import logging
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.cache import DEFAULT_CACHE_ALIAS, cache, caches
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language_from_path

from config.client import client_address, client_place
from config.counting import Counts
from config.errors import too_many
from config.shared_cache import SharedCache

View = Callable[[HttpRequest], HttpResponseBase]
HOUR = 3600
log = logging.getLogger(__name__)
# So many seconds a file of counts that could not be opened is let alone.
_TRY_AGAIN = 60.0
_again_at: dict[str, float] = {}


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


def count_of(name: str, window: int, seconds: int, path: str, more: int = 1) -> int:
    """How many there are of a name in a window, with these: by Redis, else by the file of counts."""
    of_all = caches[DEFAULT_CACHE_ALIAS]
    if isinstance(of_all, SharedCache) and (count := of_all.count(f"{window}:{name}", seconds, more)) is not None:
        return count
    # Without Redis each machine counts for itself.
    shared = _counts(path, settings.SECRET_KEY) if path else None
    if shared is not None:
        try:
            return shared.add(name, window, more)
        except OSError as error:
            # Opened anew after a fork, or locked on a disk that went: no reason to refuse anybody a page.
            log.warning("A visit was not counted for all workers: %s (%s)", path, error.strerror)
    key = f"api-room:{window}:{name}"
    if cache.add(key, more, timeout=seconds):
        return more
    try:
        return int(cache.incr(key, more))
    except ValueError:
        # It ran out, or gave way to something else, between the two questions.
        return more


def _counts(path: str, secret: str) -> Counts | None:
    """The file of counts; None where it cannot be had: then each worker counts for itself, and soon tries again."""
    if time.monotonic() < _again_at.get(path, 0.0):
        return None
    try:
        return _opened(path, secret)
    except OSError as error:
        log.warning("Visits are counted by each worker for itself: %s cannot be used (%s)", path, error.strerror)
        _again_at[path] = time.monotonic() + _TRY_AGAIN
        return None


@lru_cache(maxsize=4)
def _opened(path: str, secret: str) -> Counts:
    return Counts(Path(path), secret)


def wait_of(limit: Limit, who: str, visits: int = 1) -> int:
    """Count once more, or so many times; how many seconds to wait, 0 for whoever is within the limit."""
    now = time.time()
    # A file for each length of windows: a row of another window counts as free.
    path = f"{settings.API_COUNTS}-{limit.seconds}" if settings.API_COUNTS else ""
    count = count_of(f"{limit.name}:{who}", int(now // limit.seconds), limit.seconds * 2, path, visits)
    return max(1, int(limit.seconds - now % limit.seconds) + 1) if count > limit.most else 0


def wait_of_place(limit: Limit, request: HttpRequest, visits: int = 1) -> int:
    """The same for the place that a request comes from; whoever asks from this machine never waits."""
    address = client_address(request)
    if address is None or ip_address(address).is_loopback:
        return 0
    return wait_of(limit, client_place(request), visits)


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
        if is_heavy and (wait := wait_of_place(limit, request, visits_of(request))):
            return too_many(request, wait)
        return get_response(request)

    return middleware
