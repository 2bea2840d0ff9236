"""Translations beside the changes of a comparison as escaped HTML.

Shows one text with the freshness at both dates, or the difference if the texts differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from rulesbase.compare.filters import Block, Group
from rulesbase.compare.languages import Column, PlaceText, columns_at
from rulesbase.compare.queries import ComparedVersions, Pair
from rulesbase.compare.word_diff_cache import WordDiff, pair_diffs
from rulesbase.core.dates import day_text
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.models import Entry
from rulesbase.reading.parallel_html import doubt_mark, freshness_html, mark_html
from rulesbase.reading.text_html import Links, body_html, lang_attribute
from rulesbase.translations.freshness_types import Freshness


class _Side(NamedTuple):
    """The entries of a block in one language at one of the two versions."""

    column: Column
    texts: tuple[PlaceText, ...]

    def text(self, *, examples: bool) -> str:
        """Return the texts joined, with examples if requested."""
        parts: list[str] = []
        for line in (one.line for one in self.texts if one.line):
            parts += [line.heading, line.passage.text]
            parts += [passage.text for passage in line.examples] if examples else []
        return "\n".join(part for part in parts if part)


class _BlockTexts(NamedTuple):
    """A block in one language at both versions; a side is None if the block has no entry there."""

    language: str
    old: _Side | None
    new: _Side | None
    texts: tuple[str, str]
    examples: bool


class OtherLanguagesHtml:
    """HTML of the translations beside the blocks of a page."""

    def __init__(self, pair: Pair, compared: ComparedVersions, languages: Sequence[str], side: bool, lang: str) -> None:
        """Prepare messages; ``lang`` is the language query for links."""
        self.pair, self.compared, self.languages, self.side, self.lang = pair, compared, languages, side, lang
        self.absent = gettext("not in this version")
        self.exact = mark_html(Freshness.EXACT, pgettext("freshness", "exact"))
        self.columns: tuple[Mapping[str, Column], Mapping[str, Column]] = ({}, {})
        self.written: dict[str, dict[tuple[str, str], WordDiff]] = {}
        self.links: dict[int, Links] = {}

    def read(self, groups: Iterable[Group]) -> None:
        """Read the texts for the blocks of a page: a dozen queries per version."""
        blocks = [block for group in groups for block in group.blocks if not block.leaves]
        both = [_leaves(block, self.compared) for block in blocks]
        olds, news = ([leaf for sides in both for leaf in sides[at]] for at in (0, 1))
        self.columns = (
            columns_at(self.pair.catalogue, self.pair.a, self.languages, olds),
            columns_at(self.pair.catalogue, self.pair.b, self.languages, news),
        )
        for language in self.languages:
            every = [self._spread(block, language) for block in blocks]
            pairs = [one.texts for one in every if one.texts[0] != one.texts[1]]
            self.written[language] = pair_diffs(pairs, language, self.side)

    def _spread(self, block: Block, language: str) -> _BlockTexts:
        sides: list[_Side | None] = []
        for columns, leaves in zip(self.columns, _leaves(block, self.compared), strict=True):
            column = columns.get(language)
            sides.append(_Side(column, tuple(column.text_of(leaf) for leaf in leaves)) if column and leaves else None)
        change = block.change
        examples = change is None or bool(block.examples) or "example" in (change.item, change.weight)
        old, new = sides
        texts = (old.text(examples=examples) if old else "", new.text(examples=examples) if new else "")
        return _BlockTexts(language, old, new, texts, examples)

    # ---- As HTML ----

    def block(self, block: Block) -> str:
        """Return the translations of a block; nothing for the former place of a moved entry."""
        if block.leaves:
            return ""
        return "".join(self._language(self._spread(block, language)) for language in self.languages)

    def _language(self, shown: _BlockTexts) -> str:
        if not shown.old and not shown.new:
            return ""
        code = escape(shown.language)
        tag = f'<abbr class="lang l-{code}">{code.upper()}</abbr>'
        body = self._sides(shown) if self.side else self._one(shown)
        return f'<div class="beside">{tag}{body}</div>'

    def _one(self, shown: _BlockTexts) -> str:
        """Return one column: the text or its difference, then the freshness at each date."""
        heads = "".join(f"<div>{self._head(side)}</div>" for side in (shown.old, shown.new) if side)
        old, new = shown.texts
        lang = lang_attribute(shown.language)
        if old == new or not (shown.old and shown.new):
            text = self._whole(shown.new or shown.old, shown)
        else:
            text = f'<p class="text diff"{lang}>{self.written[shown.language][old, new].unified}</p>'
        return f'{text}<div class="beside-when">{heads}</div>'

    def _sides(self, shown: _BlockTexts) -> str:
        """Return two columns, older and newer, each with its freshness."""
        old, new = shown.texts
        found = self.written[shown.language].get((old, new)) if shown.old and shown.new else None
        lang = lang_attribute(shown.language)
        cells = []
        for at, side in enumerate((shown.old, shown.new)):
            if side is None:
                cells.append(f'<div><p class="quiet">{self.absent}</p></div>')
                continue
            html = found.sides[at] if found and found.sides else ""
            text = f'<p class="text diff"{lang}>{html}</p>' if html else self._whole(side, shown)
            cells.append(f'<div><div class="beside-when">{self._head(side)}</div>{text}</div>')
        return f'<div class="sides">{"".join(cells)}</div>'

    def _head(self, side: _Side) -> str:
        """Return the date, and the freshness of each entry."""
        day = day_text(side.column.version.date)
        marks = []
        for one in side.texts:
            # A text without a cell was made for this version.
            known = one.cell or not one.line
            fresh = freshness_html(one.cell, side.column.text, self._links(side.column)) if known else ""
            doubts = doubt_mark(one.doubts)
            mark = f"{fresh} {doubts}".strip() if fresh or doubts or not one.line else self.exact
            marks.append(f"{escape(one.leaf.place)} {mark}" if len(side.texts) > 1 else mark)
        return f'<span class="sidehead">{day}</span> {" ".join(marks)}'

    def _whole(self, side: _Side | None, shown: _BlockTexts) -> str:
        """Return texts without differences, with their references."""
        if side is None:
            return ""
        html = []
        lead, links = side.column.lead, self._links(side.column)
        for line in (one.line for one in side.texts if one.line):
            head = f"<p><b>{escape(line.heading)}</b></p>" if line.heading else ""
            # Rendered as a subrule so that a title is no heading of this page.
            kind = Entry.Kind.SUBRULE if line.kind == Entry.Kind.RULE else line.kind
            line = line._replace(kind=kind, examples=line.examples if shown.examples else ())
            html.append(head + body_html(line, links, lead))
        return f'<div class="text"{lang_attribute(shown.language)}>{"".join(html)}</div>' if html else ""

    def _links(self, column: Column) -> Links:
        if column.text.pk not in self.links:
            self.links[column.text.pk] = Links(column.version, column.text, None, self.lang)
        return self.links[column.text.pk]


def _leaves(block: Block, compared: ComparedVersions) -> tuple[tuple[VersionEntry, ...], tuple[VersionEntry, ...]]:
    """Return the entries of a block in the older and newer version; unchanged ones only in the newer."""
    if block.same:
        return (), (block.same,)
    change = block.change
    if change is None:
        return (), ()
    return tuple(compared.old[at] for at in change.old_at), tuple(compared.new[at] for at in change.new_at)
