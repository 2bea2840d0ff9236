"""Suggest names of cards for a field: `/names/suggest/?q=`."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cards.lookup.find_cards import index
from cards.lookup.suggest import suggestions

_MOST = 8
# Private: repeats the same text when a person types and deletes; no shared cache stores what people type.
_CACHE_SECONDS = 300


@require_safe
def name_suggest(request: HttpRequest) -> HttpResponse:
    """List the cards that `q` may mean, as the options of a listbox, or as JSON with `format=json`.

    Of equal matches, names in `lang` come first; by default names in the language of the page.
    """
    if "q" not in request.GET:
        # A focused field requests this, so that the index is ready when a person types.
        index()
    # After the @ follow states of the object.
    typed = request.GET.get("q", "").partition("@")[0]
    language = request.GET.get("lang", "")[:8] or get_language()
    found = suggestions(typed, language, _MOST)
    if request.GET.get("format") == "json":
        candidates = [one.as_dict() for one in found.items]
        response: HttpResponse = JsonResponse(
            {"query": found.typed, "message": found.message, "candidates": candidates}
        )
    else:
        response = render(request, "cards/_suggestions.html", {"found": found})
    patch_cache_control(response, private=True, max_age=_CACHE_SECONDS)
    return response
