"""Views of robots.txt and the sitemap."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.sitemaps.views import SitemapIndexItem, sitemap
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.card_interface import cards
from rulesbase.site.sitemaps import sitemap_files

_XML = "application/xml; charset=utf-8"
# Endless or personal pages, and parts of pages.
_ENDLESS = (
    "account/",
    "curate/",
    "search/",
    "compare/*/",
    "cite/*@",
    "go/",
    "documents/?",
    "documents/*/curate/",
    "documents/*/search/",
    "documents/*/compare/*/",
    "documents/*/cite/*@",
    "documents/*/go/",
    "names/suggest/",
    "names/?",
    "cards/?",
    "offline/pages.json",
    "offline/names",
    "*/preview/",
    "*/since/",
    "*/history/",
    "archive/sources/*/file",
    "rules/*?*lang=*,",
    "rules/*?*lang=*%2C",
    "rules/*?*from=",
    "glossary/*?*lang=*,",
    "glossary/*?*lang=*%2C",
    "rule/*?",
    "rule/*/now/",
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Send robots.txt: forbid endless and personal pages for all robots."""
    root = get_script_prefix()
    prefixes = ["", *(f"{code}/" for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)]
    lines = ["User-agent: *"]
    lines += [f"Disallow: {root}{prefix}{end}" for prefix in prefixes for end in _ENDLESS]
    lines += [f"Disallow: {root}{end}" for end in ("admin/", "display/", "api/")]
    lines += [f"Allow: {root}api/v1/docs/", "", f"Sitemap: {_host(request)}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _host(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _tag(request: HttpRequest, name: str = "") -> str:
    """Return the ETag of a file from the content, the version in force, the host and the cards."""
    versions = catalogue()
    of_cards = cards().count(), cards().last_import()
    state = settings.VERSION, versions.stamp, versions.latest, of_cards, _host(request), get_script_prefix(), name
    return f'"{hashlib.sha256(" ".join(map(str, state)).encode()).hexdigest()[:32]}"'


def _sections() -> dict[str, Any]:
    return sitemap_files(catalogue(), cards().slugs(), cards().last_import())


@require_safe
@condition(etag_func=_tag)
def index(request: HttpRequest) -> HttpResponse:
    """List the files. Django's own view would read every page of every file to count them."""
    files = [
        SitemapIndexItem(f"{_host(request)}{reverse('sitemap_part', args=[name])}", section.changed)
        for name, section in _sections().items()
    ]
    return render(request, "sitemap_index.xml", {"sitemaps": files}, content_type=_XML)


@require_safe
@condition(etag_func=_tag)
def part(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a file."""
    sections = _sections()
    if name not in sections:
        raise Http404(_("There is no such part of the sitemap."))
    return sitemap(request, sections, section=name, content_type=_XML)
