"""Pages of comparisons: `/compare/<A>/<B>/`, and the form that leads to them."""

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rulesbase.archive.bulletins import notes_between
from rulesbase.archive.catalogue import Catalogue, NotFound, VersionNotFound, catalogue
from rulesbase.compare.export import comparison_text, comparison_with_translations
from rulesbase.compare.filters import Filters
from rulesbase.compare.other_languages import pair_in_languages
from rulesbase.compare.page import comparison_context
from rulesbase.compare.queries import Pair, compare_pair
from rulesbase.core.languages import language_word
from rulesbase.reading.version_menu import version_options


class PairForm(forms.Form):
    """Two versions, by name or by day; a day takes precedence."""

    a = forms.CharField(required=False, max_length=10)
    b = forms.CharField(required=False, max_length=10)
    on_a = forms.CharField(required=False, max_length=10)
    on_b = forms.CharField(required=False, max_length=10)
    lang = forms.CharField(required=False, max_length=12)


@require_safe
def compare_form(request: HttpRequest) -> HttpResponse:
    """Show the form, or redirect to the comparison; show an error for an invalid version."""
    form = PairForm(request.GET)
    given = form.cleaned_data if form.is_valid() else {}
    a = given.get("on_a") or given.get("a", "")
    b = given.get("on_b") or given.get("b", "")
    problem = ""
    if a and b:
        try:
            pair = pair_in_languages(a, b, given["lang"])
        except NotFound as error:
            problem = str(error)
        else:
            return redirect(_address(pair, _lang_query(pair)))
    versions = catalogue()
    first, second = _proposed(versions, b)
    context = {
        "versions": versions,
        "options_a": version_options(versions, a or first),
        "options_b": version_options(versions, second),
        "problem": problem,
    }
    return render(request, "compare/choose_versions.html", context, status=404 if problem else 200)


def _proposed(versions: Catalogue, name: str) -> tuple[str, str]:
    """Return the named version, else that in force, and the one before it."""
    try:
        chosen = versions.find(name or "latest")
    except VersionNotFound:
        return "", ""
    return str(versions.neighbours(chosen)[0] or chosen), str(chosen)


def _address(pair: Pair, query: str = "") -> str:
    return reverse("compare", args=[str(pair.a), str(pair.b)]) + (f"?{query}" if query else "")


@require_safe
def compare(request: HttpRequest, a: str, b: str) -> HttpResponse:
    """Show the comparison of two versions as a page, plain text or JSON.

    Any day redirects to the versions in force. Versions that cannot be compared get a 404 with the reason.
    """
    pair = pair_in_languages(a, b, request.GET.get("lang", ""))
    if (a, b) != (str(pair.a), str(pair.b)):
        return redirect(_address(pair, request.META.get("QUERY_STRING", "")))
    wanted = Filters.from_query(request.GET)
    form = request.GET.get("format", "")
    if form == "json":
        return JsonResponse(comparison_with_translations(pair, wanted), json_dumps_params={"ensure_ascii": False})
    if form == "txt":
        text = comparison_text(pair, wanted)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
    shared = [text.language for text in pair.a.texts if pair.b.text_in(text.language)]
    context = comparison_context(pair, compare_pair(pair), wanted, request.GET) | {
        "languages": [(code, language_word(code)) for code in shared] if len(shared) > 1 else [],
        "swapped": reverse("compare", args=[str(pair.b), str(pair.a)]),
        "canonical": request.build_absolute_uri(_address(pair, _lang_query(pair._replace(beside=())))),
        "versions": pair.catalogue,
        "version": pair.b,
        "notes": notes_between(pair.a.date, pair.b.date),
    }
    return render(request, "compare/compare.html", context)


def _lang_query(pair: Pair) -> str:
    return f"lang={pair.lang}" if pair.lang else ""
