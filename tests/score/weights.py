"""The weights of changes against 150 that a person weighed, without seeing what the engine says.

Columns: old_version, old_number, new_version, new_number, weight. A glossary term stands there by its name. The
pairs were drawn by chance from those that are linked in successive versions and are not equal.
"""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.diff.change_kind import weight_of_change
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.lineage.link import FoldedEntry
from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.parsing.parse import read_source

TABLE = Path(__file__).with_name("weights.csv")


class Disagreement(NamedTuple):
    """A pair that the engine weighs otherwise: what compares any two versions, and what tells of successive ones."""

    asked: str
    wanted: str
    compared: str
    told: str


class Agreement(NamedTuple):
    """Pairs that were weighed alike, pairs whose versions are at hand, and the others of these."""

    right: int
    asked: int
    disagreements: list[Disagreement]


def leaf_of(node: RuleNode, rule: int) -> VersionEntry:
    """The entry as comparing takes it."""
    examples = tuple(example.text for example in node.examples)
    return VersionEntry(rule, node.number, node.kind, node.heading, node.text, examples)


def weight_compared(old: RuleNode, new: RuleNode) -> str:
    """The weight that the comparison of the two gives the rule, heading or term itself."""
    changes = compare([leaf_of(old, 1)], [leaf_of(new, 1)], {}, {}).changes
    return next((change.weight for change in changes if change.item != "example"), "none")


def places(folder: Path, version: str) -> dict[str, RuleNode]:
    """Number or term -> entry, of one version."""
    path = folder / f"{version}.txt"
    text = read_source(path.read_bytes(), path.name)
    return {node.heading if node.kind is Kind.TERM else node.number: node for node in text.glossary + text.entries}


def agreement(folder: Path, rows: Sequence[Mapping[str, str]]) -> Agreement:
    """Weigh every row whose two versions are at hand. Raises KeyError for a place that a version has not."""
    dates = sorted({row[name] for row in rows for name in ("old_version", "new_version")})
    versions = {version: places(folder, version) for version in dates if (folder / f"{version}.txt").exists()}
    asked = 0
    found: list[Disagreement] = []
    for row in rows:
        if row["old_version"] not in versions or row["new_version"] not in versions:
            continue
        asked += 1
        old, new = versions[row["old_version"]][row["old_number"]], versions[row["new_version"]][row["new_number"]]
        compared, told = weight_compared(old, new), weight_of_change(FoldedEntry.of(old), FoldedEntry.of(new))
        if not compared == told == row["weight"]:
            places_named = f"{row['old_number']}@{row['old_version']} -> {row['new_number']}@{row['new_version']}"
            found.append(Disagreement(places_named, row["weight"], compared, told))
    return Agreement(asked - len(found), asked, found)


def read_table(table: Path = TABLE) -> list[dict[str, str]]:
    """The rows of the table."""
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
