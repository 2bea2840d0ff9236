"""What happened between two versions, entry by entry."""

import pytest

from rulesbase.engine.diff.entry_changes import EntryChange, entry_changes, weight_of_change
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link
from rulesbase.engine.nodes import Kind


def rule(number: str, text: str, *examples: str) -> FoldedEntry:
    return FoldedEntry.made(number, Kind.RULE, "", text, examples)


@pytest.mark.parametrize(
    ("old", "new", "weight"),
    [
        (rule("1.1", "A ferry waits."), rule("1.2", "A ferry waits."), "none"),
        (rule("1.1", "A ferry waits."), rule("1.1", "A ferry swims."), "substance"),
        (rule("1.1", "See rule 100.1."), rule("1.1", "See rule 100.2."), "references"),
        (rule("1.1", "A “ferry” waits."), rule("1.1", 'A "ferry" waits.'), "typography"),
        (rule("1.1", "A ferry.", "It waits."), rule("1.1", "A ferry.", "It swims."), "example"),
        (rule("1.1", "A ferry.", "It waits."), rule("1.1", "A ferry."), "example"),
        (rule("1.1", "A ferry.", "It “waits”."), rule("1.1", "A ferry.", 'It "waits".'), "typography"),
        (rule("1.1", "A ferry.", "It waits."), rule("1.1", "A boat.", "It swims."), "substance"),
        (rule("1.1", "A “ferry”.", "It waits."), rule("1.1", 'A "ferry".', "It swims."), "example"),
    ],
)
def test_an_outcome_has_its_weight(old: FoldedEntry, new: FoldedEntry, weight: str) -> None:
    assert weight_of_change(old, new) == weight


def test_every_entry_is_accounted_for_once() -> None:
    term = FoldedEntry.made("", Kind.TERM, "Ferry", "A boat.", ())
    named = FoldedEntry.made("", Kind.TERM, "Boat", "A boat.", ())
    old = [rule("100.1", "A ferry waits."), rule("100.2", "A toll is due."), term]
    new = [rule("100.1", "A bell rings."), rule("205.1", "A ferry waits."), named]
    links = [Link(0, 1, 1.0, ""), Link(2, 2, 1.0, "")]
    assert entry_changes(old, new, links) == [
        EntryChange("added", "none", None, 0),
        EntryChange("moved", "none", 0, 1),
        EntryChange("unchanged", weight_of_change(term, named), 2, 2),
        EntryChange("removed", "none", 1, None),
    ]
    assert weight_of_change(term, named) == "substance"


def test_a_version_without_entries_adds_or_removes_all_of_the_other() -> None:
    entries = [rule("100.1", "A ferry waits.")]
    assert entry_changes([], entries, []) == [EntryChange("added", "none", None, 0)]
    assert entry_changes(entries, [], []) == [EntryChange("removed", "none", 0, None)]
