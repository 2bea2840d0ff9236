"""Views of robots.txt and the sitemap."""

from typing import Any

from django.conf import settings
from django.contrib.sitemaps.views import SitemapIndexItem, sitemap
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.card_interface import cards
from rulesbase.site.sitemaps import sitemap_files

_XML = "application/xml; charset=utf-8"
# Endless or personal pages, and parts of pages: of each document, then of the rules.
_OF_DOCUMENTS = ("curate/", "search/", "compare/*/", "cite/*@", "go/")
_ENDLESS = (
    *_OF_DOCUMENTS,
    *(f"documents/*/{end}" for end in _OF_DOCUMENTS),
    "documents/?",
    "account/",
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
    lines += [f"Allow: {root}api/v1/docs/", "", f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _sections() -> dict[str, Any]:
    return sitemap_files(catalogue(), cards().slugs(), cards().last_import())


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the files. Django's own view would read every page of every file to count them."""
    files = [
        SitemapIndexItem(request.build_absolute_uri(reverse("sitemap_part", args=[name])), section.changed)
        for name, section in _sections().items()
    ]
    return render(request, "sitemap_index.xml", {"sitemaps": files}, content_type=_XML)


@require_safe
def part(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a file."""
    sections = _sections()
    if name not in sections:
        raise Http404(_("There is no such part of the sitemap."))
    return sitemap(request, sections, section=name, content_type=_XML)
