"""Write the progress bars and freshness marks of the desk."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from rulesbase.accounts.roles import TRANSLATE, may
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.document_urls import named, named_document
from rulesbase.core.number_format import figure
from rulesbase.core.punctuation import comma
from rulesbase.desk.queue_params import editor_at
from rulesbase.desk.targets import edit_address
from rulesbase.desk.terminology.actions import TERM_PREFIX
from rulesbase.engine.documents import document_active
from rulesbase.reading.pages import LanguageText
from rulesbase.reading.parallel_html import mark_html, state_label
from rulesbase.translations.check_messages import check_name
from rulesbase.translations.freshness_types import DOUBTED, Freshness

register = template.Library()
register.simple_tag(edit_address)


@register.simple_tag
def logged_place(place: str, heading: str = "") -> str:
    """Return a place of the log, such as ``101.5@2021-03-01 example 2`` or ``term Token``, in the language of the page.

    ``heading`` replaces the slug of a term or of a section without a number.
    """
    if place.startswith(TERM_PREFIX):
        return gettext("term %(term)s") % {"term": place.removeprefix(TERM_PREFIX)}
    text, _, part = place.partition(" example ")
    if heading:
        number, at, version = text.partition("@")
        document, number = named_document(number)
        with document_active(document):
            text = f"{named(number, heading)}{at}{version}"
    example = gettext("example %(n)s") % {"n": part}
    return f"{text} {example}" if part else text


# In the order of the bar.
_CSS: dict[str, str] = {
    Freshness.EXACT: "p-new",
    Freshness.TYPOGRAPHY: "f-bar-mid",
    Freshness.REFERENCES: "f-bar-soft",
    Freshness.WORDING: "f-bar-wording",
    DOUBTED: "f-bar-doubt",
    Freshness.EXAMPLE: "f-bar-example",
    Freshness.BEHIND: "p-past",
    Freshness.MISSING: "p-un",
}


@register.simple_tag
def progress(counts: Mapping[str, int], legend: str = "") -> SafeString:
    """Draw the progress bar of a language or chapter; ``legend`` writes labels below, with "counts" or "shares"."""
    return _progress(tuple((state, counts.get(state, 0)) for state in _CSS), legend, get_language())


# The page of a language has over a hundred bars that rarely change.
@lru_cache(maxsize=2048)
def _progress(counts: tuple[tuple[str, int], ...], legend: str, _language: str | None) -> SafeString:
    total = sum(count for _state, count in counts) or 1
    y, tall = (2, 18) if legend else (1, 10)
    boxes: list[tuple[object, ...]] = []
    items: list[tuple[SafeString, str]] = []
    at = 0
    for state, count in counts:
        if count:
            word, texts = state_label(state), _share(count, total) if legend == "shares" else figure(count)
            left, width = f"{100 * at / total:.2f}%", f"{100 * count / total:.2f}%"
            boxes.append((_CSS[state], left, y, width, tall, word, texts))
            items.append((mark_html(state, word), texts))
            at += count
    drawn = format_html_join(
        "", '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{} {}</title></rect>', boxes
    )
    picture = format_html(
        '<svg class="pic progress" height="{}" role="img" aria-label="{}">{}</svg>',
        tall + 2 * y,
        comma().join(f"{word} {texts}" for *_, word, texts in boxes),
        drawn,
    )
    if not legend:
        return picture
    return format_html(
        '{}<ul class="legend" role="list">{}</ul>', picture, format_html_join("", "<li>{} {}</li>", items)
    )


def _share(count: int, total: int) -> str:
    """Write a share in percent with one decimal place: 77.8 %; "< 0.1 %" for the smallest."""
    share, least = 100 * count / total, 0.1
    return f"{'< ' if share < least else ''}{number_format(max(share, least), 1)}\u00a0%"


@register.simple_tag(takes_context=True)
def desk_addresses(context: Mapping[str, Any], texts: Iterable[Any], version: object) -> str:
    """Return where the texts of a page are edited, without their number: one for each language the user may edit.

    Empty on pages that show no texts of a version.
    """
    return " ".join(_desk_addresses(context, texts, version).values()) if texts and version else ""


def _desk_addresses(context: Mapping[str, Any], texts: Iterable[Any], version: object) -> dict[str, str]:
    """Map each language that the user may translate to the address of its texts, without their number."""
    user, languages = context["request"].user, (text.language for text in texts)
    return {
        language: reverse("desk_at", args=[language, version, "0"]).removesuffix("0/")
        for language in languages
        if language != DEFAULT_LANGUAGE and may(user, TRANSLATE, language)
    }


@register.simple_tag(takes_context=True)
def edit_links(context: Mapping[str, Any], texts: Iterable[Any], version: object, number: str) -> SafeString:
    """Write links to the editors of a text, for people who may translate its languages.

    Write nothing if the version that is being translated does not have the text.
    """
    addresses = _desk_addresses(context, texts, version) if context.get("desk_open") else {}
    if not addresses or not editor_at(catalogue(), next(iter(addresses)), str(version), number):
        return SafeString("")
    label = gettext("Edit translation")
    links = ((f"{address}{number}/", label, language.upper()) for language, address in addresses.items())
    return format_html_join(" ", '<a class="btn btn-quiet" href="{}">{} {}</a>', links)


@register.simple_tag
def report_link(column: LanguageText, version: object, number: str) -> SafeString:
    """Write a link to report the translation that the page of a rule or term shows; nothing for English.

    ``number`` is empty for a term that the English does not have.
    """
    if column.language == DEFAULT_LANGUAGE or not column.html or not number:
        return SafeString("")
    address = reverse("report_translation", args=[version, number, column.language])
    link = '<p class="small only-screen"><a class="quiet" rel="nofollow" href="{}">{}</a></p>'
    return format_html(link, address, gettext("Report a translation error"))


@register.simple_tag
def state_mark(state: str) -> SafeString:
    """Write the mark of a state."""
    return mark_html(state, state_label(state))


register.simple_tag(check_name)
