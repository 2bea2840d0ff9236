"""What of a comparison is shown: filters in the address, and the changes of one part by chapter."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from rulesbase.compare.queries import ITEMS, KINDS, WEIGHTS, Books, is_in
from rulesbase.engine.diff.position import GLOSSARY, Where
from rulesbase.engine.diff.versions import ItemChange, Leaf
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, parse_number, sort_key

# More than this and the page shows one section; a section with more has pages.
MANY = 300


class Filters(NamedTuple):
    """What of a comparison is wanted; empty sets mean everything but what only changed its number or typography."""

    section: str = ""
    kinds: frozenset[str] = frozenset()
    weights: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    renumbered: bool = False
    typography: bool = False
    side: bool = False
    everything: bool = False

    @classmethod
    def asked(cls, query: QueryDict) -> "Filters":
        """Read the query of an address. What is unknown is left out."""
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
    def shows_typography(self) -> bool:
        """Whether what differs in typography only is shown."""
        return self.typography or "typography" in self.weights

    @property
    def narrowed(self) -> bool:
        """Whether kinds, weights or items were chosen."""
        return bool(self.kinds or self.weights or self.items)

    def passes(self, change: ItemChange) -> bool:
        """Whether kind, item and weight are among those chosen."""
        return (
            (not self.kinds or change.kind in self.kinds)
            and (not self.items or change.item in self.items)
            and (not self.weights or change.weight in self.weights)
        )

    def hides(self, change: ItemChange) -> bool:
        """Whether it is hidden although it was not filtered out: number or typography alone changed."""
        return change.only_number or (change.weight == "typography" and not self.shows_typography and _stays(change))

    def showing(self, change: ItemChange) -> "Filters":
        """The choice that shows a change: its chapter, with what would hide it taken away."""
        none: frozenset[str] = frozenset()
        chosen = self if self.passes(change) else self._replace(kinds=none, weights=none, items=none)
        renumbered = self.renumbered or change.only_number
        typography = self.typography or (not change.only_number and chosen.hides(change))
        return chosen._replace(section=change.here.group, renumbered=renumbered, typography=typography)


def _stays(change: ItemChange) -> bool:
    """Whether nothing happened to its place but, at most, another number."""
    return change.kind == "unchanged" or (
        change.kind in ("renumbered", "moved") and change.here.group == change.there.group
    )


def _chosen(query: QueryDict, name: str, known: Sequence[str]) -> frozenset[str]:
    found = frozenset(",".join(query.getlist(name)).split(",")) & frozenset(known)
    # All of them is no choice.
    return frozenset() if len(found) == len(known) else found


class Block(NamedTuple):
    """One item of the list: a change with the examples that changed with it, where a rule has left for another
    chapter (``leaves``), or an entry that is the ``same``."""

    where: Where
    change: ItemChange | None
    examples: tuple[ItemChange, ...] = ()
    leaves: bool = False
    same: Leaf | None = None

    @property
    def placing(self) -> bool:
        """Whether only its place is another."""
        return self.leaves or (
            self.change is not None and self.change.kind in ("renumbered", "moved") and self.change.weight == "none"
        )


class Group(NamedTuple):
    """The changes of a chapter. ``was`` is the number that it had, if another."""

    number: str
    heading: str
    was: str
    words: int
    places: int
    blocks: tuple[Block, ...]
    shifts: tuple[ItemChange, ...]


class Part(NamedTuple):
    """A section (or the glossary) in the list of parts, with the number of changes that are shown of it."""

    number: str
    heading: str
    changes: int


class Listing(NamedTuple):
    """The changes that a page shows: ``part`` is the section, chapter or glossary, empty for all."""

    parts: tuple[Part, ...]
    part: str
    page: Page[Block]
    groups: tuple[Group, ...]
    shown: int
    only_number: int
    only_typography: int


def section_in(group: str) -> str:
    """The section of a chapter; of the glossary itself."""
    return group if group == GLOSSARY else group[:1]


def group_key(group: str) -> int:
    """What to sort chapters by; the glossary comes last."""
    return 3_000_000_000 if group == GLOSSARY else sort_key(group)


def headings(versions: Books) -> dict[str, str]:
    """Number -> heading of sections and chapters, those of the newer version where both have one."""
    leaves = (*versions.old, *versions.new)
    return {leaf.number: leaf.heading for leaf in leaves if leaf.kind in (Kind.SECTION, Kind.CHAPTER)}


def change_at(versions: Books, at: str, rule: int) -> ItemChange | None:
    """The change of a Rule (by its key), or of what stands at a number, which ends an address: of several the first
    that is no example."""

    def fits(change: ItemChange) -> bool:
        if not rule:
            return versions.leaf(change).number == at
        leaves = (*(versions.new[i] for i in change.new_at), *(versions.old[i] for i in change.old_at))
        return change.rule == rule or any(leaf.rule == rule for leaf in leaves)

    found = [change for change in versions.comparison.changes if fits(change)]
    return min(found, key=lambda change: (change.rule != rule, change.item == "example"), default=None)


def _page_of(blocks: Sequence[Block], target: ItemChange) -> str:
    """The page that a change is on; what has no block of its own stands behind the last."""
    for at, block in enumerate(blocks):
        if not block.leaves and target in (block.change, *block.examples):
            return str(at // MANY + 1)
    return "last"


def listing(versions: Books, wanted: Filters, page: str, target: ItemChange | None = None) -> Listing:
    """Choose what to show: everything, or where that is much the section asked for, else the first with changes.

    Without a ``page`` it is the one that has the ``target``, which the filters show.
    """
    passed = [change for change in versions.comparison.changes if wanted.passes(change)]
    only_number = [change for change in passed if change.only_number]
    shown = [change for change in passed if not wanted.hides(change)]
    names = headings(versions)
    counts = Counter(section_in(change.here.group) for change in shown)
    parts = tuple(Part(key, names.get(key, ""), counts[key]) for key in sorted(counts, key=group_key))
    part = wanted.section or (parts[0].number if len(shown) > MANY else "")
    blocks = _placed(_blocks(change for change in shown if is_in(part, change)), part)
    if wanted.everything:
        blocks = sorted([*blocks, *_unchanged(versions, part)], key=_in_order)
    pages = Paginator(blocks, MANY)
    page = page or (_page_of(blocks, target) if target else "1")
    found = pages.get_page(pages.num_pages if page == "last" else page)
    # A dense list behind the last of the others.
    dense = wanted.renumbered and not found.has_next()
    shifts = [change for change in only_number if is_in(part, change)] if dense else []
    return Listing(
        parts,
        part,
        found,
        tuple(_groups(list(found), shifts, versions, names)),
        len(shown),
        len(only_number),
        len(passed) - len(shown) - len(only_number),
    )


def _in_order(block: Block) -> tuple[int, float]:
    return group_key(block.where.group), block.where.order


def _blocks(changes: Iterable[ItemChange]) -> list[Block]:
    """Changes with their examples; an example whose rule is not shown stands alone."""
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
    """Where each rule that went to another chapter stood before, say so; and keep to the part."""
    left = [Block(change.there, change, leaves=True) for block in blocks if (change := _gone(block))]
    placed = [block for block in (*blocks, *left) if _in_part(part, block.where.group)]
    return sorted(placed, key=_in_order)


def _gone(block: Block) -> ItemChange | None:
    change = block.change
    if change is None or change.item == "example" or not change.old_at or change.here.group == change.there.group:
        return None
    return change


def _in_part(part: str, group: str) -> bool:
    return not part or group == part or (group != GLOSSARY and group.startswith(part))


def _unchanged(versions: Books, part: str) -> Iterable[Block]:
    """The entries of the newer version to which nothing happened."""
    changed = {at for change in versions.comparison.changes for at in change.new_at}
    for at, leaf in enumerate(versions.new):
        group = GLOSSARY if leaf.kind is Kind.TERM else leaf.number[:3]
        if at not in changed and _in_part(part, group):
            yield Block(Where(group, float(at)), None, same=leaf)


def _groups(
    blocks: Sequence[Block], shifts: Sequence[ItemChange], versions: Books, names: Mapping[str, str]
) -> Iterable[Group]:
    of: defaultdict[str, list[Block]] = defaultdict(list)
    shifted: defaultdict[str, list[ItemChange]] = defaultdict(list)
    for block in blocks:
        of[block.where.group].append(block)
    for change in shifts:
        shifted[change.here.group].append(change)
    was = {
        change.new_numbers[0]: change.old_numbers[0]
        for change in versions.comparison.changes
        if change.item == "heading" and change.kind == "renumbered"
    }
    for key in sorted({*of, *shifted}, key=group_key):
        real = [block for block in of[key] if block.change]
        places = sum(block.placing for block in real)
        yield Group(
            key,
            names.get(key, ""),
            was.get(key, ""),
            len(real) - places,
            places + len(shifted[key]),
            tuple(of[key]),
            tuple(shifted[key]),
        )
