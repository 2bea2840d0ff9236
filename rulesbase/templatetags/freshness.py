"""Marks of freshness for headings: {% load freshness %}."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.reading.outline import Heading
from rulesbase.reading.parallel_html import mark_html, state_words
from rulesbase.translations.freshness_types import Cell, Freshness

register = template.Library()


def _marked(cell: Cell) -> SafeString:
    return mark_safe(mark_html(cell.state, state_words(cell)))  # noqa: S308 - words of our own


@register.simple_tag
def heading_mark(
    heading: Heading | None, language: str, version: CatalogueVersion | None = None, lang_query: str = ""
) -> SafeString:
    """The freshness of a heading in a language, behind a space; nothing where it is exact or not translated.

    With a ``volume`` the mark leads to what the English changed since; within a link there can be none.
    """
    cell = dict(heading.fresh).get(language) if heading else None
    if cell is None or cell.state is Freshness.MISSING:
        return SafeString("")
    if version is None:
        return format_html(" {}", _marked(cell))
    return format_html(
        ' <a class="since" href="{}{}" title="{}">{}</a>',
        reverse("since", args=[version, cell.number, language]),
        lang_query,
        gettext("What the English changed since this text"),
        _marked(cell),
    )


@register.simple_tag
def heading_missing(heading: Heading | None) -> SafeString:
    """The languages in which a heading is not translated, each with its mark."""
    found = [
        (language, cell) for language, cell in (heading.fresh if heading else ()) if cell.state is Freshness.MISSING
    ]
    html = (
        format_html(' <abbr class="lang l-{}">{}</abbr> {}', language, language.upper(), _marked(cell))
        for language, cell in found
    )
    return mark_safe("".join(html))  # noqa: S308 - each part is escaped
