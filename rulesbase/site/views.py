"""Views of the front page and of the help page."""

from django.core.cache import cache
from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesbase.core.content_version import content_stamp
from rulesbase.models import Edition, Entry, Version
from rulesbase.site import home as site_home

_CACHE_SECONDS = 24 * 3600
# The number of years that are expanded.
_RECENT = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the version in force, its changes, and all versions; without any, how to import them."""
    version = Version.objects.latest_in_force()
    edition = (
        version.editions.order_by("-complete", Case(When(language="en", then=0), default=1)).first()
        if version
        else None
    )
    if version is None or edition is None:
        return render(request, "rulesbase/home_empty.html", {"big_search": True})
    context = {
        "version": version,
        "edition": edition,
        "latest": site_home.latest_changes(version, edition),
        **_cached_parts(version),
        "tries": _example_searches(edition),
        "big_search": True,
    }
    return render(request, "rulesbase/home.html", context)


def _cached_parts(version: Version) -> dict[str, str]:
    """Return the timeline and the list of all versions as HTML, cached until the content changes."""
    key = f"home:{get_language()}:{version.pk}:{content_stamp()}"
    cached: dict[str, str] | None = cache.get(key)
    if cached is None:
        figures = site_home.all_figures()
        years = site_home.by_year(figures)
        shown = {"picture": site_home.timeline(figures)} if figures else {}
        cached = {
            "timeline": render_to_string("rulesbase/_timeline.html", shown),
            "versions": render_to_string(
                "rulesbase/_versions_by_year.html",
                {"count": len(figures), "recent": years[:_RECENT], "older": years[_RECENT:]},
            ),
        }
        cache.set(key, cached, _CACHE_SECONDS)
    # Redis returns plain strings.
    return {name: SafeString(html) for name, html in cached.items()}


def _example_searches(edition: Edition) -> list[str]:
    """Return example searches with results in this edition: the first subrule, its chapter by number and by name."""
    first = edition.entries.filter(kind=Entry.Kind.SUBRULE, chapter__gt=200).order_by("position").first()
    if first is None:
        return []
    chapter = edition.entries.filter(number=first.number[:3]).select_related("wording").first()
    return [first.number, f"rule {first.number[:3]}", *([chapter.wording.heading] if chapter else [])]


@require_safe
def marks(request: HttpRequest) -> HttpResponse:
    """Explain the marks in margins and texts."""
    return render(request, "rulesbase/help_marks.html")
