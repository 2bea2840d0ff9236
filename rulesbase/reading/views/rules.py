"""Pages of the rules of a version: contents, chapters, rules, introduction and credits."""

from typing import cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.bulletins import notes_of
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, catalogue, chosen_texts
from rulesbase.archive.change_marks import changed_in
from rulesbase.archive.entries import EntryText
from rulesbase.core.card_interface import cards
from rulesbase.core.dates import day_text
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import canonical, kind_of
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import Entry
from rulesbase.reading import pages
from rulesbase.reading.number_history import corrected_number, missing
from rulesbase.reading.outline import outline_of, titled_outline
from rulesbase.reading.page_address import (
    CONTENTS,
    CREDITS,
    INTRODUCTION,
    PLACE,
    TERM,
    PageAddress,
    read_page_address,
    same_pages,
)
from rulesbase.reading.page_frame import Frame, dated, frame


@require_safe
def latest(request: HttpRequest, page: str = CONTENTS) -> HttpResponse:
    """Redirect to a page of the version in force; to the front page without one."""
    version = catalogue().latest
    return redirect(page, version) if version else redirect("home")


@dated
def contents(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show sections and chapters with the number of their rules, and how many are new in this version."""
    around = frame(request, versions, version, PageAddress(CONTENTS))
    return render(
        request,
        "reading/contents.html",
        around.context
        | {
            "outline": titled_outline(versions, version, around.texts, around.text),
            "changed": changed_in(version),
            "source": pages.source_of(around.text),
            "notes": notes_of(version.pk),
        },
    )


@dated
def place(request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str) -> HttpResponse:
    """Show a chapter or a rule; redirect a section to its part of the contents.

    Redirect other spellings of a number to the usual one. A number that this version lacks gets a page of its history
    with status 404.
    """
    wanted = canonical(number)
    if wanted is None:
        message = _("“%(number)s” is not a rule number. Rule numbers look like 2, 201, 201.3 or 201.3a.")
        raise Http404(message % {"number": number[:40]})
    if wanted != number:
        return _to(request, version, wanted)
    if kind_of(wanted) is Kind.SECTION:
        if outline_of(versions.english, version.main.pk).section(wanted) is None:
            raise Http404(_("“%(number)s” is not a section of this version.") % {"number": wanted})
        return redirect(PageAddress(CONTENTS).address(version, request.GET.get("lang", "")) + f"#s{wanted}")
    around = frame(request, versions, version, PageAddress(PLACE, wanted), notes=True)
    is_chapter = kind_of(wanted) is Kind.CHAPTER
    content = pages.chapter(around, wanted) if is_chapter else pages.rule(around, wanted)
    if content is None:
        return _not_there(request, around, wanted)
    if is_chapter:
        return _render_chapter(request, around.context | content)
    if public_id := content["public_id"]:
        now = reverse("rule_now", args=[public_id])
        content["always_current"] = request.build_absolute_uri(f"{now}{around.context['lang_query']}")
    content["rulings"] = cards().rulings_on(versions, cast(EntryText, content["line"]).rule)
    return render(request, "reading/rule.html", around.context | content)


# Stands for the entries of a chapter while its templates are rendered.
_ENTRIES = mark_safe("<!-- entries -->")


def _render_chapter(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """Render a chapter; put its entries in last, as each template on the way would copy a million characters twice."""
    response = render(request, "reading/chapter.html", context | {"entries": _ENTRIES})
    response.content = response.content.replace(_ENTRIES.encode(), str(context["entries"]).encode(), 1)
    return response


@require_safe
def rule_now(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to a Rule in the latest version, whatever its number is there; to its history if it is gone."""
    rule, latest = rule_named(public_id), catalogue().latest
    if rule is None or latest is None:
        raise Http404(_("There is no rule at this address. Check the address, or search for the rule."))
    entry = Entry.objects.filter(edition=latest.main.pk, rule=rule).order_by("position").first()
    if entry is None:
        return redirect("rule_history", rule.public_id)
    page = PageAddress(TERM if entry.kind == Entry.Kind.TERM else PLACE, entry.number)
    return redirect(page.address(latest, request.GET.get("lang", "")))


def _to(request: HttpRequest, version: CatalogueVersion, number: str) -> HttpResponse:
    return redirect(PageAddress(PLACE, number).address(version, request.GET.get("lang", "")))


def _not_there(request: HttpRequest, around: Frame, number: str) -> HttpResponse:
    meant = corrected_number(around.text, number)
    if meant:
        return _to(request, around.version, meant)
    found = missing(around.versions, around.version, around.text, number)
    content = pages.missing(around, found)
    context = around.context | content | {"legislation": None}
    return render(request, "reading/missing.html", context, status=404)


@dated
def introduction(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show the introduction."""
    missing_words = _("The archive has no introduction for the version of %(date)s.")
    around = frame(request, versions, version, PageAddress(INTRODUCTION))
    return _front_matter(request, around, _("Introduction"), missing_words, "introduction")


@dated
def credits(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """Show the credits, and the index of the years that had one."""
    missing_words = _("The archive has no credits for the version of %(date)s.")
    around = frame(request, versions, version, PageAddress(CREDITS))
    return _front_matter(request, around, _("Credits"), missing_words, "credits", "index")


def _front_matter(request: HttpRequest, around: Frame, title: str, missing_words: str, *names: str) -> HttpResponse:
    parts = pages.front_matter(around, *names)
    if not parts:
        raise Http404(missing_words % {"date": day_text(around.version.date)})
    return render(request, "reading/front_matter.html", around.context | {"parts": parts, "title": title})


class GoForm(forms.Form):
    """A version or a day to go to, and the current page."""

    place = forms.CharField(required=False, max_length=90)
    start = forms.CharField(required=False, max_length=10)
    version = forms.CharField(required=False, max_length=10)
    on = forms.CharField(required=False, max_length=10)
    lang = forms.CharField(required=False, max_length=12)
    find = forms.CharField(required=False, max_length=120)


@require_safe
def go(request: HttpRequest) -> HttpResponse:
    """Redirect to the same page in another version: one that is typed, else a day, else one that is chosen.

    The day counts only if it was changed, because the form has a default.
    """
    form = GoForm(request.GET)
    if not form.is_valid():
        return redirect("rules_latest")
    asked = form.cleaned_data
    versions = catalogue()
    name = asked["on"] if asked["on"] and asked["on"] != asked["start"] else asked["version"] or "latest"
    try:
        there = versions.typed(asked["find"]) if asked["find"] else versions.find(name)
        here = versions.find(asked["start"] or "latest")
    except VersionNotFound:
        if asked["find"]:
            return redirect(reverse("versions", query={"q": asked["find"]}))
        if "/" in name:
            raise
        # The contents page at this address shows the error.
        return redirect("contents", name)
    page = same_pages(read_page_address(asked["place"]), here.main, [there])[there.pk]
    return redirect(page.address(there, asked["lang"]))


@dated
def preview(request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str) -> HttpResponse:
    """Show the first words of a rule, chapter or term, without a layout."""
    texts, _missing = chosen_texts(version, request.GET.get("lang", ""))
    text = next((text for text in texts if not text.is_fallback), version.main)
    content = pages.preview(version, text, number)
    if content is None:
        raise Http404(_("There is no %(number)s in this version.") % {"number": number[:80]})
    return render(request, "reading/_link_preview.html", content)
