"""Name questions without end, one after the other: `/study/names/`."""

import secrets
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.drills.draw import LEVELS
from cards.drills.page import MOST_SEEDS, ROUND, DrillPosition, page_of


@require_safe
def drill(request: HttpRequest) -> HttpResponse:
    """Show the question that the address names, and once it is answered the answer with its reasons.

    Whoever opens the same address is asked the same. Without a seed one is thrown, and its address led to.
    """
    given = request.GET
    level = _whole(given.get("level"), 1, max(LEVELS), 1)
    if not given.get("seed", "").isdecimal():
        query = urlencode({"level": level, "seed": secrets.randbelow(MOST_SEEDS)})
        response = redirect(f"{reverse('drill')}?{query}")
        response.headers["Cache-Control"] = "no-store"
        return response
    asked = _whole(given.get("of"), 0, 9999, 0)
    place = DrillPosition(
        level,
        _whole(given.get("seed"), 0, MOST_SEEDS, 0),
        _whole(given.get("at"), 1, ROUND, 1),
        min(_whole(given.get("right"), 0, 9999, 0), asked),
        asked,
    )
    answered = given.get("answer", "")
    page = page_of(place, int(answered) if answered.isdecimal() and len(answered) < 3 else None)
    return render(request, "cards/drill.html", {"page": page, "place": place, "levels": list(LEVELS)})


def _whole(given: str | None, least: int, most: int, else_: int) -> int:
    """A whole number of an address, brought between its bounds."""
    if not given or not given.isdecimal() or len(given) > 9:
        return else_
    return min(max(int(given), least), most)
