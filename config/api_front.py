"""The door of the API: who may ask how often, and from which web pages.

It stands before the kept pages, so that an answer from there counts like any other. Reading is open to every web
page (CORS); cookies play no part here.
"""

import ipaddress
import json
import time
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

View = Callable[[HttpRequest], HttpResponseBase]
PREFIX = "/api/"
_EXPOSED = "Content-Language, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"


class Room(NamedTuple):
    """What a client has left in this window: the limit, what remains of it, seconds until the next."""

    limit: int
    remaining: int
    reset: int
    refused: bool


def client_of(request: HttpRequest) -> str:
    """Whom a visit counts for: the address behind as many proxies as API_PROXIES says, of IPv6 its network."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if settings.API_PROXIES else []
    trusted = forwarded[-settings.API_PROXIES :] if forwarded != [""] else []
    address = (trusted[0] if trusted else request.META.get("REMOTE_ADDR", "")).strip()
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if known.version == 6:
        # One customer has a whole network, and would else have as many counts as it likes.
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)


def room_of(client: str) -> Room:
    """Count a visit. Counts are those of the cache: of each process, or with Redis of all together."""
    window = settings.API_WINDOW
    now = time.time()
    key = f"api-room:{int(now // window)}:{client}"
    if cache.add(key, 1, timeout=window * 2):
        count = 1
    else:
        try:
            count = cache.incr(key)
        except ValueError:
            # It ran out, or gave way to something else, between the two questions.
            count = 1
    limit = settings.API_RATE
    return Room(limit, max(0, limit - count), max(1, int(window - now % window) + 1), count > limit)


def _refusal(room: Room) -> HttpResponse:
    body = {
        "type": "about:blank",
        "title": _("Too many requests"),
        "status": 429,
        "detail": _("At most %(limit)d requests in %(window)d seconds. Ask again in %(reset)d seconds.")
        % {"limit": room.limit, "window": settings.API_WINDOW, "reset": room.reset},
    }
    response = HttpResponse(json.dumps(body, ensure_ascii=False), status=429, content_type="application/problem+json")
    response.headers["Retry-After"] = str(room.reset)
    response.headers["Cache-Control"] = "no-store"
    return response


def _preflight() -> HttpResponse:
    """What a browser asks before a web page may ask; it may keep the answer for a day."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS, POST"
    response.headers["Access-Control-Allow-Headers"] = "Accept, Accept-Language, Content-Type, If-None-Match"
    response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["Allow"] = "GET, HEAD, OPTIONS, POST"
    return response


def api_front(get_response: View) -> View:
    """Count visits to the API and refuse those beyond the limit; say that any web page may read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META:
            response: HttpResponseBase = _preflight()
        else:
            room = room_of(client_of(request))
            response = _refusal(room) if room.refused else get_response(request)
            response.headers["RateLimit-Limit"] = str(room.limit)
            response.headers["RateLimit-Remaining"] = str(room.remaining)
            response.headers["RateLimit-Reset"] = str(room.reset)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = _EXPOSED
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return middleware
