"""What happened between two versions, entry by entry."""

import pytest

from rulesbase.engine.diff.change_kind import Outcome, kind_of_change, outcomes, weight_of_change
from rulesbase.engine.lineage.link import Item, Link
from rulesbase.engine.nodes import Kind


def rule(number: str, text: str, *examples: str) -> Item:
    return Item.made(number, Kind.RULE, "", text, examples)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("201.3", "201.3", "unchanged"),
        ("201.3", "201.4a", "renumbered"),
        ("201.3", "205.3", "moved"),
        ("201", "205", "renumbered"),
        ("2", "3", "renumbered"),
        ("201", "205.3", "moved"),
        ("205.3", "201", "moved"),
    ],
)
def test_kinds(old: str, new: str, kind: str) -> None:
    assert kind_of_change(old, new) == kind


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
def test_weights(old: Item, new: Item, weight: str) -> None:
    assert weight_of_change(old, new) == weight


def test_every_entry_is_accounted_for_once() -> None:
    term = Item.made("", Kind.TERM, "Ferry", "A boat.", ())
    named = Item.made("", Kind.TERM, "Boat", "A boat.", ())
    old = [rule("100.1", "A ferry waits."), rule("100.2", "A toll is due."), term]
    new = [rule("100.1", "A bell rings."), rule("205.1", "A ferry waits."), named]
    links = [Link(0, 1, 1.0, ""), Link(2, 2, 1.0, "")]
    assert outcomes(old, new, links) == [
        Outcome("added", "none", None, 0),
        Outcome("moved", "none", 0, 1),
        Outcome("unchanged", weight_of_change(term, named), 2, 2),
        Outcome("removed", "none", 1, None),
    ]
    assert weight_of_change(term, named) == "substance"


def test_figures_that_differ_are_references_only_where_they_are_of_rules() -> None:
    pairs = [("See rule 100.1.", "See rule 205.3a."), ("Pay 3 coins.", "Pay 4 coins."), ("See 100.1 x", "See 100.2 y")]
    assert [weight_of_change(rule("1.1", old), rule("1.1", new)) for old, new in pairs] == [
        "references",
        "substance",
        "substance",
    ]
