"""Filters of a comparison from the address, and its changes by chapter and page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from rulesbase.compare.queries import ITEMS, KINDS, WEIGHTS, ComparedVersions, is_group_in, is_in
from rulesbase.core.grouping import grouped
from rulesbase.engine.diff.position import GLOSSARY, Position, group_key
from rulesbase.engine.diff.versions import ItemChange, VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, kind_of, parse_number, section_of

# With more changes the page shows one section; a section with more is paginated.
MANY = 300


class Filters(NamedTuple):
    """The chosen filters; empty sets show everything except pure renumberings and typography."""

    section: str = ""
    kinds: frozenset[str] = frozenset()
    weights: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    renumbered: bool = False
    typography: bool = False
    side: bool = False
    everything: bool = False

    @classmethod
    def from_query(cls, query: QueryDict) -> "Filters":
        """Read the filters from the query of an address; ignore unknown values."""
        section = query.get("section", "").strip()
        place = parse_number(section)
        known = section == GLOSSARY or (place is not None and kind_of(section) in (Kind.SECTION, Kind.CHAPTER))
        return cls(
            section if known else "",
            _chosen(query, "kind", KINDS),
            _chosen(query, "weight", WEIGHTS),
            _chosen(query, "item", ITEMS),
            query.get("renumbered") == "1",
            query.get("typography") == "1",
            query.get("view") == "side",
            query.get("all") == "1",
        )

    @property
    def narrowed(self) -> bool:
        """Return whether kinds, weights or items were chosen."""
        return bool(self.kinds or self.weights or self.items)

    def passes(self, change: ItemChange) -> bool:
        """Return whether kind, item and weight are among those chosen."""
        return (
            (not self.kinds or change.kind in self.kinds)
            and (not self.items or change.item in self.items)
            and (not self.weights or change.weight in self.weights)
        )

    def select(self, changes: Iterable[ItemChange]) -> list[ItemChange]:
        """Return the changes of the section with the chosen kinds, items and weights, hidden ones too."""
        return [change for change in changes if is_in(self.section, change) and self.passes(change)]

    def hides(self, change: ItemChange) -> bool:
        """Return whether a change is hidden although it passes: only its number or typography changed."""
        shows_typography = self.typography or "typography" in self.weights
        return change.only_number or (change.weight == "typography" and not shows_typography and _stays(change))

    def showing(self, change: ItemChange) -> "Filters":
        """Return filters that show a change: its chapter, without the filters that would hide it."""
        none: frozenset[str] = frozenset()
        chosen = self if self.passes(change) else self._replace(kinds=none, weights=none, items=none)
        renumbered = self.renumbered or change.only_number
        typography = self.typography or (not change.only_number and chosen.hides(change))
        return chosen._replace(section=change.here.group, renumbered=renumbered, typography=typography)


def _stays(change: ItemChange) -> bool:
    """Return whether an entry stayed in its chapter."""
    return change.kind == "unchanged" or (
        change.kind in ("renumbered", "moved") and change.here.group == change.there.group
    )


def _chosen(query: QueryDict, name: str, known: Sequence[str]) -> frozenset[str]:
    found = frozenset(",".join(query.getlist(name)).split(",")) & frozenset(known)
    # All values chosen is the same as none.
    return frozenset() if len(found) == len(known) else found


class Block(NamedTuple):
    """One item of the list.

    It is a change with its changed examples, the former place of a moved entry (``is_former_place``), or an unchanged
    entry (``same``).
    """

    where: Position
    change: ItemChange | None
    examples: tuple[ItemChange, ...] = ()
    is_former_place: bool = False
    same: VersionEntry | None = None

    @property
    def placing(self) -> bool:
        """Return whether only its place changed."""
        return self.is_former_place or (
            self.change is not None and self.change.kind in ("renumbered", "moved") and self.change.weight == "none"
        )


class Group(NamedTuple):
    """The changes of a chapter; ``was`` is its former number, if different."""

    number: str
    heading: str
    was: str
    words: int
    places: int
    blocks: tuple[Block, ...]
    shifts: tuple[ItemChange, ...]


class Part(NamedTuple):
    """A section or the glossary, with the number of its changes shown."""

    number: str
    heading: str
    changes: int


class Listing(NamedTuple):
    """The changes that a page shows; ``part`` is the section, chapter or glossary, empty for all."""

    parts: tuple[Part, ...]
    part: str
    page: Page[Block]
    groups: tuple[Group, ...]
    shown: int
    only_number: int
    only_typography: int


def section_in(group: str) -> str:
    """Return the section of a chapter; the glossary is its own section, as is a chapter without one."""
    return group if group == GLOSSARY else section_of(group) or group


def group_of(entry: VersionEntry) -> str:
    """Return the chapter of an entry, a section of itself, or the glossary."""
    return GLOSSARY if entry.kind is Kind.TERM else chapter_of(entry.number) or entry.number


def change_at(compared: ComparedVersions, at: str, rule: int) -> ItemChange | None:
    """Return the change of a Rule (by its key) or of a number; the first that is no example.

    A number is one of the newer version, or of the older if the change removed it.
    """

    def fits(change: ItemChange) -> bool:
        if rule:
            return rule in compared.rules(change)
        numbers = [compared.new[i].number for i in change.new_at] or [compared.old[i].number for i in change.old_at]
        return at in numbers

    found = [change for change in compared.comparison.changes if fits(change)]
    return min(found, key=lambda change: (change.rule != rule, change.item == "example"), default=None)


def _page_of(blocks: Sequence[Block], target: ItemChange) -> str:
    """Return the page of a change; renumberings without a block are on the last."""
    for at, block in enumerate(blocks):
        if not block.is_former_place and target in (block.change, *block.examples):
            return str(at // MANY + 1)
    return "last"


def listing(compared: ComparedVersions, filters: Filters, page: str, target: ItemChange | None = None) -> Listing:
    """Select the changes to show: all, or with many the chosen section, else the first with changes.

    Without a ``page`` the page with the ``target`` is shown; the filters include it.
    """
    passed = [change for change in compared.comparison.changes if filters.passes(change)]
    only_number = [change for change in passed if change.only_number]
    shown = [change for change in passed if not filters.hides(change)]
    counts = Counter(section_in(change.here.group) for change in shown)
    parts = tuple(Part(key, compared.headings.get(key, ""), counts[key]) for key in sorted(counts, key=group_key))
    part = filters.section or (parts[0].number if len(shown) > MANY else "")
    blocks = _placed(_blocks(change for change in shown if is_in(part, change)), part)
    if filters.everything:
        blocks = sorted([*blocks, *_unchanged(compared, part)], key=lambda block: block.where.sort_key)
    pages = Paginator(blocks, MANY)
    page = page or (_page_of(blocks, target) if target else "1")
    found = pages.get_page(pages.num_pages if page == "last" else page)
    # The compact list of renumberings is on the last page.
    dense = filters.renumbered and not found.has_next()
    shifts = [change for change in only_number if is_in(part, change)] if dense else []
    return Listing(
        parts,
        part,
        found,
        tuple(_groups(list(found), shifts, compared)),
        len(shown),
        len(only_number),
        len(passed) - len(shown) - len(only_number),
    )


def _blocks(changes: Iterable[ItemChange]) -> list[Block]:
    """Group changes with their examples; an example whose rule is not shown is its own block."""
    blocks: list[Block] = []
    for change in changes:
        last = blocks[-1].change if blocks else None
        if change.item == "example" and last and last.item != "example" and _same_entry(last, change):
            blocks[-1] = blocks[-1]._replace(examples=(*blocks[-1].examples, change))
        else:
            blocks.append(Block(change.here, change))
    return blocks


def _same_entry(one: ItemChange, other: ItemChange) -> bool:
    return (one.rule, one.old_at, one.new_at) == (other.rule, other.old_at, other.new_at)


def _placed(blocks: list[Block], part: str) -> list[Block]:
    """Add the former places of moved entries and restrict the blocks to the part."""
    changes = [block.change for block in blocks if block.change and block.change.item != "example"]
    moved = (change for change in changes if change.old_at and change.here.group != change.there.group)
    all_blocks = (*blocks, *(Block(change.there, change, is_former_place=True) for change in moved))
    placed = (block for block in all_blocks if is_group_in(part, block.where.group))
    return sorted(placed, key=lambda block: block.where.sort_key)


def _unchanged(compared: ComparedVersions, part: str) -> Iterable[Block]:
    """Return the unchanged entries of the newer version."""
    changed = {at for change in compared.comparison.changes for at in change.new_at}
    for at, entry in enumerate(compared.new):
        if at not in changed and is_group_in(part, group_of(entry)):
            yield Block(Position(group_of(entry), float(at)), None, same=entry)


def _groups(blocks: Sequence[Block], shifts: Sequence[ItemChange], compared: ComparedVersions) -> Iterable[Group]:
    of = grouped((block.where.group, block) for block in blocks)
    shifted = grouped((change.here.group, change) for change in shifts)
    was = {
        change.new_numbers[0]: change.old_numbers[0]
        for change in compared.comparison.changes
        if change.item == "heading" and change.kind == "renumbered"
    }
    for key in sorted(dict.fromkeys((*of, *shifted)), key=group_key):
        real = [block for block in of[key] if block.change]
        places = sum(block.placing for block in real)
        yield Group(
            key,
            compared.headings.get(key, ""),
            was.get(key, ""),
            len(real) - places,
            places + len(shifted[key]),
            tuple(of[key]),
            tuple(shifted[key]),
        )
