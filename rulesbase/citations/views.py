"""Pages of citations: one at its own address, and all those of a pasted text."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, catalogue
from rulesbase.citations.other_documents import address_elsewhere, section_address
from rulesbase.citations.pasted_text import read_text, words_since
from rulesbase.citations.resolve import Status, meanings
from rulesbase.engine.text.citations import RuleCitation, find_citations, read_citation
from rulesbase.models import Entry, Rule

LONGEST_TEXT = 60_000
# Limits the work of one request: each citation is traced through all versions.
MOST_CITED = 2_000


# Each field has a widget of its own: Django copies it.
_OPTIONAL_DATE: dict[str, Any] = {
    "required": False,
    "widget": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    "error_messages": {"invalid": gettext_lazy("Enter the date in the form 2011-09-30.")},
}


class CitedTextForm(forms.Form):
    """A text with rule numbers, its date if known, and the version to resolve them in."""

    text = forms.CharField(
        label=gettext_lazy("Text with rule numbers: article, ruling or list"),
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        error_messages={
            "required": gettext_lazy("Paste a text first."),
            "max_length": gettext_lazy("This text is too long. The maximum is 60,000 characters."),
        },
    )
    day = forms.DateField(label=gettext_lazy("Date of the text"), **_OPTIONAL_DATE)
    to = forms.DateField(label=gettext_lazy("Rules as of"), **_OPTIONAL_DATE)

    def clean_text(self) -> str:
        """Return the text, unless it has too many citations to resolve in one request."""
        text = str(self.cleaned_data["text"])
        if len(find_citations(text)) > MOST_CITED:
            raise forms.ValidationError(_("This request is too large. Send it in smaller parts."))
        return text


# The text is too long for an address, so it is sent by POST. The request changes nothing and needs no CSRF token;
# pages for signed-out visitors must not set its cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def cite(request: HttpRequest) -> HttpResponse:
    """Show the form, and the submitted text with every number resolved.

    A text that is only a section of a tournament document, such as ``MTR 2.4``, redirects to the section.
    """
    sent = request.POST if request.method == "POST" else request.GET
    form = CitedTextForm(sent if "text" in sent else None)
    versions = catalogue()
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        asked = form.cleaned_data
        if address := section_address(asked["text"]):
            return redirect(address)
        to = _wanted(versions, asked["to"].isoformat() if asked["to"] else "")
        reading = read_text(versions, asked["text"], to, asked["day"])
        context |= {"reading": reading, "to": to, "to_query": f"?{urlencode({'to': to})}" if asked["to"] else ""}
    else:
        context["example"] = _example(versions)
    return render(request, "citations/cite.html", context, status=200 if form.is_valid() or not form.is_bound else 422)


def _example(versions: Catalogue) -> dict[str, str] | None:
    """Return a citation of the oldest rule of the archive, with and without its date. One query in most documents."""
    # One query for all versions would sort all their rules. The oldest tournament rules have chapters only.
    for version in versions.complete:
        rules = Entry.objects.filter(edition=version.main.pk, kind=Entry.Kind.RULE).order_by("position")
        if number := rules.values_list("number", flat=True).first():
            return {"number": number, "cited": f"{number}@{version}"}
    return None


@require_safe
def embed_script(request: HttpRequest) -> HttpResponse:
    """Send the script that links citations on other sites, at an address that stays when its content changes."""
    source = Path(str(finders.find("embed/citations.js"))).read_text(encoding="utf-8")
    response = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@require_safe
def citation(request: HttpRequest, cited: str) -> HttpResponse:
    """Show the meaning of a citation in the newest version, or in that of ``?to=``.

    An undated citation shows all its meanings. Other spellings redirect to ``number@day``, a range to the form. A
    number that its version lacks is a 404.
    """
    if address := address_elsewhere(cited[:200]):
        return redirect(address)
    read = read_citation(cited[:200])
    if not read:
        message = _("“%(text)s” is not a citation. Citations look like 202.3@2006-05-01.")
        raise Http404(message % {"text": cited[:40]})
    versions, asked = catalogue(), request.GET.get("to", "")
    if len(read) > 1:
        # The form takes the date of a version.
        query = {"text": cited} | ({"to": str(_wanted(versions, asked))} if asked else {})
        return redirect(reverse("cite", query=query))
    if cited != (usual := _spelled(read[0])):
        return redirect(reverse("citation", args=[usual], query=request.GET))
    to = _wanted(versions, asked)
    found = meanings(versions, read, to)[0]
    names = Rule.objects.in_bulk({one.resolution.cited.rule for one in found if one.resolution.cited})
    shown = [
        (one, words_since(one.resolution), names[one.resolution.cited.rule] if one.resolution.cited else None)
        for one in reversed(found)
    ]
    context = {
        "cited": read[0],
        "meanings": shown,
        "to": to,
        "first": versions.complete[0],
        "newest": versions.complete[-1].date,
        "one": len(shown) == 1,
    }
    known = found[0].resolution.status is not Status.UNKNOWN
    return render(request, "citations/citation.html", context, status=200 if known else 404)


def _spelled(cited: RuleCitation) -> str:
    """Return a citation in its usual form: 202.3@2006-05-01, 202.3@2006-05, 202.3@2006, 202.3."""
    if cited.period is None:
        return cited.number
    first, last = cited.period
    length = 10 if first == last else 7 if first.month == last.month else 4
    return f"{cited.number}@{first.isoformat()[:length]}"


def _wanted(versions: Catalogue, asked: str) -> CatalogueVersion:
    """Return the requested complete English version. Raise Http404 if there is none."""
    try:
        found = versions.complete_until(versions.find(asked or "latest").date)
    except VersionNotFound:
        found = None
    if found is None:
        raise Http404(_("No complete English text matches this date. Choose another date."))
    return found
