"""Translations beside the changes of a comparison as escaped HTML.

Shows one text with the freshness at both dates, or the difference if the texts differ.
"""

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from rulesbase.compare.filters import Block, Group
from rulesbase.compare.other_languages import (
    Column,
    OldAndNewEntries,
    SideTexts,
    Translations,
    entries_of,
    read_translations,
)
from rulesbase.compare.queries import ComparedVersions, Pair
from rulesbase.core.dates import day_text
from rulesbase.core.diff_html import View, difference
from rulesbase.models import Entry
from rulesbase.reading.parallel_html import doubt_mark, freshness_html, mark_html
from rulesbase.reading.text_html import Links, body_html, lang_attribute
from rulesbase.translations.freshness_types import Freshness


class OtherLanguagesHtml:
    """HTML of the translations beside the blocks of a page."""

    def __init__(self, pair: Pair, compared: ComparedVersions, side: bool) -> None:
        self.pair, self.compared, self.side = pair, compared, side
        self.exact = mark_html(Freshness.EXACT, pgettext("freshness", "up to date"))
        self.translations = Translations({}, {})
        self.links: dict[int, Links] = {}

    def read(self, groups: Iterable[Group]) -> None:
        """Read the texts for the blocks of a page: a dozen queries per version."""
        blocks = [block for group in groups for block in group.blocks if not block.is_former_place]
        self.translations = read_translations(self.pair, [_entries_of_block(block, self.compared) for block in blocks])

    # ---- As HTML ----

    def block(self, block: Block) -> str:
        """Return the translations of a block; nothing for the former place of a moved entry."""
        if block.is_former_place:
            return ""
        return "".join(self._language(block, language) for language in self.pair.beside)

    def _language(self, block: Block, language: str) -> str:
        change = block.change
        examples = change is None or bool(block.examples) or "example" in (change.item, change.weight)
        old, new = self.translations.sides(_entries_of_block(block, self.compared), language, examples=examples)
        if not old and not new:
            return ""
        code = escape(language)
        body = self._sides(old, new) if self.side else self._one(old, new)
        return f'<div class="beside"><abbr class="lang l-{code}">{code.upper()}</abbr>{body}</div>'

    def _one(self, old: SideTexts | None, new: SideTexts | None) -> str:
        """Return one column: the text or its difference, then the freshness at each date."""
        heads = "".join(f"<div>{self._head(side)}</div>" for side in (old, new) if side)
        text = _difference(old, new, "unified") or self._whole(new or old)
        return f'{text}<div class="beside-when">{heads}</div>'

    def _sides(self, old: SideTexts | None, new: SideTexts | None) -> str:
        """Return two columns, older and newer, each with its freshness."""
        cells, absent = [], gettext("not in this version")
        views: tuple[View, ...] = ("old", "new")
        for side, view in zip((old, new), views, strict=True):
            if side is None:
                cells.append(f'<div><p class="quiet">{absent}</p></div>')
                continue
            text = (_difference(old, new, view) if side.words else "") or self._whole(side)
            cells.append(f'<div><div class="beside-when">{self._head(side)}</div>{text}</div>')
        return f'<div class="sides">{"".join(cells)}</div>'

    def _head(self, side: SideTexts) -> str:
        """Return the date, and the freshness of each entry."""
        day = day_text(side.column.version.date)
        marks = []
        for one in side.texts:
            # A text without a cell was made for this version.
            known = one.cell or not one.line
            fresh = freshness_html(one.cell, side.column.text, self._links(side.column)) if known else ""
            doubts = doubt_mark(one.doubts)
            mark = f"{fresh} {doubts}".strip() if fresh or doubts or not one.line else self.exact
            marks.append(f"{escape(one.entry.place)} {mark}" if len(side.texts) > 1 else mark)
        return f'<span class="sidehead">{day}</span> {" ".join(marks)}'

    def _whole(self, side: SideTexts | None) -> str:
        """Return texts without differences, with their references."""
        if side is None:
            return ""
        html = []
        targets, links = side.column.targets, self._links(side.column)
        for line in (one.line for one in side.texts if one.line):
            head = f"<p><b>{escape(line.heading)}</b></p>" if line.heading else ""
            # Rendered as a subrule so that a title is no heading of this page.
            kind = Entry.Kind.SUBRULE if line.kind == Entry.Kind.RULE else line.kind
            line = line._replace(kind=kind, examples=line.examples if side.examples else ())
            html.append(head + body_html(line, links, targets))
        lang = lang_attribute(side.column.text.language)
        return f'<div class="text"{lang}>{"".join(html)}</div>' if html else ""

    def _links(self, column: Column) -> Links:
        if column.text.pk not in self.links:
            self.links[column.text.pk] = Links(column.version, column.text, None, self.pair.lang)
        return self.links[column.text.pk]


def _difference(old: SideTexts | None, new: SideTexts | None, view: View) -> str:
    """Return the difference of the two texts, typography included; empty if they are equal or one is missing."""
    if not old or not new or old.words == new.words:
        return ""
    language = new.column.text.language
    html = difference(old.words, new.words, None, language, view, typography=True)
    return f'<p class="text diff"{lang_attribute(language)}>{html}</p>'


def _entries_of_block(block: Block, compared: ComparedVersions) -> OldAndNewEntries:
    """Return the entries of a block in the older and newer version; unchanged ones only in the newer."""
    if block.same:
        return (), (block.same,)
    return entries_of(block.change, compared) if block.change else ((), ())
