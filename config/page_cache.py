"""Finished pages of people who are not signed in, kept until the content changes.

A page depends on its address, the theme cookie, the day (which version is in force) and the content. Every write
of content raises State.generation, which is part of the key: a kept page is never stale, and nothing is purged.
"""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response

from rulesbase.context import THEMES
from rulesbase.models import State

View = Callable[[HttpRequest], HttpResponseBase]

# A longer page is rare, and a thousand of them would fill the memory.
_LONGEST = 4 * 1024 * 1024
_KEEP_SECONDS = 24 * 3600
_NEVER = ("/account/", "/admin/", "/display/", "/static/", "/curate/")


class KeptPage(NamedTuple):
    """A page as it was sent."""

    headers: list[tuple[str, str]]
    content: bytes


def _personal(request: HttpRequest) -> bool:
    cookies = request.COOKIES
    return (
        request.method not in ("GET", "HEAD")
        or settings.SESSION_COOKIE_NAME in cookies
        or "messages" in cookies
        or "Authorization" in request.headers
        or "HX-Request" in request.headers
        or any(part in request.path_info for part in _NEVER)
    )


def _key(request: HttpRequest) -> str:
    theme = request.COOKIES.get("theme", "")
    parts = [
        str(State.objects.filter(pk=1).values_list("generation", flat=True).first() or 0),
        settings.VERSION,
        timezone.localdate().isoformat(),
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        theme if theme in THEMES else "",
    ]
    if request.path_info == "/":
        parts += [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), request.headers.get("Accept-Language", "")]
    return "page:" + hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def _may_keep(response: HttpResponseBase) -> bool:
    control = response.headers.get("Cache-Control", "")
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and not response.cookies
        and "private" not in control
        and "no-store" not in control
        and response.headers.get("Content-Type", "").startswith(("text/html", "application/json"))
        and response.has_header("ETag")
        and len(response.content) <= _LONGEST
    )


def page_cache(get_response: View) -> View:
    """Answer from the kept pages where one is as good as made anew."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _personal(request):
            return get_response(request)
        key = _key(request)
        kept: KeptPage | None = cache.get(key)
        if kept is not None:
            page = HttpResponse(b"" if request.method == "HEAD" else kept.content)
            page.headers.update(kept.headers)
            return get_conditional_response(request, etag=page.headers["ETag"], response=page) or page
        response = get_response(request)
        if request.method == "GET" and _may_keep(response) and isinstance(response, HttpResponse):
            cache.set(key, KeptPage(list(response.headers.items()), response.content), _KEEP_SECONDS)
        return response

    return middleware
