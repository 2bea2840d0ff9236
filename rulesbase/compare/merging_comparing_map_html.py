"""The cells of the map of a comparison, and the versions to choose from, as HTML: hundreds of them on a page, which
templates would take longer for than all the rest.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from rulesbase.archive.catalogue import Shelf, Volume
from rulesbase.compare.heatmap import Cell, Map
from rulesbase.core.content_version import Aside
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.templatetags.punctuation import colon

_LINE = "\n      "


def _cells(picture: Map) -> Iterator[Cell]:
    return (cell for row in picture.rows for cell in row.cells)


def _named(cell: Cell, glossary: str) -> str:
    return glossary if cell.number == GLOSSARY else f"{cell.number} {escape(cell.heading)}"


def cells_svg(picture: Map) -> SafeString:
    """All chapters as cells of the picture."""
    glossary, between = escape(gettext("Glossary")), escape(colon())
    said = gettext("%(words)s of %(rules)s new or reworded, %(removed)s removed, %(places)s with other changes")
    return _joined(_cell(cell, f"{_named(cell, glossary)}{between}", said) for cell in _cells(picture))


def _cell(cell: Cell, name: str, said: str) -> str:
    if cell.gone:
        counted = ngettext("gone, %(count)s removed", "gone, %(count)s removed", cell.removed)
        told = counted % {"count": cell.removed}
        shade, figure, colour = "p-no", f"−{cell.removed}", ""
    else:
        told = said % cell._asdict()
        shade, figure = f"h-{cell.level}", str(cell.words or "")
        colour = {5: " hn-hi", 4: " hn-4"}.get(cell.level, "")
    foot = f'<rect class="hfoot" x="{cell.x}" y="{cell.foot_y}" width="{cell.foot}" height="4"/>' if cell.foot else ""
    text = f'<text class="hn{colour}" x="{cell.middle}" y="{cell.text_y}">{figure}</text>' if figure else ""
    return (
        f'<a href="{escape(cell.query)}#lst" tabindex="-1"><title>{name}{escape(told)}</title>'
        f'<rect class="{shade} cellbox" x="{cell.x}" y="{cell.y}" width="{cell.width}" height="26"/>{foot}{text}</a>'
    )


def rows_html(picture: Map) -> SafeString:
    """The chapters that changed as rows of a table."""
    glossary = escape(gettext("Glossary"))
    return _joined(
        f'<tr><th scope="row"><a href="{escape(cell.query)}#lst">{_named(cell, glossary)}</a></th>'
        + "".join(f'<td class="num">{of}</td>' for of in (cell.rules, cell.words, cell.removed, cell.places))
        + "</tr>"
        for cell in _cells(picture)
        if cell.words or cell.removed or cell.places
    )


def _joined(parts: Iterable[str]) -> SafeString:
    return mark_safe(_LINE.join(parts))  # noqa: S308 - made of escaped parts


def options_html(books: Shelf, chosen: Volume, *, sample: bool) -> SafeString:
    """The versions as options of a select, newest first: those of the sample, or the real ones."""
    return _options(books.english, Aside(books), chosen.pk, sample)


@lru_cache(maxsize=64)
def _options(english: str, books: Aside[Shelf], chosen: int, sample: bool) -> SafeString:
    del english  # only part of the key
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (one, SafeString(" selected") if one.pk == chosen else "", f"{one} {one.name}".rstrip())
            for one in reversed(books.value.volumes)
            if one.is_sample == sample
        ),
    )
