"""Views of the Atom feeds and the page that lists them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.languages import translated_languages
from rulesbase.core.document_urls import document_url, named_document
from rulesbase.core.errors import Refused
from rulesbase.core.languages import language_word
from rulesbase.feeds.rules import rule_feed, versions_feed
from rulesbase.feeds.search import search_feed
from rulesbase.feeds.translations import translations_feed
from rulesbase.lineage.find_rule import entry_named
from rulesbase.reading.outline import outline_of
from rulesbase.search.languages import language_of_search
from rulesbase.search.number_or_version import clean_query


@require_safe
def feeds(request: HttpRequest) -> HttpResponse:
    """List the feeds; ``?rule=`` redirects to the feed of a rule."""
    # A slash would change the address.
    document, named = named_document(request.GET.get("rule", "").replace("/", "").strip())
    if named:
        return redirect(document_url(document, "feed_rule", named[:90]))
    versions = catalogue()
    latest = versions.latest
    context = {
        "version": latest,
        "parts": outline_of(versions.english, latest.main.pk).parts if latest else (),
        "languages": [(code, language_word(code)) for code in translated_languages()],
    }
    return render(request, "feeds/feeds.html", context)


@require_safe
def versions(request: HttpRequest) -> HttpResponse:
    """Send the feed of new versions."""
    return versions_feed(request, catalogue()).response()


@require_safe
def rule(request: HttpRequest, named: str) -> HttpResponse:
    """Send the feed of a Rule. Redirect from numbers of any version and merged ids."""
    versions = catalogue()
    entry = entry_named(versions, named)
    if entry is None or entry.rule is None:
        raise Http404(_("There is no rule “%(number)s”.") % {"number": named[:40]})
    if entry.rule.public_id != named:
        return redirect("feed_rule", entry.rule.public_id)
    return rule_feed(request, versions, entry).response()


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Send the feed of a search. Redirect to the normalized search; answer 400 if it is empty or too long."""
    typed, wanted = request.GET.get("q", ""), request.GET.get("lang", "")
    versions = catalogue()
    try:
        question = clean_query(typed)
    except Refused as error:
        return render(request, "feeds/refused.html", {"problem": str(error)}, status=400)
    language = language_of_search(versions, wanted[:40] or get_language() or "en")
    if (question, language) != (typed, wanted):
        return redirect(f"{request.path}?{urlencode({'q': question, 'lang': language})}")
    return search_feed(request, versions, language, question).response()


@require_safe
def translations(request: HttpRequest, language: str) -> HttpResponse:
    """Send the feed of a language."""
    if language not in translated_languages():
        raise Http404(_("There are no translations in this language."))
    return translations_feed(request, language).response()
