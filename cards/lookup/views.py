"""Suggest names of cards for a field: `/names/suggest/?q=`."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.lookup.find_cards import index
from cards.lookup.suggest import suggestions

_MOST = 8
# For text that a person types again. Private: no shared cache may store what people type.
_CACHE_SECONDS = 300


@require_safe
@cache_control(private=True, max_age=_CACHE_SECONDS)
def name_suggest(request: HttpRequest) -> HttpResponse:
    """List the cards that `q` may mean, as the options of a listbox, or as JSON with `format=json`.

    Of equal matches, names in `lang` come first; by default names in the language of the page.
    """
    if "q" not in request.GET:
        # A focused field requests this, so that the index is ready when a person types.
        index()
    # Behind the @ are states of the object.
    typed = request.GET.get("q", "").partition("@")[0]
    language = request.GET.get("lang", "")[:8] or get_language()
    found = suggestions(typed, language, _MOST)
    if request.GET.get("format") == "json":
        candidates = [one.as_dict() for one in found.items]
        return JsonResponse({"query": found.typed, "message": found.message, "candidates": candidates})
    return render(request, "cards/_suggestions.html", {"found": found})
