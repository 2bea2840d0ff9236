"""Pages of the glossary and its terms."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.lookup import term_in
from rulesbase.core.dates import day_text
from rulesbase.reading import glossary as reading_glossary
from rulesbase.reading.page_address import GLOSSARY, TERM, PageAddress
from rulesbase.reading.page_frame import dated, frame


@dated
def glossary(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show all terms grouped by letter."""
    around = frame(request, versions, version, PageAddress(GLOSSARY), notes=True)
    content = reading_glossary.glossary(around)
    if content is None:
        raise Http404(_("The archive has no glossary for the version of %(date)s.") % {"date": day_text(version.date)})
    return render(request, "reading/glossary.html", around.context | content)


@dated
def term(request: HttpRequest, versions: Catalogue, version: CatalogueVersion, slug: str) -> HttpResponse:
    """Show a term with its senses and the rules that use it.

    Redirect the slug of another language or version to that of the text; to the main edition if the text lacks the
    term.
    """
    around = frame(request, versions, version, PageAddress(TERM, slug), notes=True)
    content = reading_glossary.term(around, slug)
    if content is None:
        if there := term_in(version, around.text, slug):
            return redirect(PageAddress(TERM, there).address(version, around.lang))
        if there := term_in(version, version.main, slug):
            return redirect(PageAddress(TERM, there).address(version, f"{version.main.language},{around.lang}"))
        message = _("The glossary of %(date)s has no term of that name.")
        raise Http404(message % {"date": day_text(version.date)})
    return render(request, "reading/term.html", around.context | content)
