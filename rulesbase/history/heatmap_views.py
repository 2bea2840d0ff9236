"""The heat map page: `/archive/heat/`, and `?show=age`."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.history.heatmap import heat_map
from rulesbase.history.heatmap_svg import MODES, Mode, picture_of

_CACHE_SECONDS = 7 * 24 * 3600


@require_safe
def heat(request: HttpRequest) -> HttpResponse:
    """Show the changes of each chapter per year, or the age of its current texts.

    The page is cached until content changes.
    """
    mode: Mode = "age" if request.GET.get("show") == "age" else "churn"
    versions = catalogue()
    key = f"heat:{settings.VERSION}:{get_language()}:{mode}:{versions.stamp}:{versions.latest}"
    body = cache.get_or_set(key, lambda: _body(versions, mode), _CACHE_SECONDS)
    address = request.build_absolute_uri(reverse("heat"))
    context = {
        "body": SafeString(body),
        "mode": mode,
        "version": versions.latest,
        "canonical": address if mode == MODES[0] else f"{address}?show={mode}",
    }
    return render(request, "history/heat_map.html", context)


def _body(versions: Catalogue, mode: Mode) -> str:
    found = heat_map(versions, ages=mode == "age")
    shown = {"heat": found, "picture": picture_of(found, mode) if found else None, "mode": mode}
    return render_to_string("history/_heat_map.html", shown)
