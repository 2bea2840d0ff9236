"""The search page: a number redirects to its rule, a card to its page, words list their matches."""

import re
from collections.abc import Iterable, Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import MOST_COLUMNS, Catalogue, CatalogueVersion, VersionNotFound, catalogue
from rulesbase.citations.other_documents import address_elsewhere
from rulesbase.core.card_interface import FoundCard, cards
from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.core.document_urls import document_url, entry_url
from rulesbase.core.languages import language_word
from rulesbase.engine.documents import COMPREHENSIVE_RULES, CURRENT_DOCUMENTS, active_document
from rulesbase.engine.languages import TEXTS, UNSPACED, language_codes
from rulesbase.engine.search.analyzer import is_unspaced
from rulesbase.search import number_or_version
from rulesbase.search import queries as searching
from rulesbase.search.all_versions import former_matches, match_periods, search_all_versions
from rulesbase.search.languages import default_languages, edition_languages, language_of_search
from rulesbase.search.other_documents import SearchedDocument, documents_to_search, hits_in_documents
from rulesbase.search.page import bars, results_page, show_periods
from rulesbase.search.suggest import Suggestion, suggestions

ALL = "all"
_PER_PAGE, _MOST_CARDS, _MOST_WORDS_OF_A_CARD, _MOST_VERSIONS = 25, 8, 9, 12
_CACHE_SECONDS = 300
# The search options that a new search keeps.
_KEPT = ("version", "lang", "document")
_QUOTES = '"“”«»「」*'
# How people ask for the rulings of a card: `rulings of Blood Moon`, `Blood Moon rulings`, `décisions sur Lune de sang`.
_OF_RULINGS = re.compile("|".join(one.rulings_asked for one in TEXTS.values() if one.rulings_asked), re.IGNORECASE)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Redirect to a number or card; else list the matches, grouped by chapter, best first."""
    question = request.GET.get("q", "")[: number_or_version.LONGEST_QUERY].strip()
    document = request.GET.get("document", "")
    # The search page of the rules is the one that shows all documents.
    page_of = COMPREHENSIVE_RULES if document == ALL else document
    if page_of in CURRENT_DOCUMENTS and page_of != active_document():
        return HttpResponseRedirect(_in_document(request, page_of))
    versions = catalogue()
    asked = request.GET.get("version", "")
    version, problem = _version(versions, asked)
    typed_languages = ",".join(request.GET.getlist("lang")).replace(" ", "")[:40]
    lang = ",".join(language_codes(typed_languages, versions.languages))
    if address := address_elsewhere(question) or _place_meant(
        versions, version, question, lang, version_chosen=bool(asked)
    ):
        return HttpResponseRedirect(address)
    languages = _languages(version, question, lang) if version else ()
    searchable: Sequence[str] = version.languages if version else ()
    if version and asked == ALL:
        searchable = edition_languages(versions)
    documents = documents_to_search()
    context: dict[str, object] = {
        "q": question,
        "version": version,
        "problem": problem,
        "is_latest": not asked or bool(problem),
        "is_all": asked == ALL,
        "languages": languages,
        "choices": [{"code": one, "name": language_word(one), "chosen": one in languages} for one in searchable],
        "big_search": True,
        "keep": [(name, value) for name in _KEPT for value in request.GET.getlist(name) if value],
        "dates": [date.isoformat() for date in reversed(versions.dates)],
        "chosen_day": version.date.isoformat() if version and asked not in ("", ALL) and not problem else "",
        "documents": documents,
        "chosen_document": document,
    }
    if question and version and asked == ALL:
        context |= _all_versions(request, versions, question, lang)
    elif question and version and languages:
        if address := _rulings_asked(question, languages):
            return HttpResponseRedirect(address)
        answer = searching.search(versions, version, languages, question)
        answer = searching.with_nearest(versions, version, answer, question)
        named = _cards(question, languages, guess=not answer.is_sure)
        is_first_page = not {"in", "page"} & request.GET.keys()
        if is_first_page and (address := _card_meant(question, named, answer)):
            return HttpResponseRedirect(address)
        if answer.loose and not named:
            named = _cards_within(question, answer.unknown, versions.stamp)
        context |= _hits(request, versions, version, answer, question) | {"cards": named}
        if is_first_page and document != COMPREHENSIVE_RULES:
            context |= _first_page(versions, version, answer, question, documents)
    return render(request, "search/search.html", context)


def _place_meant(
    versions: Catalogue, version: CatalogueVersion | None, question: str, lang: str, *, version_chosen: bool
) -> str | None:
    """Return the address of the number or the version that a query asks for; None if it asks for neither.

    A day before the first version gets the error page of the address. A date counts as a version only if none was
    chosen.
    """
    if version and (citation := number_or_version.citation_of(question)):
        there = (versions.on(citation.day) or citation.day) if citation.day else version
        return entry_url(there, citation.number, lang=lang if lang != "en" else "")
    if not version_chosen and (meant := number_or_version.version_of(versions, question)):
        return reverse("contents", args=[meant.date.isoformat()])
    return None


@require_safe
@cache_control(private=True, max_age=_CACHE_SECONDS)  # Private: no shared cache stores what people type.
def suggest(request: HttpRequest) -> HttpResponse:
    """List what the start of a query may lead to, as the options of a listbox; empty without `q`."""
    versions = catalogue()
    typed = request.GET.get("q", "")
    found: list[Suggestion] = []
    if version := versions.latest:
        # A focused field asks without `q`. Any letters then read the titles, so that they are ready for typing.
        found = suggestions(versions, version, typed or "aa", get_language() or "en")
    return render(request, "search/_suggestions.html", {"items": found if typed else []})


def _hits(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, answer: searching.SearchResult, question: str
) -> dict[str, object]:
    """Return the context for the hits; without a full match, with the count of each word."""
    chosen = request.GET.get("in", "")
    found: dict[str, object] = {"answer": answer}
    if answer.total:
        found["sheet"] = results_page(versions, version, answer, chosen, request.GET.get("page"))
    if answer.total and not chosen and "page" not in request.GET and (ready := answer.ready.get("en")):
        found["past"] = show_periods(versions, ready, former_matches(versions, version, answer))
    if not answer.is_sure:
        languages = list(answer.ready) or default_languages(version, get_language() or "en")
        found["counts"] = searching.counts(versions, version, languages, question)
    return found


def _first_page(
    versions: Catalogue,
    version: CatalogueVersion,
    answer: searching.SearchResult,
    question: str,
    documents: Iterable[SearchedDocument],
) -> dict[str, object]:
    """Return the context of what only the first page lists: hits in the documents beside the rules, and versions."""
    others = [one.code for one in documents if not one.is_active] if active_document() == COMPREHENSIVE_RULES else ()
    elsewhere = hits_in_documents(others, question, version.date, answer)
    return {
        "elsewhere": elsewhere,
        "is_complete_elsewhere": any(one.is_complete for one in elsewhere),
        "named_versions": number_or_version.versions_in(versions, question)[:_MOST_VERSIONS],
    }


def _in_document(request: HttpRequest, document: str) -> str:
    """Return the address of the same search on the page of another document."""
    query = request.GET.copy()
    for name in ("in", "page") if document == COMPREHENSIVE_RULES else ("in", "page", "document"):
        query.pop(name, None)
    return document_url(document, "search", query=query)


def _all_versions(request: HttpRequest, versions: Catalogue, question: str, lang: str) -> dict[str, object]:
    """Return the context of a search in all versions."""
    language = language_of_search(versions, ",".join([lang, *_languages_of_script(question)]))
    result = search_all_versions(versions, language, question)
    if result is None:
        return {}
    page = Paginator(result.runs, _PER_PAGE).get_page(request.GET.get("page"))
    periods = match_periods(versions, result.language, result.keys, list(page.object_list))
    shown = show_periods(versions, result.ready, periods.values())
    return {"all_versions": result, "page": page, "periods": shown, "bars": bars(result, request.GET)}


def _languages_of_script(question: str) -> Sequence[str]:
    """Return the languages without spaces if a query is in their letters."""
    return UNSPACED if is_unspaced(question) else ()


def _version(versions: Catalogue, asked: str) -> tuple[CatalogueVersion | None, str]:
    """Return the version of the chosen day; else the latest, and the error message."""
    if not asked or asked == ALL:
        return versions.latest, ""
    try:
        return versions.find(asked), ""
    except VersionNotFound as error:
        return versions.latest, str(error)


def _languages(version: CatalogueVersion, question: str, lang: str) -> tuple[str, ...]:
    """Return the languages to search: those chosen, else the defaults and those of the typed script."""
    if lang:
        return tuple(code for code in lang.split(",") if version.shown_in(code))[:MOST_COLUMNS]
    usual = default_languages(version, get_language() or "en")
    typed = [code for code in _languages_of_script(question) if version.shown_in(code)]
    return tuple(dict.fromkeys([*typed, *usual]))


def _cards(question: str, languages: Sequence[str], *, guess: bool) -> Sequence[FoundCard]:
    """Return cards with this name or prefix, and similar ones with ``guess``. Empty if it cannot be a name."""
    if any(quote in question for quote in _QUOTES) or len(question.split()) > _MOST_WORDS_OF_A_CARD:
        return []
    language = next((code for code in languages if code != "en"), None)
    return cards().find(question, language=language, limit=_MOST_CARDS, guess=guess)


def _cards_within(question: str, unknown: Sequence[str], stamp: ContentStamp) -> list[FoundCard]:
    """Return the cards that a sentence names: *May I name Blood Moon?*

    Words that no text has are tried as names of one word.
    """
    names = [one.name for one in cards().names_in(english_key(stamp), question, "en")]
    found = [
        card for some in cards().find_each([*names, *unknown][:_MOST_CARDS], limit=1) for card in some if card.is_whole
    ]
    return list({card.card.oracle_id: card for card in found}.values())


def _card_meant(question: str, named: Sequence[FoundCard], answer: searching.SearchResult) -> str | None:
    """Return the address of the card with exactly this name, unless a rule or term is called so."""
    whole = [found for found in named if found.is_whole]
    if len(whole) != 1 or any(hit.is_named for hit in answer.hits[:_PER_PAGE]):
        return None
    # A single word may be a search word: the card is then shown beside the hits.
    is_name = " " in question or is_unspaced(question)
    return whole[0].card.get_absolute_url() if is_name or not answer.is_sure else None


def _rulings_asked(question: str, languages: Sequence[str]) -> str | None:
    """Return the address of the rulings that a query asks for, if it names exactly one card."""
    name = _OF_RULINGS.sub("", question, count=1)
    whole = [found for found in _cards(name, languages, guess=False) if found.is_whole] if name != question else []
    return f"{whole[0].card.get_absolute_url()}#rl" if len(whole) == 1 else None
