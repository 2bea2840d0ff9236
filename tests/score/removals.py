"""Removals judged by hand: did the rule live on, and where?

Columns: old_version, old_number, new_version, successors; terms stand by their names. Several right successors are
joined by a plus; none means that the rule is gone.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import Kind
from tests.score.inputs import rows_of
from tests.support.nodes import nodes_of

TABLE = Path(__file__).with_name("removals.csv")


class Judgement(NamedTuple):
    """What the engine found: the successors, none if the rule is gone, its confidence, and whether that is right."""

    row: dict[str, str]
    found: str
    confidence: float
    right: bool


def name(item: FoldedEntry) -> str:
    """Return the number of an entry, or the term."""
    return item.heading if item.kind is Kind.TERM else item.number


def judged(folder: Path, rows: Iterable[dict[str, str]]) -> list[Judgement]:
    """Ask every row whose two versions are at hand and follow each other there."""
    by_pair: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        by_pair[row["old_version"], row["new_version"]].append(row)
    found: list[Judgement] = []
    for (before, after), asked in sorted(by_pair.items()):
        paths = folder / f"{before}.txt", folder / f"{after}.txt"
        if all(path.exists() for path in paths):
            old, new = ([FoldedEntry.of(node) for node in nodes_of(path)] for path in paths)
            found += _between(old, new, asked)
    return found


def _between(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry], rows: list[dict[str, str]]) -> list[Judgement]:
    linked = lineage(old, new)
    went: dict[int, tuple[str, float]] = {}
    for relation in linked.relations:
        for a in relation.old:
            went[a] = "+".join(name(new[b]) for b in relation.new), relation.confidence
    went |= {pair.old: (name(new[pair.new]), pair.confidence) for pair in linked.links}
    went |= {removal.old: ("", removal.confidence) for removal in linked.removals}
    at = {name(item): position for position, item in enumerate(old)}
    found: list[Judgement] = []
    for row in rows:
        says, sure = went[at[row["old_number"]]]
        wanted = set(filter(None, row["successors"].split("+")))
        right = bool(wanted & set(says.split("+"))) if wanted else not says
        found.append(Judgement(row, says, sure, right))
    return found


def calibration_error(statements: Sequence[Judgement]) -> float:
    """Return the expected calibration error (0 to 1): confidence against the share of right ones, by tenths."""
    tenths: defaultdict[int, list[Judgement]] = defaultdict(list)
    for one in statements:
        tenths[min(9, int(one.confidence * 10))].append(one)
    apart = (abs(sum(one.confidence - one.right for one in some)) for some in tenths.values())
    return sum(apart) / (len(statements) or 1)


def print_removals(corpus: Path) -> None:
    """Print where the engine is wrong about removals, how often it is right, and its calibration error."""
    found = judged(corpus / "cr" / "en", rows_of(TABLE))
    for one in found:
        if not one.right:
            row = one.row
            print(
                f"removal {row['old_number']}@{row['old_version']}: by hand {row['successors'] or 'gone'},"
                f" found {one.found or 'gone'} ({one.confidence:.2f})"
            )
    right = sum(one.right for one in found)
    print(f"removals {right} of {len(found)} = {100 * right / (len(found) or 1):.1f} %")
    print(f"calibration error {100 * calibration_error(found):.1f} points")
