"""The heat map of a comparison: sections by chapters, coloured by the share of changed rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from rulesbase.compare.filters import group_key, section_in
from rulesbase.compare.queries import ComparedVersions
from rulesbase.core.numbers import percent
from rulesbase.core.punctuation import colon
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, kind_of, section_of

_TOP, _ROW, _HEIGHT, _FOOT = 24, 30, 26, 4


class ChapterCell(NamedTuple):
    """A chapter with its position in the picture and its numbers of rules by change."""

    number: str
    heading: str
    rules: int
    words: int
    removed: int
    places: int
    level: int
    x: str
    middle: str
    width: str
    foot: str
    y: int
    query: str

    @property
    def gone(self) -> bool:
        """Return whether the newer version lacks the chapter."""
        return not self.rules

    @property
    def text_y(self) -> int:
        """Return the baseline of the figure."""
        return self.y + 16

    @property
    def foot_y(self) -> int:
        """Return the top of the bar at the bottom."""
        return self.y + _HEIGHT - _FOOT


class SectionRow(NamedTuple):
    """A section with its chapters; the glossary is one too."""

    number: str
    heading: str
    query: str
    cells: tuple[ChapterCell, ...]


class ColumnLabel(NamedTuple):
    """A column of the picture; ``few`` are labelled on small screens too."""

    text: str
    x: str
    few: bool


class ChangeMap(NamedTuple):
    """The heat map."""

    rows: tuple[SectionRow, ...]
    labels: tuple[ColumnLabel, ...]
    height: int


def change_map(compared: ComparedVersions, names: Mapping[str, str], query: Callable[[str], str]) -> ChangeMap:
    """Count the changes of each chapter of either version and place them; examples count with rules.

    ``query`` returns the query of a part.
    """
    total = Counter(
        GLOSSARY if leaf.kind is Kind.TERM else chapter_of(leaf.number) or leaf.number for leaf in compared.new
    )
    words: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for change in compared.comparison.changes:
        group = change.here.group
        if change.item == "example":
            continue
        if change.kind == "removed":
            removed[group] += 1
        elif change.kind == "added" or change.weight in ("substance", "example"):
            words[group] += max(1, len(change.new_at))
        elif change.kind != "unchanged":
            places[group] += 1
    groups = sorted((group for group in {*total, *removed} if _is_chapter(group)), key=group_key)
    columns = 1 + max((_column(group) for group in groups if group != GLOSSARY), default=0)
    rows: list[SectionRow] = []
    for at, (section, chapters) in enumerate(groupby(groups, section_in)):
        cells = []
        for group in chapters:
            column, span = (0, columns) if group == GLOSSARY else (_column(group), 1)
            x, width = 100 * column / columns, 100 * span / columns - 0.16
            counts = total[group], words[group], removed[group], places[group]
            foot = width * min(1.0, places[group] / total[group]) if total[group] else 0.0
            level = _level(words[group], total[group])
            drawn = percent(x + 0.08), percent(x + 0.08 + width / 2), percent(width), percent(foot) if foot else ""
            cells.append(
                ChapterCell(group, names.get(group, ""), *counts, level, *drawn, _TOP + _ROW * at, query(group))
            )
        rows.append(SectionRow(section, names.get(section, ""), query(section), tuple(cells)))
    return ChangeMap(tuple(rows), _labels(columns), _TOP + _ROW * len(rows))


def _is_chapter(group: str) -> bool:
    return group == GLOSSARY or kind_of(group) is Kind.CHAPTER


def _column(group: str) -> int:
    """Return the column of a chapter in the row of its section; without sections each chapter has its own row."""
    return int(group[1:]) if section_of(group) else 0


def _labels(columns: int) -> tuple[ColumnLabel, ...]:
    return tuple(
        ColumnLabel(f"{column:02}", percent(100 * (column + 0.5) / columns), column % 5 == 0)
        for column in range(columns)
    )


def _level(changed: int, of: int) -> int:
    """Return 0 for no changes, else 1 to 5 by the share."""
    if not changed or not of:
        return 0
    share = 100 * changed / of
    return 1 + sum(share >= step for step in (15, 35, 60, 85))


_LINE = "\n      "


def _cells(picture: ChangeMap) -> Iterator[ChapterCell]:
    return (cell for row in picture.rows for cell in row.cells)


def _named(cell: ChapterCell, glossary: str) -> str:
    return glossary if cell.number == GLOSSARY else f"{cell.number} {escape(cell.heading)}"


def cells_svg(picture: ChangeMap) -> SafeString:
    """Return all chapters as SVG cells."""
    glossary, between = escape(gettext("Glossary")), escape(colon())
    template = gettext(
        "%(words)s of %(rules)s rules new or reworded, %(removed)s removed, %(places)s with other changes"
    )
    return _joined(_cell(cell, f"{_named(cell, glossary)}{between}", template) for cell in _cells(picture))


def _cell(cell: ChapterCell, name: str, template: str) -> str:
    if cell.gone:
        counted = ngettext("chapter removed, %(count)s rule", "chapter removed, %(count)s rules", cell.removed)
        title = counted % {"count": cell.removed}
        shade, figure, colour = "p-no", f"−{cell.removed}", ""
    else:
        title = template % cell._asdict()
        shade, figure = f"h-{cell.level}", str(cell.words or "")
        colour = {5: " hn-hi", 4: " hn-4"}.get(cell.level, "")
    foot = f'<rect class="hfoot" x="{cell.x}" y="{cell.foot_y}" width="{cell.foot}" height="4"/>' if cell.foot else ""
    text = f'<text class="hn{colour}" x="{cell.middle}" y="{cell.text_y}">{figure}</text>' if figure else ""
    return (
        f'<a href="{escape(cell.query)}#lst" tabindex="-1"><title>{name}{escape(title)}</title>'
        f'<rect class="{shade} cellbox" x="{cell.x}" y="{cell.y}" width="{cell.width}" height="26"/>{foot}{text}</a>'
    )


def rows_html(picture: ChangeMap) -> SafeString:
    """Return the changed chapters as table rows."""
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
