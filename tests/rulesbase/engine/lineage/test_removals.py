"""Entries without a link: titles continue by subject, references are no successor, and removals state their odds."""

import pytest

from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.lineage.splits_and_merges import lineage
from rulesbase.engine.lineage.successors import BothVersions, SuccessorSearch
from rulesbase.engine.nodes import Kind

LETTERS = (
    "To polish a lantern, turn its glass from a dull position to a bright one.",
    "Only lanterns that stand in the harbor may be polished by their keepers.",
    "A keeper who polishes two lanterns at once chooses which of them shines first.",
    "Polish that was spilled on the pier is swept into the sea before the tide turns.",
)


def rules(number: str, title: str, letters: tuple[str, ...] = LETTERS) -> list[FoldedEntry]:
    """Return a rule that is the title of its letters."""
    made = [FoldedEntry.made(number, Kind.RULE, "", title, ())]
    return made + [
        FoldedEntry.made(f"{number}{letter}", Kind.SUBRULE, "", text, ())
        for letter, text in zip("abcd", letters, strict=False)
    ]


def went(found: Lineage) -> bool:
    """Return whether the first old entry lives on in the first new one."""
    return any(pair.old == 0 == pair.new for pair in found.links)


@pytest.mark.parametrize(
    ("before", "after", "letters", "lives"),
    [
        ("Polish", "Polishing Lanterns and Bells", LETTERS, True),
        ("Polish", "Lights of the Harbor", LETTERS[:3], False),
        ("Polish", "Lights of the Harbor", LETTERS, True),
        ("Polish", "Polishing Lanterns and Bells", LETTERS[:1], False),
    ],
    ids=["the same subject", "another subject", "another subject with all of four rules", "one rule under it"],
)
def test_a_title_continues_over_its_rules(before: str, after: str, letters: tuple[str, ...], lives: bool) -> None:
    """A title lives on in one of its subject with half of its rules (two at least), or in one with nearly all."""
    found = lineage(rules("501.7", before, letters), rules("701.15", after, letters))
    assert went(found) is lives


def test_a_mere_reference_is_no_successor() -> None:
    """An entry that only refers to other rules has nothing of an old entry."""
    text = 'See rule 504, "Polishing Lanterns," for more information.'
    old = rules("501.7", text, ())
    new = [*rules("601.2", text, ()), *rules("701.1", "Polishing lanterns is described here.", ())]
    assert [one.at for one in SuccessorSearch(BothVersions(old, new, [0]), {}).candidates(0)] == [1]


def test_a_removal_is_as_sure_as_removals_judged_by_hand() -> None:
    """Even where nothing is alike, a removal is not certain."""
    old = rules("501", LETTERS[0], ())
    [removal] = lineage(old, rules("701", "Sheep graze on the northern hills until the evening bell.", ())).removals
    assert 0.5 <= removal.confidence <= 0.87
