"""Entries of files as the engines take them."""

from pathlib import Path

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import RuleNode
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.text.normalize import fold_number


def nodes_of(path: Path) -> tuple[RuleNode, ...]:
    """Return all entries and terms of a file."""
    text = read_source(path.read_bytes(), path.name)
    return text.entries + text.glossary


def version_entry(node: RuleNode, rule: int) -> VersionEntry:
    """Return an entry as its stored row would give it."""
    examples = tuple(example.text for example in node.examples)
    folded = fold_number(node.heading, node.text)
    return VersionEntry(rule, node.number or f"t{rule}", node.kind, node.heading, node.text, examples, folded)
