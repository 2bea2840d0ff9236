"""Hits and their groups as escaped HTML. Builds strings, because a page has many of them."""

from collections.abc import Iterable, Sequence

from django.http import QueryDict
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulesbase.core.escaped_html import joined
from rulesbase.core.number_format import figure
from rulesbase.core.punctuation import in_brackets
from rulesbase.engine.search.highlight import Piece
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.reading.text_html import lang_attribute
from rulesbase.search.page import EXAMPLES, SECTIONS, TERMS, HitGroup, ResultsPage, ShownHit


def marked_html(pieces: Iterable[Piece]) -> SafeString:
    """Return the pieces of a text, matches in ``<mark>``."""
    parts = (f"<mark>{escape(piece.text)}</mark>" if piece.marked else escape(piece.text) for piece in pieces)
    return joined(parts)


def hits_html(hits: Iterable[ShownHit]) -> SafeString:
    """Return hits as list items."""
    why, similar = escape(_("Why this result is shown")), escape(_("Similar title"))
    return mark_safe("\n".join(_hit(hit, why, similar) for hit in hits))  # noqa: S308 - every text in it was escaped


def _hit(hit: ShownHit, why: str, similar: str) -> str:
    place, lang = hit.found.place, lang_attribute(hit.found.place.language)
    heading = marked_html(hit.heading)
    # The number of a section without one is made of its title.
    is_named = place.is_term or not shown_number(place.number)
    if is_named:
        name = f'<a class="num hit-term" href="{escape(hit.address)}"{lang}>{heading or escape(place.number)}</a>'
    else:
        name = f'<a class="num" href="{escape(hit.address)}">{escape(place.number)}</a>'
    title = f"<strong>{heading}</strong> " if heading and not is_named else ""
    where = f'\n  <p class="where">{above}</p>' if (above := _where(hit)) else ""
    reasons = "".join(
        f"<li>{escape(label)} <strong{lang}>{escape(words)}</strong></li>" for label, words in hit.reasons
    )
    return (
        f'<li class="hit{" hit-of-term" if is_named else ""}">{name}\n'
        f"  <p{lang}>{title}{marked_html(hit.text)}</p>{where}\n"
        f'  <details class="why"><summary class="small quiet">{why}</summary>'
        f'<ul class="plain small" role="list">{reasons or f"<li>{similar}</li>"}</ul></details></li>'
    )


def _where(hit: ShownHit) -> str:
    """Return the document of a hit, whether it is an exact match or an example, and the titles above it."""
    parts: list[str] = [escape(hit.document)] if hit.document else []
    place = hit.found.place
    if hit.found.is_name:
        exact = escape(_("Exact match"))
        parts.append(f"<strong>{exact}</strong>")
    if place.is_example and place.is_term:
        parts.append(escape(_("Example of the term")))
    elif place.is_example:
        parts.append(escape(_("Example of %(number)s") % {"number": place.number}))
    if hit.where:
        lang = lang_attribute(hit.where_language)
        parts.append(" / ".join(f"<span{lang}>{escape(above)}</span>" for above in hit.where))
    fallback = in_brackets(_("translation from another version")) if place.is_fallback else ""
    return " · ".join(parts) + fallback


def groups_html(sheet: ResultsPage, asked: QueryDict) -> SafeString:
    """Return the groups of hits as list items that link to the same search in one of them."""
    query = asked.copy()
    query.pop("page", None)
    items: list[str] = []
    for group in sheet.groups:
        query["in"] = group.key
        current = ' aria-current="true"' if group.key == sheet.chosen else ""
        items.append(
            f'<li><a href="?{escape(query.urlencode())}"{current}><span class="no">{escape(figure(group.total))}</span>'
            f"<span>{_group(group)}</span></a></li>"
        )
    return mark_safe("\n    ".join(items))  # noqa: S308 - every text in it was escaped


def chosen_group_html(groups: Sequence[HitGroup], key: str) -> SafeString:
    """Return the name of the group with a key."""
    return joined(_group(group) for group in groups if group.key == key)


def _group(group: HitGroup) -> str:
    names = {TERMS: _("Glossary"), EXAMPLES: _("Examples"), SECTIONS: _("Sections")}
    if group.key in names:
        return escape(names[group.key])
    lang = lang_attribute(group.language)
    return f'<span class="no">{escape(shown_number(group.key))}</span> <span{lang}>{escape(group.heading)}</span>'


def date_options(dates: Sequence[str], chosen: str) -> SafeString:
    """Return ISO dates as options of a list, with the chosen one."""
    return joined(f"<option{' selected' if date == chosen else ''}>{escape(date)}</option>" for date in dates)
