"""The other languages beside the changes of a comparison as escaped HTML: one text with the freshness of both dates,
or the difference of its texts where they differ."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from rulesbase.compare.filters import Block, Group
from rulesbase.compare.languages import Column, Told, columns_at
from rulesbase.compare.queries import Books, Pair
from rulesbase.compare.word_diff_cache import Written, written_pairs
from rulesbase.core.dates import day_text
from rulesbase.engine.diff.versions import Leaf
from rulesbase.models import Entry
from rulesbase.reading.parallel_html import freshness_html, mark_html
from rulesbase.reading.text_html import Links, body_html, lang_attribute
from rulesbase.translations.freshness_types import Freshness


class _Side(NamedTuple):
    """What the places of a block say in one language at one of the two versions."""

    column: Column
    told: tuple[Told, ...]

    def text(self, *, examples: bool) -> str:
        """Everything as one text; examples where they are wanted."""
        parts: list[str] = []
        for line in (one.line for one in self.told if one.line):
            parts += [line.heading, line.passage.text]
            parts += [passage.text for passage in line.examples] if examples else []
        return "\n".join(part for part in parts if part)


class _Spread(NamedTuple):
    """A block in one language at both versions; a side is None where the block has no place there."""

    language: str
    old: _Side | None
    new: _Side | None
    texts: tuple[str, str]
    examples: bool


class Beside:
    """Writes what stands in other languages beside the blocks of a page."""

    def __init__(self, pair: Pair, versions: Books, languages: Sequence[str], side: bool, lang: str) -> None:
        """``lang`` is the query that keeps the languages in links."""
        self.pair, self.versions, self.languages, self.side, self.lang = pair, versions, languages, side, lang
        self.absent = gettext("not there")
        self.exact = mark_html(Freshness.EXACT, pgettext("freshness", "exact"))
        self.columns: tuple[Mapping[str, Column], Mapping[str, Column]] = ({}, {})
        self.written: dict[str, dict[tuple[str, str], Written]] = {}
        self.links: dict[int, Links] = {}

    def read(self, groups: Iterable[Group]) -> None:
        """Read everything for the blocks of a page: a dozen queries a version."""
        blocks = [block for group in groups for block in group.blocks if not block.leaves]
        both = [_leaves(block, self.versions) for block in blocks]
        olds, news = ([leaf for sides in both for leaf in sides[at]] for at in (0, 1))
        self.columns = (
            columns_at(self.pair.catalogue, self.pair.a, self.languages, olds),
            columns_at(self.pair.catalogue, self.pair.b, self.languages, news),
        )
        for language in self.languages:
            spreads = [self._spread(block, language) for block in blocks]
            pairs = [one.texts for one in spreads if one.texts[0] != one.texts[1]]
            self.written[language] = written_pairs(pairs, language, self.side)

    def _spread(self, block: Block, language: str) -> _Spread:
        sides: list[_Side | None] = []
        for columns, leaves in zip(self.columns, _leaves(block, self.versions), strict=True):
            column = columns.get(language)
            sides.append(_Side(column, tuple(column.told(leaf) for leaf in leaves)) if column and leaves else None)
        change = block.change
        examples = change is None or bool(block.examples) or "example" in (change.item, change.weight)
        old, new = sides
        texts = (old.text(examples=examples) if old else "", new.text(examples=examples) if new else "")
        return _Spread(language, old, new, texts, examples)

    # ---- As HTML ----

    def block(self, block: Block) -> str:
        """What stands beside one item of the list; nothing where a rule has left, or where no place is."""
        if block.leaves:
            return ""
        return "".join(self._language(self._spread(block, language)) for language in self.languages)

    def _language(self, spread: _Spread) -> str:
        if not spread.old and not spread.new:
            return ""
        code = escape(spread.language)
        tag = f'<abbr class="lang l-{code}">{code.upper()}</abbr>'
        body = self._sides(spread) if self.side else self._one(spread)
        return f'<div class="beside">{tag}{body}</div>'

    def _one(self, spread: _Spread) -> str:
        """One column: the text or its difference, and below it the freshness at each date."""
        heads = "".join(f"<div>{self._head(side)}</div>" for side in (spread.old, spread.new) if side)
        old, new = spread.texts
        lang = lang_attribute(spread.language)
        if old == new or not (spread.old and spread.new):
            text = self._whole(spread.new or spread.old, spread)
        else:
            text = f'<p class="text diff"{lang}>{self.written[spread.language][old, new].unified}</p>'
        return f'{text}<div class="beside-when">{heads}</div>'

    def _sides(self, spread: _Spread) -> str:
        """Two columns, older and newer, each with its freshness."""
        old, new = spread.texts
        found = self.written[spread.language].get((old, new)) if spread.old and spread.new else None
        lang = lang_attribute(spread.language)
        cells = []
        for at, side in enumerate((spread.old, spread.new)):
            if side is None:
                cells.append(f'<div><p class="quiet">{self.absent}</p></div>')
                continue
            html = found.sides[at] if found and found.sides else ""
            text = f'<p class="text diff"{lang}>{html}</p>' if html else self._whole(side, spread)
            cells.append(f'<div><div class="beside-when">{self._head(side)}</div>{text}</div>')
        return f'<div class="sides">{"".join(cells)}</div>'

    def _head(self, side: _Side) -> str:
        """The date, and the mark of each place."""
        day = day_text(side.column.version.date)
        marks = []
        for one in side.told:
            fresh = freshness_html(one.cell, side.column.text, self._links(side.column))
            mark = self.exact if one.line and (not one.cell or not fresh) else fresh
            marks.append(f"{escape(one.leaf.place)} {mark}" if len(side.told) > 1 else mark)
        return f'<span class="sidehead">{day}</span> {" ".join(marks)}'

    def _whole(self, side: _Side | None, spread: _Spread) -> str:
        """Texts without differences, with their references."""
        if side is None:
            return ""
        html = []
        lead, links = side.column.lead, self._links(side.column)
        for line in (one.line for one in side.told if one.line):
            head = f"<p><b>{escape(line.heading)}</b></p>" if line.heading else ""
            # A heading of rules has no other text; a title is no heading of this page.
            kind = Entry.Kind.SUBRULE if line.kind == Entry.Kind.RULE else line.kind
            shown = line._replace(kind=kind, examples=line.examples if spread.examples else ())
            html.append(head + body_html(shown, links, lead))
        return f'<div class="text"{lang_attribute(spread.language)}>{"".join(html)}</div>' if html else ""

    def _links(self, column: Column) -> Links:
        if column.text.pk not in self.links:
            self.links[column.text.pk] = Links(column.version, column.text, None, self.lang)
        return self.links[column.text.pk]


def _leaves(block: Block, versions: Books) -> tuple[tuple[Leaf, ...], tuple[Leaf, ...]]:
    """The entries of a block in the older and in the newer version; of what did not change the newer alone."""
    if block.same:
        return (), (block.same,)
    change = block.change
    if change is None:
        return (), ()
    return tuple(versions.old[at] for at in change.old_at), tuple(versions.new[at] for at in change.new_at)
