"""Marks of freshness for headings: {% load freshness %}."""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.reading.outline import Heading
from rulesbase.reading.parallel_html import cell_mark_html, doubt_words, freshness_words, mark_html
from rulesbase.translations.freshness_types import Freshness

register = template.Library()


@register.simple_tag
def freshness_mark(state: str, behind: int = 0) -> SafeString:
    """Write the mark of a freshness, with the number of changes since: ``{% freshness_mark "behind" 2 %}``."""
    return mark_html(state, freshness_words(Freshness(state), behind))


@register.simple_tag
def heading_mark(
    heading: Heading | None, language: str, version: CatalogueVersion | None = None, lang_query: str = ""
) -> SafeString:
    """Write the freshness mark of a heading after a space; nothing if it is exact or not translated.

    A doubt about the translation comes first.

    With ``version`` the mark links to the changes of the English since; leave it out within a link.
    """
    # A heading in the language of the edition names no language.
    doubts = doubt_words(next((one for code, one in heading.doubts if language in (code, "")), None)) if heading else ""
    if doubts:
        return format_html(' <span class="mark f-doubt">{}</span>', doubts)
    cell = dict(heading.fresh).get(language) if heading else None
    if cell is None or cell.state is Freshness.MISSING:
        return SafeString("")
    if version is None:
        return format_html(" {}", cell_mark_html(cell))
    return format_html(
        ' <a class="since" href="{}{}" title="{}">{}</a>',
        reverse("since", args=[version, cell.number, language]),
        lang_query,
        gettext("Changes in the English text since this translation"),
        cell_mark_html(cell),
    )


@register.simple_tag
def heading_missing(heading: Heading | None) -> SafeString:
    """Write the languages in which a heading is not translated, each with its mark."""
    missing = (
        (language, language.upper(), cell_mark_html(cell))
        for language, cell in (heading.fresh if heading else ())
        if cell.state is Freshness.MISSING
    )
    return format_html_join("", ' <abbr class="lang l-{}">{}</abbr> {}', missing)
