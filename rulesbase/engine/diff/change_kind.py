"""What happened between two versions, entry by entry: kind of the place, weight of the words."""

from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.lineage.link import FoldedEntry, Link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of


class EntryChange(NamedTuple):
    """What happened to one entry: kind of place and weight of words, with the positions (None where there is none)."""

    kind: str
    weight: str
    old: int | None
    new: int | None


def kind_of_change(old: str, new: str) -> str:
    """unchanged, renumbered or moved, by the two numbers alone."""
    if old == new:
        return "unchanged"
    headings = len(old) <= 3 and len(new) <= 3
    return "renumbered" if headings or chapter_of(old) == chapter_of(new) else "moved"


def weight_of_change(old: FoldedEntry, new: FoldedEntry) -> str:
    """Return what happened to the words: substance before references before examples before typography."""
    if (old.heading, old.text) != (new.heading, new.text):
        weight = weight_of(old.raw, new.raw)
        if weight != "typography":
            return weight
    if old.examples != new.examples and weight_of(old.raw_examples, new.raw_examples) != "typography":
        return "example"
    return "none" if (old.raw, old.raw_examples) == (new.raw, new.raw_examples) else "typography"


def entry_changes(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], links: Sequence[Link]) -> list[EntryChange]:
    """Return what happened to every entry of both versions, each accounted for exactly once; newer order, removed last."""
    pairs = {pair.new: pair.old for pair in links}
    linked = set(pairs.values())
    result: list[EntryChange] = []
    for at, item in enumerate(new):
        if at not in pairs:
            result.append(EntryChange("added", "none", None, at))
            continue
        before = old[pairs[at]]
        # A term has no place but its name: under another name it is reworded.
        kind = "unchanged" if item.kind is Kind.TERM else kind_of_change(before.number, item.number)
        result.append(EntryChange(kind, weight_of_change(before, item), pairs[at], at))
    result += [EntryChange("removed", "none", at, None) for at in range(len(old)) if at not in linked]
    return result
