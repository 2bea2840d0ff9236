"""A chapter in two or three languages: one row a rule, so that the texts never drift apart."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from rulesbase.engine.numbering import sort_key
from rulesbase.listing import number_html
from rulesbase.reading import Lead, Line
from rulesbase.rendering import Links, body_html, lang_attribute
from rulesbase.shelf import Text


def _rows(lines: Sequence[Line], texts: Sequence[Text]) -> list[tuple[str, dict[int, Line]]]:
    """Rows in the order of the book: number, and the line of each edition.

    Lines belong together by their Rule, where they have one, else by their number.
    """
    rows: dict[str, dict[int, Line]] = {}
    number_of_rule: dict[int, str] = {}
    rank = {text.pk: at for at, text in enumerate(texts)}
    for line in sorted(lines, key=lambda line: (rank[line.edition], line.position)):
        number = number_of_rule.setdefault(line.rule, line.number) if line.rule else line.number
        if line.edition in rows.get(number, ()):
            number = line.number
        rows.setdefault(number, {})[line.edition] = line
    return sorted(rows.items(), key=lambda row: sort_key(row[0]))


def columns_html(
    lines: Sequence[Line], texts: Sequence[Text], links: Mapping[int, Links], leads: Mapping[int, Lead]
) -> SafeString:
    """Rules of several editions as a list of rows with a cell a language."""
    missing = pgettext("freshness", "missing")
    glyph = '<svg class="ico" viewBox="0 0 16 16" aria-hidden="true"><use href="#i-missing"/></svg>'
    nothing = f'<span class="mark f-missing">{glyph}{missing}</span>'
    tags = {text.pk: f'<abbr class="lang l-{text.language}">{text.language.upper()}</abbr>' for text in texts}
    html = [f'<ol class="par par-{len(texts)}" role="list">']
    for number, cells in _rows(lines, texts):
        own = links[texts[0].pk]
        html.append(f'<li id="r{number}"><div class="entry-num">{number_html(number, own)}</div>')
        for text in texts:
            line = cells.get(text.pk)
            html.append(f'<div class="cell">{tags[text.pk]}')
            if line is None:
                html.append(nothing)
            else:
                lang = lang_attribute(text.language)
                body = body_html(line, links[text.pk], leads[text.pk])
                html.append(f'<div class="text"{lang}>{body}</div>{other_source_html(line, text)}')
            html.append("</div>")
        html.append("</li>")
    html.append("</ol>")
    return mark_safe("".join(html))  # noqa: S308 - made of escaped parts


def other_source_html(line: Line, text: Text) -> str:
    """A note where an entry comes from another source than the rest of its edition; else nothing."""
    if line.source == text.source:
        return ""
    address = escape(reverse("source", args=[line.source]))
    return f'<p class="src"><a href="{address}">{gettext("from another source")}</a></p>'
