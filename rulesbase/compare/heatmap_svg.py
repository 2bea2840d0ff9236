"""The heat map of a comparison: sections by chapters, coloured by the share of changed rules."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext, ngettext

from rulesbase.compare.changes_html import chapter_name
from rulesbase.compare.filters import group_of, section_in
from rulesbase.compare.queries import ComparedVersions
from rulesbase.core.escaped_html import joined
from rulesbase.core.punctuation import colon
from rulesbase.core.svg import percent
from rulesbase.engine.diff.position import GLOSSARY, group_key
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, section_of
from rulesbase.history.heatmap_svg import level_of

_TOP, _ROW, _HEIGHT, _FOOT = 24, 30, 26, 4


class ChapterChanges(NamedTuple):
    """A chapter of either version, with its numbers of rules by change; examples count with rules.

    Headings do not count, except those with a text of their own, as in tournament documents.
    """

    number: str
    heading: str
    rules: int
    reworded: int
    removed: int
    places: int
    is_removed: bool

    @property
    def name(self) -> str:
        """Return the number and the heading, escaped."""
        return chapter_name(self.number, self.heading)

    @property
    def level(self) -> int:
        """Return 0 for no changes, else 1 to 5 by the share."""
        return level_of(100 * self.reworded / self.rules) if self.reworded and self.rules else 0


def map_context(compared: ComparedVersions, query: Callable[[str], str]) -> dict[str, object]:
    """Return the heat map for the template; ``query`` returns the query of a part."""
    chapters = list(_chapters(compared))
    columns = 1 + max((_column(one.number) for one in chapters), default=0)
    rows = [(section, list(group)) for section, group in groupby(chapters, lambda one: section_in(one.number))]
    labels = (
        {"text": f"{column:02}", "x": percent(100 * (column + 0.5) / columns), "few": column % 5 == 0}
        for column in range(columns)
    )
    cells = (_cell(one, columns, _TOP + _ROW * at, query) for at, (_, row) in enumerate(rows) for one in row)
    return {
        "sections": [(section, compared.headings.get(section, ""), query(section)) for section, _ in rows],
        "labels": list(labels),
        "height": _TOP + _ROW * len(rows),
        "cells": joined(cells),
        "table": joined(_table_row(one, query) for one in chapters if one.reworded or one.removed or one.places),
    }


def _chapters(compared: ComparedVersions) -> Iterator[ChapterChanges]:
    """Count the changes of each chapter of either version.

    A rule of the newer version counts once, in its own chapter, even if it has parts of several older rules.
    """
    standing = set(map(group_of, compared.new))
    total = Counter(group_of(entry) for entry in compared.new if not _is_bare_heading(entry))
    reworded_at: set[int] = set()
    placed_at: set[int] = set()
    removed: Counter[str] = Counter()
    for change in compared.comparison.changes:
        if change.item == "example" or _is_bare_heading(compared.entry(change)):
            continue
        if change.kind == "removed":
            removed[change.here.group] += 1
        elif change.kind == "added" or change.weight in ("substance", "example"):
            reworded_at.update(change.new_at)
        elif change.kind != "unchanged":
            placed_at.update(change.new_at)
    reworded = Counter(group_of(compared.new[at]) for at in reworded_at)
    places = Counter(group_of(compared.new[at]) for at in placed_at - reworded_at)
    for group in sorted(standing.union(removed), key=group_key):
        if group == GLOSSARY or kind_of(group) is Kind.CHAPTER:
            counts = total[group], reworded[group], removed[group], places[group]
            yield ChapterChanges(group, compared.headings.get(group, ""), *counts, is_removed=group not in standing)


def _is_bare_heading(entry: VersionEntry) -> bool:
    """Return whether an entry is the heading of a section or chapter without a text."""
    return entry.kind in (Kind.SECTION, Kind.CHAPTER) and not entry.text


def _column(group: str) -> int:
    """Return the column of a chapter in the row of its section; without sections each chapter has its own row."""
    return int(group[1:]) if group != GLOSSARY and section_of(group) else 0


def _cell(one: ChapterChanges, columns: int, y: int, query: Callable[[str], str]) -> str:
    """Return a chapter as an SVG cell; the glossary is as wide as all columns."""
    left = percent(start := 100 * _column(one.number) / columns + 0.08)
    width = 100 * (columns if one.number == GLOSSARY else 1) / columns - 0.16
    if one.is_removed:
        title = ngettext(
            "chapter removed; it had %(count)s rule", "chapter removed; it had %(count)s rules", one.removed
        )
        title %= {"count": one.removed}
        shade, figure, colour = "p-no", f"−{one.removed}", ""
    else:
        template = gettext(
            "%(words)s of %(rules)s rules new or reworded, %(removed)s removed, %(places)s with other changes"
        )
        title = template % {**one._asdict(), "words": one.reworded}
        shade, figure = f"h-{one.level}", str(one.reworded or "")
        colour = {5: " hn-hi", 4: " hn-4"}.get(one.level, "")
    foot = text = ""
    if one.places and one.rules:
        share = percent(width * min(1.0, one.places / one.rules))
        foot = f'<rect class="hfoot" x="{left}" y="{y + _HEIGHT - _FOOT}" width="{share}" height="{_FOOT}"/>'
    if figure:
        text = f'<text class="hn{colour}" x="{percent(start + width / 2)}" y="{y + 16}">{figure}</text>'
    return (
        f'<a href="{escape(query(one.number))}#lst" tabindex="-1">'
        f"<title>{one.name}{escape(colon())}{escape(title)}</title>"
        f'<rect class="{shade} cellbox" x="{left}" y="{y}" width="{percent(width)}" height="{_HEIGHT}"/>'
        f"{foot}{text}</a>"
    )


def _table_row(one: ChapterChanges, query: Callable[[str], str]) -> str:
    counts = one.rules, one.reworded, one.removed, one.places
    figures = "".join(f'<td class="num">{count}</td>' for count in counts)
    return f'<tr><th scope="row"><a href="{escape(query(one.number))}#lst">{one.name}</a></th>{figures}</tr>'
