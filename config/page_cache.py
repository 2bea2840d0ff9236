"""Finished pages of people who are not signed in, kept until the content changes.

A page depends on its address, the theme cookie (in the API also on the languages and the form that its headers ask
for), the day (which version is in force), the program and the content; every write of content raises
State.generation (that of a translation leaves pages good that show none in its language). All this is in the key: a
kept page is never stale, and nothing is purged. CACHE_URL=dummy:// and DEBUG switch it off. Where the cache is the
memory of each worker, all of them share the pages in a file besides.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections, router
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils import timezone, translation

from config.kept_pages import KeptPage, KeptPages
from config.program import program
from rulesbase.api.wanted import variant
from rulesbase.context import THEMES
from rulesbase.models import State
from rulesbase.translated_pages import languages_now, translations_in

View = Callable[[HttpRequest], HttpResponseBase]

# A longer page is rare, and many of them would fill the memory.
_LONGEST = 4 * 1024 * 1024
_KEEP_SECONDS = 24 * 3600
_NEVER = ("/account/", "/admin/", "/display/", "/static/", "/curate/", "/downloads/")
_KEPT_TYPES = ("text/html", "application/json", "application/atom+xml")
_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
# Asked for each page: the query builder would take longer than the rest of an answer from the kept pages.
_GENERATION = "SELECT generation, translated, translated_into FROM rulesbase_state WHERE id = 1"


def is_api(request: HttpRequest) -> bool:
    """Whether the address is one of the API: its answers are the same for everybody."""
    return request.path_info.startswith("/api/")


def _personal(request: HttpRequest) -> bool:
    cookies, given = request.COOKIES, request.META
    return (
        request.method not in ("GET", "HEAD")
        or settings.SESSION_COOKIE_NAME in cookies
        or settings.MESSAGES_COOKIE_NAME in cookies
        or "HTTP_AUTHORIZATION" in given
        or "HTTP_HX_REQUEST" in given
        or any(part in request.path_info for part in _NEVER)
        # At the door other languages are led on.
        or (request.path_info == "/" and translation.get_language_from_request(request) != settings.LANGUAGE_CODE)
    )


def _state(request: HttpRequest) -> str:
    """What changes with the content of a page, from where the page would be read: a replica may lag behind.

    That of most pages does not change while translators work.
    """
    with connections[router.db_for_read(State)].cursor() as cursor:
        cursor.execute(_GENERATION)
        generation, translated, into = cursor.fetchone() or (0, 0, "{}")
    shown = translations_in(request)
    if shown is None:
        return str(generation)
    if shown:
        # Those of which nobody told the language may have been into one of these.
        translated = sum(count for language, count in json.loads(into).items() if language not in shown)
    return f"{generation - translated} {languages_now(generation)}"


def _key(request: HttpRequest) -> str:
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    parts = (
        # A shared cache still holds the pages of the program before.
        program(),
        _state(request),
        timezone.localdate().isoformat(),
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        # That one writes letters sent bare as if they were others, sent as they should be.
        request.META.get("QUERY_STRING", ""),
        theme if theme in THEMES else "",
        variant(request) if is_api(request) else "",
    )
    return "page:" + hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def _may_keep(request: HttpRequest, response: HttpResponse) -> bool:
    control = response.headers.get("Cache-Control", "")
    kinds = (*_KEPT_TYPES, "text/plain") if is_api(request) else _KEPT_TYPES
    return (
        response.status_code == 200
        and not response.cookies
        and "private" not in control
        and "no-store" not in control
        and response.headers.get("Content-Type", "").startswith(kinds)
        and response.has_header("ETag")
        and len(response.content) <= _LONGEST
    )


def page_cache(get_response: View) -> View:
    """Answer from the kept pages where one is as good as made anew."""
    if settings.DEBUG or settings.CACHES["default"]["BACKEND"].endswith(".DummyCache"):
        raise MiddlewareNotUsed("Pages are not kept.")
    program()
    shared = KeptPages(Path(settings.KEPT_PAGES)) if settings.KEPT_PAGES else None
    meet_conditions = ConditionalGetMiddleware(get_response).process_response

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _personal(request):
            return get_response(request)
        key = _key(request)
        kept: KeptPage | None = cache.get(key)
        if kept is None and shared and (kept := shared.get(key)):
            cache.set(key, kept, _KEEP_SECONDS)
        if kept is not None:
            content = b"" if request.method == "HEAD" else kept.content
            return meet_conditions(request, HttpResponse(content, headers=kept.headers))
        if request.method != "GET":
            return get_response(request)
        # Who has a copy asks with conditions, and a 304 could not be kept: they are met here, with the page.
        conditions = {name: request.META.pop(name) for name in _CONDITIONS if name in request.META}
        response = get_response(request)
        request.META.update(conditions)
        if isinstance(response, HttpResponse) and _may_keep(request, response):
            page = KeptPage(dict(response.headers), response.content)
            cache.set(key, page, _KEEP_SECONDS)
            if shared:
                shared.set(key, page)
        return meet_conditions(request, response) if conditions else response

    return middleware
