"""Views of the sitemap: the list of its files, and a file."""

from typing import Any

from django.contrib.sitemaps.views import SitemapIndexItem, sitemap
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.card_interface import cards
from rulesbase.site.sitemaps import sitemap_files

_XML = "application/xml; charset=utf-8"


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
