"""Cache of pages for anonymous users.

The key contains all that a page depends on: address, day (which version is in force), content and code, in the API also
the negotiated languages and format. Every write of content raises State.generation; a translation only affects pages
that show its language. So a cached page is never stale, and nothing is purged.
"""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils import timezone, translation

from rulesbase.core.content_version import ContentStamp, one_content_stamp
from rulesbase.core.negotiation import is_api, variant
from rulesbase.web.cache.translation_scope import languages_now, translations_in
from rulesbase.web.middleware_types import GetResponse

# Bytes. Longer pages are rare, and many of them would fill the memory.
_LONGEST = 4 * 1024 * 1024
_CACHE_SECONDS = 24 * 3600
_NEVER = ("/account/", "/admin/", "/display/", "/static/", "/curate/", "/downloads/")
_CACHED_TYPES = ("text/html", "application/json", "application/atom+xml")
_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
# Browsers store the headers of a 304 with the page that they have. Older releases sent those of files with a 304; these
# repair the pages that were stored with them.
_POLICIES = ("Content-Security-Policy", "Cross-Origin-Resource-Policy")
# Files and settings on which pages depend.
_FOLDERS = ("config", "rulesbase", "cards", "templates", "locale")
_KINDS = {".py", ".html", ".mo", ".json", ".csv", ".txt"}
_SETTINGS = ("VERSION", "OFFLINE", "API_RATE", "API_WINDOW", "API_WRITE_RATE")


def _files() -> Iterator[tuple[str, Path]]:
    base = Path(settings.BASE_DIR)
    for folder in _FOLDERS:
        for path in (base / folder).rglob("*"):
            if path.suffix in _KINDS and path.is_file():
                yield str(path.relative_to(base)), path
    # It maps static files to the names with digests that pages link to.
    for path in Path(settings.STATIC_ROOT).glob("staticfiles.json"):
        yield path.name, path


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Return the digest of code, templates, catalogues and static manifest, independent of the install folder.

    Computed once: a process runs the code that it started with.
    """
    digest = hashlib.sha256(repr([getattr(settings, name) for name in _SETTINGS]).encode())
    for name, path in sorted(_files()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def cache_key(key: str, prefix: str, version: int) -> str:
    """Return the key in the cache; two releases, as during an upgrade, share no entries."""
    return f"{prefix}:{version}:{code_digest()[:32]}:{key}"


def is_anonymous_read(request: HttpRequest) -> bool:
    """Return whether a whole page is read without an account, a token and messages."""
    own = (settings.SESSION_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME)
    return (
        request.method in ("GET", "HEAD")
        and not any(name in request.COOKIES for name in own)
        and "HTTP_AUTHORIZATION" not in request.META
        and "HTTP_HX_REQUEST" not in request.META
    )


def _personal(request: HttpRequest) -> bool:
    return (
        not is_anonymous_read(request)
        or any(part in request.path_info for part in _NEVER)
        # The front page redirects other languages.
        or (request.path_info == "/" and translation.get_language_from_request(request) != settings.LANGUAGE_CODE)
    )


def _content(request: HttpRequest, stamp: ContentStamp) -> str:
    """Return the content version of this page; translations change it only for pages that may show them."""
    shown = translations_in(request)
    if shown is None:
        return str(stamp.generation)
    # Translations counted without a language may be into one that is shown.
    others = stamp.translated
    if shown:
        others = sum(count for language, count in stamp.into if language.lower() not in shown)
    return f"{stamp.generation - others} {languages_now(stamp.generation)}"


def _key(request: HttpRequest, stamp: ContentStamp) -> str:
    parts = (
        _content(request, stamp),
        timezone.localdate().isoformat(),
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        # get_full_path() escapes unescaped characters, so two different queries may look equal in it.
        request.META.get("QUERY_STRING", ""),
        variant(request) if is_api(request) else "",
    )
    return "page:" + hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def _may_cache(request: HttpRequest, response: HttpResponse) -> bool:
    control = response.headers.get("Cache-Control", "")
    kinds = (*_CACHED_TYPES, "text/plain") if is_api(request) else _CACHED_TYPES
    return (
        response.status_code == 200
        and not response.cookies
        and "private" not in control
        and "no-store" not in control
        and response.headers.get("Content-Type", "").startswith(kinds)
        and response.has_header("ETag")
        and len(response.content) <= _LONGEST
    )


def page_cache(get_response: GetResponse) -> GetResponse:
    """Serve anonymous GET and HEAD requests from the cache."""
    if settings.DEBUG or settings.CACHES["default"]["BACKEND"].endswith(".DummyCache"):
        raise MiddlewareNotUsed("Pages are not cached.")
    code_digest()
    conditional = ConditionalGetMiddleware(get_response)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _personal(request):
            return get_response(request)
        with one_content_stamp() as stamp:
            return answer(request, _key(request, stamp))

    def meet_conditions(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        met = conditional.process_response(request, response)
        for name in _POLICIES:
            if name in response.headers:
                met.headers[name] = response.headers[name]
        return met

    def answer(request: HttpRequest, key: str) -> HttpResponseBase:
        cached: tuple[dict[str, str], str] | None = cache.get(key)
        if cached is not None:
            headers, text = cached
            return meet_conditions(request, HttpResponse(text, headers=headers))
        if request.method != "GET":
            return get_response(request)
        # A 304 cannot be cached: remove the conditions, render the page, and apply them afterwards.
        conditions = {name: request.META.pop(name) for name in _CONDITIONS if name in request.META}
        response = get_response(request)
        request.META.update(conditions)
        if isinstance(response, HttpResponse) and _may_cache(request, response):
            cache.set(key, (dict(response.headers), response.content.decode()), _CACHE_SECONDS)
        return meet_conditions(request, response) if conditions else response

    return middleware
