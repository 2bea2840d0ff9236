"""View of robots.txt: which pages robots may not read."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_safe

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
