"""Rules that were merged into one beside them, or into one that they pointed at, though in other words."""

import pytest

from rulesbase.engine.lineage.lineage import lineage
from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book, links, relations

# Two ways of saying one thing; neither is enough like the other to be known by its words alone.
PIER = "A boat at the pier with a torn sail is mended before any other boat may leave the pier."
MENDED = "An owner of a boat at the pier with a torn sail has it mended before it may leave again, and pays."
GULLS = "Gulls that rest on masts count as cargo of the smallest vessel beneath their feathers."


ONE = "201.1 " + GULLS + " " + MENDED
NEW = ["201 Towers", ONE + " " + ROPE, "201.2 " + TIDE, "201.3 " + BELL]


@pytest.mark.parametrize(
    ("second", "third", "merged"),
    [(PIER, TIDE, "201.2"), (TIDE, PIER + " See rule 201.1.", "201.3"), (TIDE, PIER, "201.3")],
    ids=["beside it", "pointing at it", "far away and pointing nowhere"],
)
def test_merged_into_another_rule(second: str, third: str, merged: str) -> None:
    old = book("201 Towers", ONE, "201.2 " + second, "201.3 " + third, "201.4 " + BELL)
    stays = "201.3" if merged == "201.2" else "201.2"
    assert links(old, book(*NEW)) == {"201": "201", "201.1": "201.1", stays: "201.2", "201.4": "201.3"}
    assert relations(old, book(*NEW)) == [("merge", ["201.1", merged], ["201.1"])]


KEEL = "Gulls on a keel that is cracked are counted with the wreck until the tide takes it away."
HULLS = "Two boats are alike if all their planks are alike."
SHARED = "If a boat has several planks, it is alike to another boat if both of these boats have a plank in common."
ALIKE = (
    "Two or more boats are alike if both of these boats have a plank in common, also where a boat has several planks."
    " A boat without planks is not alike to another boat, such as another boat without planks."
)


def test_merged_into_the_one_that_took_its_place() -> None:
    old = book("201 Boats", "201.1 " + KEEL, "201.2 " + HULLS, "201.3 " + SHARED, "201.4 " + TIDE)
    new = book("201 Boats", "201.1 " + KEEL, "201.2 " + ALIKE, "201.3 " + TIDE)
    assert relations(old, new) == [("merge", ["201.3", "201.2"], ["201.2"])]


@pytest.mark.parametrize("wholes", [[LANTERN], [LANTERN, ROPE], []])
def test_empty_versions_and_all_new_ones(wholes: list[str]) -> None:
    items = book(*(f"201.{at} {text}" for at, text in enumerate(wholes, 1)))
    assert lineage([], items) == ([], [], [])
    removed = lineage(items, [])
    assert (removed.links, removed.relations) == ([], [])
    assert [removal.old for removal in removed.removals] == list(range(len(wholes)))


EACH = (
    "When the regatta of the {} begins, each {} owner moves the pennants from the long quay to the short quay"
    " and dries them."
)


def test_two_that_reported_one_thing_of_two_became_one_of_all() -> None:
    sloop, barge = EACH.format("sloops", "sloop"), EACH.format("barges", "barge")
    ship = EACH.format("fleet", "captain or ship")
    old = book("201 Boats", "201.1 " + KEEL, "201.1a " + sloop, "201.1b " + GULLS, "201.1c " + barge, "201.2 " + TIDE)
    new = book("201 Boats", "201.1 " + KEEL, "201.1a " + ship, "201.1b " + GULLS, "201.2 " + TIDE)
    assert relations(old, new) == [("merge", ["201.1a", "201.1c"], ["201.1a"])]
    # It still speaks of sloops alone: the part on barges was removed.
    new[2] = book("201.1a " + sloop.replace("moves the", "moves all the"))[0]
    assert relations(old, new) == []
