"""Score the weights of changes against 150 that a person judged without seeing the engine's answer.

Columns: old_version, old_number, new_version, new_number, weight. A glossary term stands by its name. The pairs were
drawn at random from those that are linked in successive versions and are not equal.
"""

from collections.abc import Sequence
from pathlib import Path

from rulesbase.engine.diff.entry_changes import entry_changes
from rulesbase.engine.diff.versions import compare
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import RuleNode
from tests.score.inputs import rows_of
from tests.score.removals import name
from tests.support.nodes import nodes_of, version_entry

TABLE = Path(__file__).with_name("weights.csv")


def weights(old: Sequence[RuleNode], new: Sequence[RuleNode]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the weights of all linked pairs of two versions, by their places: in a comparison and as stored."""
    before, after = ([FoldedEntry.of(node) for node in nodes] for nodes in (old, new))
    links = lineage(before, after).links
    stored = {(one.old, one.new): one.weight for one in entry_changes(before, after, links)}
    rules = {link.new: link.old + 1 for link in links}
    compared = {
        (change.old_at[0], change.new_at[0]): change.weight
        for change in compare(
            [version_entry(node, at + 1) for at, node in enumerate(old)],
            [version_entry(node, rules.get(at, -1 - at)) for at, node in enumerate(new)],
            {},
            {},
        ).changes
        if change.item != "example" and change.old_at and change.new_at
    }
    return {
        (name(before[link.old]), name(after[link.new])): (
            compared.get((link.old, link.new), "none"),
            stored[link.old, link.new],
        )
        for link in links
    }


def print_weights(corpus: Path) -> None:
    """Print where changes weigh other than by hand, and how often they agree. Raise KeyError for an unlinked pair."""
    found: dict[tuple[str, str], dict[tuple[str, str], tuple[str, str]]] = {}
    total = right = 0
    for row in rows_of(TABLE):
        versions = row["old_version"], row["new_version"]
        paths = [corpus / "cr" / "en" / f"{version}.txt" for version in versions]
        if not all(path.exists() for path in paths):
            continue
        if versions not in found:
            found[versions] = weights(*map(nodes_of, paths))
        compared, stored = found[versions][row["old_number"], row["new_number"]]
        total, right = total + 1, right + (compared == stored == row["weight"])
        if not compared == stored == row["weight"]:
            place = f"{row['old_number']}@{versions[0]} -> {row['new_number']}@{versions[1]}"
            print(f"weight {place}: by hand {row['weight']}, compared {compared}, stored {stored}")
    print(f"weights {right} of {total} = {100 * right / max(1, total):.1f} %, target 97 %")
