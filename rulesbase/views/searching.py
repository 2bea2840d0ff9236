"""The search page: numbers lead to their place, words are found in one edition."""

import datetime
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesbase import search as searching
from rulesbase.engine.needles import Piece, marked, needles_of
from rulesbase.models import Edition, Entry, Version
from rulesbase.overview import content_stamp

_PER_PAGE = 25


class Shown(NamedTuple):
    """A hit as the page shows it."""

    address: str
    number: str
    is_term: bool
    is_example: bool
    heading: list[Piece]
    text: list[Piece]


class ShownGroup(NamedTuple):
    """The hits of a chapter on one page."""

    group: searching.Group
    hits: list[Shown]


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Jump to a number; else list what has the words, grouped by chapter, best first."""
    question = request.GET.get("q", "")[: searching.LONGEST_QUESTION].replace("\x00", "").strip()
    version = _version(request.GET.get("version", ""))
    language = request.GET.get("lang", "")
    if version and (citation := searching.citation_of(question)):
        return _jump(citation, version, language)
    editions = list(version.editions.select_related("version").order_by("language")) if version else []
    edition = _edition(editions, language)
    context: dict[str, object] = {
        "q": question,
        "version": version,
        "edition": edition,
        "editions": editions,
        "is_latest": "version" not in request.GET,
        "big_search": True,
        "keep": [(name, request.GET[name]) for name in ("version", "lang") if request.GET.get(name)],
        "dates": Version.objects.readable().order_by("-date").values_list("date", flat=True),
    }
    if question and edition:
        context |= _found(request, question, edition)
    return render(request, "rulesbase/search.html", context)


def _found(request: HttpRequest, question: str, edition: Edition) -> dict[str, object]:
    """What the page says of the hits; without any, of each word alone and of what may have been meant."""
    book = searching.book_of(edition, content_stamp())
    answer = searching.search(book, question)
    if not answer.total:
        meant = searching.did_you_mean(book, question)
        return {"answer": answer, "meant": meant, "counts": searching.counts(book, question)}
    chosen = request.GET.get("in", "")
    groups = [group for group in answer.groups if str(group.chapter) == chosen] or list(answer.groups)
    hits = [(group, hit) for group in groups for hit in group.hits]
    page = Paginator(hits, _PER_PAGE).get_page(request.GET.get("page"))
    return {
        "answer": answer,
        "page": page,
        "groups": _on_page(page, question, edition),
        "direct": [_shown(line, question, edition) for line in answer.direct],
        "chosen": chosen if len(groups) == 1 and len(answer.groups) > 1 else "",
    }


def _on_page(page: Page[tuple[searching.Group, searching.Hit]], question: str, edition: Edition) -> list[ShownGroup]:
    return [
        ShownGroup(group, [_shown(hit.line, question, edition) for _, hit in pairs])
        for group, pairs in groupby(page.object_list, key=lambda pair: pair[0])
    ]


def _shown(line: searching.Line, question: str, edition: Edition) -> Shown:
    needles = needles_of(question)
    is_term = line.kind == Entry.Kind.TERM
    address = _address("term" if is_term else "place", edition.version.date, line.number, edition.language)
    heading, text = marked(line.heading, needles), searching.snippet(line, needles, edition.language)
    return Shown(address, line.number, is_term, line.is_example, heading, text)


def _jump(citation: searching.Citation, version: Version, language: str) -> HttpResponse:
    """Go to a number. A day before the first version is left to the page of the place, which says so."""
    day = version.date
    if citation.day:
        then = Version.objects.readable().in_force_on(citation.day)
        day = then.date if then else citation.day
    return HttpResponseRedirect(_address("place", day, citation.number, language))


def _address(name: str, date: datetime.date, number: str, language: str) -> str:
    address = reverse(name, args=[date.isoformat(), number])
    return f"{address}?{urlencode({'lang': language})}" if language and language != "en" else address


def _version(asked: str) -> Version | None:
    """The version in force on a day that was asked for, else the latest."""
    try:
        day = datetime.date.fromisoformat(asked)
    except ValueError:
        return Version.objects.readable().latest_in_force()
    return Version.objects.readable().in_force_on(day) or Version.objects.readable().latest_in_force()


def _edition(editions: list[Edition], language: str) -> Edition | None:
    """The edition in the language asked for; without a wish in that of the page, in English, in any."""
    by_language = {edition.language: edition for edition in editions}
    if language:
        return by_language.get(language)
    wishes = (get_language() or "en", "en", *by_language)
    return next((by_language[code] for code in wishes if code in by_language), None)
