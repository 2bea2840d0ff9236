"""The heat map of the archive: `/archive/heat/`, and `?show=age`."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.history.heatmap import heat_map
from rulesbase.history.heatmap_svg import MODES, Mode, picture_of

_KEPT = 7 * 24 * 3600


@require_safe
def heat(request: HttpRequest) -> HttpResponse:
    """Show how much of each chapter changed in each year, or since when the words of today stand there.

    It changes only when content does, so it is kept ready.
    """
    mode: Mode = "age" if request.GET.get("show") == "age" else "churn"
    versions = catalogue()
    key = f"heat:{settings.VERSION}:{get_language()}:{mode}:{versions.stamp}:{versions.latest}"
    kept = cache.get(key)
    if kept is None:
        found = heat_map(versions, ages=mode == "age")
        shown = {"heat": found, "picture": picture_of(found, mode) if found else None, "mode": mode}
        kept = render_to_string("rulesbase/_heat.html", shown)
        cache.set(key, kept, _KEPT)
    address = request.build_absolute_uri(reverse("heat"))
    context = {
        "body": SafeString(kept),
        "mode": mode,
        "version": versions.latest,
        "canonical": address if mode == MODES[0] else f"{address}?show={mode}",
    }
    return render(request, "rulesbase/heat.html", context)
