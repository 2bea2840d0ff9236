"""The archive in memory: parsed, linked version by version, each entry with the key of its Rule."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.nodes import RuleNode
from tests.support.nodes import nodes_of, version_entry


class Book(NamedTuple):
    """A version: its name and what it says."""

    name: str
    path: Path
    nodes: tuple[RuleNode, ...]

    @classmethod
    def read(cls, path: Path) -> "Book":
        """Parse a file."""
        return cls(path.stem, path, nodes_of(path))


def items_of(nodes: Sequence[RuleNode]) -> list[FoldedEntry]:
    """What linking sees."""
    return [FoldedEntry.of(node) for node in nodes]


class Chain:
    """Rules through versions that follow one another, as importing them in order would make them."""

    def __init__(self, first: Book) -> None:
        self.versions = [first]
        self.rules = [list(range(1, len(first.nodes) + 1))]
        # One for each step: Rules that were split off -> out of which, Rules that ended -> in which.
        self.parts: list[dict[int, int]] = []
        self.ended: list[dict[int, int]] = []
        self._unused = count(len(first.nodes) + 1)

    def follow(self, book: Book, found: Lineage) -> None:
        """Add the next version."""
        old = self.rules[-1]
        new = [0] * len(book.nodes)
        for pair in found.links:
            new[pair.new] = old[pair.old]
        new = [rule or next(self._unused) for rule in new]
        splits = [branch for branch in found.relations if branch.kind == "split"]
        merges = [branch for branch in found.relations if branch.kind == "merge"]
        self.parts.append({new[b]: old[branch.old[0]] for branch in splits for b in branch.new[1:]})
        self.ended.append({old[a]: new[branch.new[0]] for branch in merges for a in branch.old[1:]})
        self.versions.append(book)
        self.rules.append(new)

    def entries(self, at: int) -> list[VersionEntry]:
        """The entries of a version as its stored rows would give them."""
        return [version_entry(node, rule) for node, rule in zip(self.versions[at].nodes, self.rules[at], strict=True)]

    def relatives(self, first: int, last: int) -> tuple[dict[int, int], dict[int, int]]:
        """(came from, went to) between two versions."""
        parts = {new: old for step in self.parts[first:last] for new, old in step.items()}
        ended = {old: new for step in self.ended[first:last] for old, new in step.items()}
        return parts, ended


def chain_of(paths: Sequence[Path]) -> Chain:
    """Parse and link files, oldest first."""
    versions = [Book.read(path) for path in paths]
    chain = Chain(versions[0])
    before = items_of(versions[0].nodes)
    for book in versions[1:]:
        after = items_of(book.nodes)
        chain.follow(book, lineage(before, after))
        before = after
    return chain
