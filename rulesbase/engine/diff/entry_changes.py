"""The change of each entry between two versions: kind (of its number) and weight (of its words)."""

from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.diff.change_weight import coarse_weight
from rulesbase.engine.diff.versions import kind_of_change
from rulesbase.engine.diff.wording_only import is_same_name, wording_changes
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link


class EntryChange(NamedTuple):
    """The change of one entry; ``old`` and ``new`` are its positions, None where it is in one version only."""

    kind: str
    weight: str
    old: int | None
    new: int | None


def weight_of_change(old: FoldedEntry, new: FoldedEntry) -> str:
    """Return the weight of a change of words; changes of wording alone still count as substance."""
    if (old.heading, old.text) != (new.heading, new.text):
        weight = coarse_weight(old.raw, new.raw)
        if weight != "typography":
            return weight
    if old.examples != new.examples and coarse_weight(old.raw_examples, new.raw_examples) != "typography":
        return "example"
    return "none" if (old.raw, old.raw_examples) == (new.raw, new.raw_examples) else "typography"


def entry_changes(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], links: Sequence[Link]) -> list[EntryChange]:
    """Return the change of every entry of both versions, each exactly once: newer order, removed ones last."""
    pairs = {pair.new: pair.old for pair in links}
    linked = set(pairs.values())
    result: list[EntryChange] = []
    texts: dict[int, tuple[str, str]] = {}
    for at, item in enumerate(new):
        if at not in pairs:
            result.append(EntryChange("added", "none", None, at))
            continue
        before = old[pairs[at]]
        weight = weight_of_change(before, item)
        result.append(EntryChange(kind_of_change(before, item), weight, pairs[at], at))
        if weight == "substance" and is_same_name(before.heading, item.heading):
            texts[at] = before.raw.partition("\n")[2], item.raw.partition("\n")[2]
    result += [EntryChange("removed", "none", at, None) for at in range(len(old)) if at not in linked]
    alone, _patterns = wording_changes(texts, (one.raw for one in old), (one.raw for one in new))
    for at in alone:
        result[at] = result[at]._replace(weight="wording")
    return result
