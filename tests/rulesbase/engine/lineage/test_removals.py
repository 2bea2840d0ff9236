"""Entries without a link: titles continue by subject, references are no successor, and removals state their odds."""

import pytest

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import FoldedEntry, Link
from rulesbase.engine.lineage.relations import Removal
from rulesbase.engine.lineage.successors import BothVersions, SuccessorSearch
from rulesbase.engine.nodes import Kind
from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book
from tests.rulesbase.engine.made_up import Author

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


@pytest.mark.parametrize(
    ("before", "after", "letters", "evidence"),
    [
        ("Polish", "Polishing Lanterns and Bells", LETTERS[:2], "2 of 2 rules under it"),
        ("Polish", "Lights of the Harbor", LETTERS[:3], ""),
        ("Polish", "Lights of the Harbor", LETTERS, "4 of 4 rules under it"),
        ("Polish", "Polishing Lanterns and Bells", LETTERS[:1], ""),
    ],
    ids=["the same subject", "another subject", "another subject with all of four rules", "one rule under it"],
)
def test_a_title_continues_over_its_rules(before: str, after: str, letters: tuple[str, ...], evidence: str) -> None:
    """A title lives on in one of its subject with half of its rules (two at least), or in one with nearly all."""
    found = lineage(rules("501.7", before, letters), rules("701.15", after, letters))
    assert [pair for pair in found.links if pair.old == 0] == ([Link(0, 0, 0.8, evidence)] if evidence else [])
    assert found.removals == ([] if evidence else [Removal(0, 0.8, ())])


def test_a_mere_reference_is_no_successor() -> None:
    """An entry that only refers to other rules has nothing of an old entry."""
    text = 'See rule 504, "Polishing Lanterns," for more information.'
    old = rules("501.7", text, ())
    new = [*rules("601.2", text, ()), *rules("701.1", "Polishing lanterns is described here.", ())]
    assert [one.at for one in SuccessorSearch(BothVersions(old, new, [0]), {}).candidates(0)] == [1]


ALONE = "A lamp burns alone if it is lit and no other lamp of the harbour was lit within the same hour."
SEEN = "Two sailors light three lamps at dusk and the mate counts every one of them."
OLD = ("801 Lamps", f"801.1 {LANTERN}", f"801.2 {ALONE}", f"801.3 {TIDE}")
FEWER = "alone A lamp burns alone if no other was lit within the hour. See rule 801.2."
# Enough entries to show which words are rare.
OTHERS = Author(7, 260).items()


def entries(*lines: str) -> list[FoldedEntry]:
    """Return entries of lines such as ``805.1 Text``, a term for ``alone Text``, and others behind them."""
    made = [
        one._replace(kind=Kind.TERM, heading="Burns Alone", text=one.heading) if one.number == "alone" else one
        for one in book(*lines)
    ]
    return [*made, *OTHERS]


def outcome(old: list[FoldedEntry], new: list[FoldedEntry]) -> str:
    """Return what became of the second entry behind the heading."""
    found = lineage(old, new)
    removals = [f"gone {gone.confidence}" for gone in found.removals]
    near = [one for gone in found.removals for one in gone.nearest]
    removals += [f"near {new[one.at].number} {one.probability}: {', '.join(one.words)}" for one in near]
    merges = [f"{one.relation} {new[one.new[0]].number} {one.confidence}: {one.evidence}" for one in found.relations]
    links = [f"{new[one.new].number} {one.confidence}: {one.evidence}" for one in found.links if one.old == 2]
    return "; ".join((*links, *merges, *removals))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # A glossary term has all of its words; or it had them before, so the rule to which it refers goes on.
        ([], [f"alone {ALONE}"], "glossary alone 0.995: 100 % of its words: alone, and, burns, hour"),
        (
            [FEWER],
            ["805.1 A lamp that burns alone was of use to sailors.", f"alone {ALONE} See rule 805.1."],
            "805.1 0.561: 33 % of its words: alone, burns, lamp, was; also alone",
        ),
        # Another rule had it already.
        (
            [f"805.1 {ALONE} {ROPE}"],
            [f"805.1 {ALONE} {ROPE}"],
            "duplicate 805.1 0.572: 100 % of its words: alone, and, burns, hour",
        ),
        (
            [],
            ["805.1 A net.", "805.2 The harbour is closed within an hour, and nobody may enter."],
            "gone 0.64; near 805.2 0.32: and, hour, within, harbour",
        ),
        ([], ["805.1 Sheep graze on the northern hills until somebody calls them."], "gone 0.863"),
    ],
)
def test_what_became_of_a_rule_is_reported_with_its_evidence(
    before: list[str], after: list[str], expected: str
) -> None:
    assert outcome(entries(*OLD, *before), entries(*OLD[:2], OLD[3].replace("3", "2"), *after)) == expected


def test_a_rule_goes_on_where_its_example_is() -> None:
    old, new = ([FoldedEntry.made(f"80{at}.2", Kind.RULE, "", text, [SEEN])] for at, text in ((1, BELL), (5, ROPE)))
    found = lineage([*old, *OTHERS], [*new, *OTHERS])
    assert found.links[0] == Link(0, 0, 0.981, "8 % of its words: and, at, counts, dusk")
