"""Corrections on a lineage with splits and merges: positions in, positions out."""

import pytest

from rulesbase.engine.lineage.match_entries import Link
from rulesbase.engine.lineage.relations import Lineage, RuleRelation
from rulesbase.lineage.apply_corrections import LocatedCorrection, apply_corrections

# 0 goes on as 0 and was cut in 0, 1 and 2; 3 goes on as 3 and takes 4 and 5 in; 6 goes on as 6.
FOUND = Lineage(
    [Link(0, 0, 0.8, "80 % alike"), Link(3, 3, 0.7), Link(6, 6, 1.0)],
    [RuleRelation("split", (0,), (0, 1, 2), 0.9), RuleRelation("merge", (3, 4, 5), (3,), 0.6)],
    [],
)


def after(
    *corrections: tuple[str, int, int],
) -> tuple[set[tuple[int, int]], set[tuple[str, tuple[int, ...], tuple[int, ...]]]]:
    """Return the links and the branches, without confidences."""
    corrected = apply_corrections(FOUND, [LocatedCorrection(*one, "why") for one in corrections])
    return {(pair.old, pair.new) for pair in corrected.links}, {branch[:3] for branch in corrected.relations}


SPLIT = ("split", (0,), (0, 1, 2))
MERGE = ("merge", (3, 4, 5), (3,))


@pytest.mark.parametrize(
    ("corrections", "links", "branches"),
    [
        # A link that is there is only made sure.
        (("same", 0, 0), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
        # Another part is the main one; the former one is a part.
        (("same", 0, 1), {(0, 1), (3, 3), (6, 6)}, {("split", (0,), (1, 0, 2)), MERGE}),
        # The successor is none of the parts: the parts stay, the former successor is free.
        (("same", 0, 7), {(0, 7), (3, 3), (6, 6)}, {("split", (0,), (7, 1, 2)), MERGE}),
        # A part goes to another rule, and a successor with it.
        (("same", 6, 2), {(0, 0), (3, 3), (6, 2)}, {("split", (0,), (0, 1)), MERGE}),
        (("same", 6, 0), {(3, 3), (6, 0)}, {MERGE}),
        # A partner is the main one; a stranger is; a partner goes on as another.
        (("same", 4, 3), {(0, 0), (4, 3), (6, 6)}, {SPLIT, ("merge", (4, 3, 5), (3,))}),
        (("same", 7, 3), {(0, 0), (7, 3), (6, 6)}, {SPLIT, ("merge", (7, 4, 5), (3,))}),
        (("same", 5, 6), {(0, 0), (3, 3), (5, 6)}, {SPLIT, ("merge", (3, 4), (3,))}),
        (("same", 3, 6), {(0, 0), (3, 6)}, {SPLIT}),
        (("apart", 6, 6), {(0, 0), (3, 3)}, {SPLIT, MERGE}),
        (("apart", 0, 0), {(3, 3), (6, 6)}, {MERGE}),
        (("apart", 0, 1), {(0, 0), (3, 3), (6, 6)}, {("split", (0,), (0, 2)), MERGE}),
        (("apart", 4, 3), {(0, 0), (3, 3), (6, 6)}, {SPLIT, ("merge", (3, 5), (3,))}),
        (("apart", 6, 0), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
        (("split", 6, 7), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE, ("split", (6,), (6, 7))}),
        (("split", 6, 2), {(0, 0), (3, 3), (6, 6)}, {("split", (0,), (0, 1)), MERGE, ("split", (6,), (6, 2))}),
        (("split", 6, 3), {(0, 0), (6, 6)}, {SPLIT, ("split", (6,), (6, 3))}),
        # Neither has a main part to stand beside.
        (("split", 6, 6), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
        (("split", 7, 7), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
        (("merge", 7, 6), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE, ("merge", (6, 7), (6,))}),
        (("merge", 5, 6), {(0, 0), (3, 3), (6, 6)}, {SPLIT, ("merge", (3, 4), (3,)), ("merge", (6, 5), (6,))}),
        (("merge", 0, 6), {(3, 3), (6, 6)}, {MERGE, ("merge", (6, 0), (6,))}),
        (("merge", 6, 6), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
        (("merge", 6, 7), {(0, 0), (3, 3), (6, 6)}, {SPLIT, MERGE}),
    ],
)
def test_a_correction_changes_links_and_branches(
    corrections: tuple[str, int, int],
    links: set[tuple[int, int]],
    branches: set[tuple[str, tuple[int, ...], tuple[int, ...]]],
) -> None:
    assert after(corrections) == (links, branches)
