"""Pages of the English changes since a translation was made."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.languages import language_word
from rulesbase.reading.page_address import PLACE, TERM, PageAddress
from rulesbase.reading.page_frame import dated, frame
from rulesbase.reading.parallel_html import MARKS, state_words
from rulesbase.translations.english_changes import chapter_of_place, english_change_of


@dated
def since(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str, language: str
) -> HttpResponse:
    """Show the English changes since the translation of a rule; to htmx only the fragment."""
    return _since(request, versions, version, PageAddress(PLACE, number), language)


@dated
def term_since(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str, language: str
) -> HttpResponse:
    """Show the English changes since the translation of a glossary term."""
    return _since(request, versions, version, PageAddress(TERM, number), language)


def _since(
    request: HttpRequest, versions: Catalogue, version: CatalogueVersion, page: PageAddress, language: str
) -> HttpResponse:
    chapter = chapter_of_place(page.number, term=page.name == TERM)
    found = english_change_of(versions, version, page.number, chapter, language) if version.shown_in(language) else None
    if found is None:
        raise Http404(_("There is no %(number)s in this version.") % {"number": page.number[:80]})
    around = frame(request, versions, version, page)
    content = {
        "since": found,
        "number": page.number,
        "is_term": page.name == TERM,
        "language": language,
        "language_word": language_word(language),
        "state": str(found.cell.state),
        "mark": MARKS[found.cell.state][0],
        "glyph": MARKS[found.cell.state][1],
        "state_words": state_words(found.cell),
        "place_url": page.address(version, request.GET.get("lang", "")),
    }
    fragment = bool(getattr(request, "htmx", False))
    template = "reading/_since.html" if fragment else "reading/since.html"
    return render(request, template, around.context | content)
