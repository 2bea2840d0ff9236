"""Score the weights of changes against 150 that a person judged without seeing the engine's answer.

Columns: old_version, old_number, new_version, new_number, weight. A glossary term stands by its name. The pairs were
drawn at random from those that are linked in successive versions and are not equal.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.diff.entry_changes import entry_changes
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.lineage.link import FoldedEntry
from rulesbase.engine.lineage.splits_and_merges import lineage
from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.parsing.parse import read_source

TABLE = Path(__file__).with_name("weights.csv")


class Disagreement(NamedTuple):
    """A pair that the engine weighs otherwise: in a comparison, and in the stored changes."""

    place: str
    expected: str
    compared: str
    stored: str


class Agreement(NamedTuple):
    """The pairs weighed alike, the pairs whose versions are at hand, and the others of these."""

    right: int
    total: int
    disagreements: list[Disagreement]


def entry_of(node: RuleNode, rule: int) -> VersionEntry:
    """Return an entry as a comparison takes it."""
    examples = tuple(example.text for example in node.examples)
    return VersionEntry(rule, node.number, node.kind, node.heading, node.text, examples)


def place_of(node: RuleNode) -> str:
    """Return the number of a rule, or the term."""
    return node.heading if node.kind is Kind.TERM else node.number


@cache
def nodes_of(path: Path) -> list[RuleNode]:
    """Return all entries of a version."""
    text = read_source(path.read_bytes(), path.name)
    return [*text.entries, *text.glossary]


def weights(old: Sequence[RuleNode], new: Sequence[RuleNode]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the weights of all linked pairs of two versions, by their places: in a comparison and as stored."""
    before, after = [FoldedEntry.of(node) for node in old], [FoldedEntry.of(node) for node in new]
    links = lineage(before, after).links
    stored = {(one.old, one.new): one.weight for one in entry_changes(before, after, links)}
    rules = {link.new: link.old + 1 for link in links}
    compared = {
        (change.old_at[0], change.new_at[0]): change.weight
        for change in compare(
            [entry_of(node, at + 1) for at, node in enumerate(old)],
            [entry_of(node, rules.get(at, -1 - at)) for at, node in enumerate(new)],
            {},
            {},
        ).changes
        if change.item != "example" and change.old_at and change.new_at
    }
    return {
        (place_of(old[link.old]), place_of(new[link.new])): (
            compared.get((link.old, link.new), "none"),
            stored[link.old, link.new],
        )
        for link in links
    }


def agreement(folder: Path, rows: Sequence[Mapping[str, str]]) -> Agreement:
    """Weigh every row whose two versions are at hand. Raise KeyError for a pair that is not linked."""
    found: dict[tuple[str, str], dict[tuple[str, str], tuple[str, str]]] = {}
    total = 0
    disagreements: list[Disagreement] = []
    for row in rows:
        versions = row["old_version"], row["new_version"]
        paths = [folder / f"{version}.txt" for version in versions]
        if not all(path.exists() for path in paths):
            continue
        total += 1
        if versions not in found:
            found[versions] = weights(*map(nodes_of, paths))
        compared, stored = found[versions][row["old_number"], row["new_number"]]
        if not compared == stored == row["weight"]:
            place = f"{row['old_number']}@{versions[0]} -> {row['new_number']}@{versions[1]}"
            disagreements.append(Disagreement(place, row["weight"], compared, stored))
    return Agreement(total - len(disagreements), total, disagreements)
