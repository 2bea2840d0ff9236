"""Fragments for the box that floats beside a reference or a term."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import Shelf, Volume, chosen_texts
from rulesbase.reading import pages
from rulesbase.reading.page_frame import dated


@dated
def preview(request: HttpRequest, books: Shelf, volume: Volume, number: str) -> HttpResponse:
    """Show how a rule, chapter or term begins, without a layout."""
    texts, _missing = chosen_texts(volume, request.GET.get("lang", ""))
    text = next((text for text in texts if not text.is_carried), volume.main)
    content = pages.preview(volume, text, number)
    if content is None:
        raise Http404(_("There is no %(number)s in this version.") % {"number": number[:80]})
    return render(request, "rulesbase/_preview.html", content)
