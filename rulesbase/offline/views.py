"""Reading offline: the service worker, the manifest, the page about it, and what browsers store."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.card_interface import cards
from rulesbase.offline import stored_pages

# The average size of a card name in all languages, compressed, in bytes.
_OF_CARD = 60


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker with its constants; with OFFLINE=0, one that removes itself and all it stored."""
    if settings.OFFLINE:
        source = f"const CONFIG = {json.dumps(_worker_config(), sort_keys=True)};\n\n{_source('service-worker')}"
    else:
        source = _source("service-worker-removed")
    response = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = reverse("home")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _source(name: str) -> str:
    return Path(str(finders.find(f"js/{name}.js"))).read_text(encoding="utf-8")


def _worker_config() -> dict[str, object]:
    """Return the constants of the worker: when one of them changes, browsers update it."""
    versions = catalogue()
    homes = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            homes[code] = reverse("home")
    return {
        "stamp": stored_pages.stamp_of(versions),
        "version": str(versions.latest or ""),
        "homes": homes,
        "static": settings.STATIC_URL,
        "files": stored_pages.static_files(),
        "frames": ("/offline/", *stored_pages.FRAMES),
        "last": stored_pages.RECENT_PAGES,
    }


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Send the web app manifest in the language of the address."""
    data = {
        "id": "/",
        "name": _("Rulesbase: the Comprehensive Rules, every version"),
        "short_name": "Rulesbase",
        "description": _("The Comprehensive Rules of Magic at any date, the glossary, and the names of cards."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#fcfbf8",
        "theme_color": "#9a1b32",
        "categories": ["reference", "books", "games"],
        "icons": [
            _icon("favicon.svg", "any", "any"),
            _icon("img/icon-192.png", "192x192", "any"),
            _icon("img/icon-512.png", "512x512", "any"),
            _icon("img/icon-maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            {"name": _("Contents"), "url": reverse("rules_latest")},
            {"name": _("Glossary"), "url": reverse("glossary_latest")},
            {"name": _("Name checker"), "url": reverse("names")},
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what this browser stores. The worker shows the same page for what it cannot show offline."""
    versions = catalogue()
    context = {
        "stored_version": versions.latest,
        "bytes": stored_pages.size_of(versions) + cards().count() * _OF_CARD,
        "stamp": stored_pages.stamp_of(versions),
        "on": settings.OFFLINE,
    }
    return render(request, "offline/offline.html", context)


@require_safe
def pages(request: HttpRequest) -> HttpResponse:
    """List the addresses to store; the names of cards have one address for all languages."""
    versions = catalogue()
    with override(settings.LANGUAGE_CODE):
        names = reverse("offline_names")
    data = {
        "stamp": stored_pages.stamp_of(versions),
        "version": str(versions.latest or ""),
        "pages": [*stored_pages.pages_of(versions), names],
    }
    return JsonResponse(data)


@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """Send the names of all cards, a line of JSON for each card."""
    response = HttpResponse(
        stored_pages.packed_names(catalogue(), cards().name_lines), content_type="application/x-ndjson; charset=utf-8"
    )
    response.headers["Content-Encoding"] = "gzip"
    return response
