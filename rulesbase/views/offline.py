"""What works without network: the worker, the manifest, the page of what is kept, and what is kept."""

import json
from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.models import Card
from cards.offline_names import name_lines
from rulesbase import offline as keeping
from rulesbase.as_anybody import answer_to_anybody, html_for_anybody
from rulesbase.shelf import Shelf, shelf

# A name takes about this many bytes packed, with all its languages.
_OF_CARD = 60
# Headers of a page that hold for its kept copy too; the browser would drop them with the rest otherwise.
_HEADERS = (
    "Content-Security-Policy",
    "Content-Type",
    "Cross-Origin-Embedder-Policy",
    "Cross-Origin-Opener-Policy",
    "Cross-Origin-Resource-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker with what it must know; where OFFLINE is off, one that removes itself and all it kept."""
    parts = [f"const TOLD = {json.dumps(_told(), sort_keys=True)};\n"] if settings.OFFLINE else []
    parts += map(_source, ("keeping", "answering") if settings.OFFLINE else ("removed",))
    response = HttpResponse("\n".join(parts), content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = reverse("home")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _source(part: str) -> str:
    return Path(str(finders.find(f"js/worker-{part}.js"))).read_text(encoding="utf-8")


def _told() -> dict[str, object]:
    """The constants of the worker: when one of them changes, browsers take the new worker."""
    books = shelf()
    homes = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            homes[code] = reverse("home")
    return {
        "stamp": keeping.stamp_of(books),
        "version": keeping.date_of(books.latest),
        "homes": homes,
        "static": settings.STATIC_URL,
        "visited": keeping.KEPT_WHEN_VISITED,
        "last": keeping.KEPT_LAST,
    }


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser must know to install the site, in the language of the address."""
    said = {
        "id": "/",
        "name": _("Rulesbase: the comprehensive rules, every version"),
        "short_name": "Rulesbase",
        "description": _("The comprehensive rules of Magic at any date, the glossary, and the names of cards."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#fcfbf8",
        "theme_color": "#9a1b32",
        "categories": ["reference", "books", "games"],
        "icons": [
            _icon("svg", "any", "any"),
            _icon("192.png", "192x192", "any"),
            _icon("512.png", "512x512", "any"),
            _icon("maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            {"name": _("Contents"), "url": reverse("rules_latest")},
            {"name": _("Glossary"), "url": reverse("glossary_latest")},
            {"name": _("Name checker"), "url": reverse("names")},
        ],
    }
    return JsonResponse(said, content_type="application/manifest+json")


def _icon(end: str, sizes: str, purpose: str) -> dict[str, str]:
    name = "favicon.svg" if end == "svg" else f"img/icon-{end}"
    kind = "image/svg+xml" if end == "svg" else "image/png"
    return {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what is kept in this browser. The worker shows the same page for what it cannot show offline."""
    books = shelf()
    context = {
        "kept_of": books.latest,
        "bytes": sum(size for _name, size, _exact in _measured(request, books)),
        "on": settings.OFFLINE,
    }
    return render(request, "rulesbase/offline.html", context)


def _measured(request: HttpRequest, books: Shelf) -> list[tuple[str, int, bool]]:
    """The name of each portion, its bytes, and whether they are known or reckoned."""
    found = [(portion.name, portion.about) for portion in keeping.portions_of(books)]
    if cards := Card.objects.count():
        found.append((keeping.NAMES, cards * _OF_CARD))
    made = keeping.sizes(books, [name for name, _about in found], _host(request))
    return [(name, made.get(name, about), name in made) for name, about in found]


@require_safe
def portions(request: HttpRequest) -> HttpResponse:
    """List what there is to keep: the portions with their sizes, and the headers that kept pages have."""
    books = shelf()
    headers = answer_to_anybody(request, reverse("offline")).headers
    listed = [
        {"name": name, "href": reverse("offline_portion", args=[name]), "bytes": size, "exact": exact}
        for name, size, exact in _measured(request, books)
    ]
    said = {
        "stamp": keeping.stamp_of(books),
        "version": keeping.date_of(books.latest),
        "language": get_language(),
        "portions": listed,
        "headers": {name: headers[name] for name in _HEADERS if name in headers},
    }
    response = JsonResponse(said)
    # Sizes get known while portions are made, which no count of changes tells.
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
def portion(request: HttpRequest, name: str) -> HttpResponse:
    """A portion: lines of JSON, gzipped. It is only sent where it is another one than the browser has."""
    books = shelf()
    if name == keeping.NAMES:
        packed = keeping.packed_names(books, name_lines)
    else:
        found = next((one for one in keeping.portions_of(books) if one.name == name), None)
        if found is None:
            raise Http404(_("There is nothing of that name to keep."))
        packed = keeping.packed_pages(books, found, _host(request), partial(html_for_anybody, request))
    response = HttpResponse(packed.content, content_type="application/x-ndjson; charset=utf-8")
    response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = f'"{packed.tag}"'
    response.headers["X-Plain-Length"] = str(packed.plain)
    return response


def _host(request: HttpRequest) -> str:
    """Pages name the address they were asked at."""
    return f"{request.scheme}://{request.get_host()}"
