"""Views of the front page, the list of versions, and the help page."""

from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.core.dates import day_text
from rulesbase.engine.languages import TEXTS
from rulesbase.models import Entry
from rulesbase.site import home as site_home

_CACHE_SECONDS = 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the latest version and its changes; without any version, how to import them."""
    versions = catalogue()
    version = versions.latest
    if version is None:
        return render(request, "site/home_empty.html", {"big_search": True})
    context = {
        "catalogue": versions,
        "version": version,
        "edition": version.main,
        "tries": _example_searches(versions, version.main),
        "big_search": True,
        **_cached_parts(versions, version),
    }
    return render(request, "site/home.html", context)


def _cached_parts(versions: Catalogue, version: CatalogueVersion) -> dict[str, str]:
    """Return the latest changes, the timeline and the day of the cards as HTML, cached until the content changes."""
    key = f"front:{get_language()}:{version}:{versions.stamp.without_translations}"
    cached: dict[str, str] | None = cache.get(key)
    if cached is None:
        figures = site_home.all_figures()
        latest = site_home.latest_changes(versions, version)
        picture = {"picture": site_home.timeline(figures)} if figures else {}
        as_of = cards().as_of()
        cached = {
            "cards_as_of": day_text(as_of) if as_of else "",
            "totals": render_to_string("site/_home_totals.html", latest) if latest else "",
            "changes": render_to_string("site/_home_changes.html", latest) if latest else "",
            "timeline": render_to_string("site/_timeline.html", picture),
        }
        cache.set(key, cached, _CACHE_SECONDS)
    # Redis returns plain strings.
    return {name: SafeString(html) for name, html in cached.items()}


@require_safe
def versions(request: HttpRequest) -> HttpResponse:
    """Show all versions in a picture and by year, with how many rules each one changed."""
    figures = site_home.all_figures()
    context = {
        "picture": site_home.timeline(figures) if figures else None,
        "linked": True,
        "count": len(figures),
        "figures": figures[::-1],
        "version": catalogue().latest,
        "sought": request.GET.get("q", "")[:120],
    }
    return render(request, "site/versions.html", context)


def _example_searches(versions: Catalogue, edition: CatalogueEdition) -> list[str]:
    """Return example searches with results: a subrule, a subrule of a past year, the title of a chapter."""
    year = str(versions.all[len(versions.all) // 2].date.year)
    past = versions.find(year).main
    subrules = Entry.objects.filter(kind=Entry.Kind.SUBRULE, chapter__gt=200).order_by("position").values("pk")
    first, past_first = (subrules.filter(edition=one.pk)[:1] for one in (edition, past))
    wanted = Entry.objects.filter(Q(pk__in=first) | Q(pk__in=past_first))
    numbers = dict(wanted.values_list("edition", "number"))
    if edition.pk not in numbers:
        return []
    number = numbers[edition.pk]
    chapter = Entry.objects.filter(edition=edition.pk, number=number[:3]).select_related("wording").first()
    return [
        number,
        *([f"{numbers[past.pk]} {year}"] if past.pk in numbers else []),
        *([chapter.wording.heading] if chapter else []),
    ]


@require_safe
def marks(request: HttpRequest) -> HttpResponse:
    """Explain the marks in margins and texts."""
    return render(request, "site/help_marks.html", {"languages": tuple(TEXTS)})
