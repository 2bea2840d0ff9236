"""Chapters and sections follow their rules."""

import pytest

from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book, links, relations

TOWER = "A tower without a watchman is counted among the ruins until somebody climbs it again."
HARBOUR = ("1 The Harbour", "101 Lanterns", f"101.1 {LANTERN}", f"101.2 {TIDE}", "102 Bells", f"102.1 {BELL}")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            HARBOUR,
            (
                "1 The Coast",
                "101 Sails",
                "102 Bells",
                f"102.1 {BELL}",
                "103 Light",
                f"103.1 {LANTERN}",
                f"103.2 {TIDE}",
            ),
            {"1": "1", "101": "103", "102": "102"},
            id="another title and another number",
        ),
        pytest.param(
            ("1 The Harbour", "100 General", f"100.1 {LANTERN}", "2 The Hill", "200 General", f"200.1 {BELL}"),
            (
                "1 Boats",
                "100 General",
                f"100.1 {ROPE}",
                "2 The Harbour",
                "200 General",
                f"200.1 {LANTERN}",
                "3 The Hill",
                "300 General",
                f"300.1 {BELL}",
            ),
            {"1": "2", "100": "200", "2": "3", "200": "300"},
            id="one title over many chapters",
        ),
        pytest.param(
            (
                "1 The Harbour",
                "101 Lanterns and oil",
                f"101.1 {LANTERN}",
                f"101.2 {TIDE}",
                "102 Bells",
                f"102.1 {BELL}",
            ),
            (
                "1 The Harbour",
                "102 Bells",
                f"102.1 {BELL}",
                "103 Lanterns, oil",
                f"103.1 {LANTERN}",
                f"103.2 {TOWER}",
                f"103.3 {ROPE}",
                "103.4 Sailors never whistle at sea while wind blows out of the cold north, nor sing for the drowned.",
            ),
            {"1": "1", "101": "103", "102": "102"},
            id="half of the old text under a title that is alike",
        ),
        pytest.param(
            HARBOUR,
            (
                "1 The Harbour",
                "101 Lanterns",
                f"101.1 {TOWER}",
                "102 Bells",
                f"102.1 {BELL}",
                "103 Night",
                f"103.1 {LANTERN}",
                f"103.2 {TIDE}",
            ),
            {"1": "1", "101": "103", "102": "102"},
            id="a stranger under the old title",
        ),
        pytest.param(
            HARBOUR,
            (
                "1 The Harbour",
                "101 Lanterns",
                f"101.1 {LANTERN}",
                "102 Bells",
                f"102.1 {BELL}",
                "103 Tides",
                f"103.1 {TIDE}",
            ),
            {"1": "1", "101": "101", "102": "102"},
            id="a part that got a chapter of its own is new",
        ),
        pytest.param(
            (*HARBOUR, "2 The Hill", "201 Ropes", f"201.1 {ROPE}"),
            (
                "1 The Harbour",
                "102 Bells",
                f"102.1 {BELL}",
                f"102.2 {TIDE}",
                "2 The Hill",
                "201 Ropes",
                f"201.1 {ROPE}",
                "202 Lanterns",
                f"202.1 {TOWER}",
            ),
            {"1": "1", "101": "202", "102": "102", "2": "2", "201": "201"},
            id="a title that no other has, in another section over other rules",
        ),
        pytest.param(
            (
                *("1 The Harbour", "101 Bells and ropes", "102 Lanterns", f"102.1 {LANTERN}"),
                *("2 The Hill", "201 Bells and ropes", "202 Towers", f"202.1 {TOWER}"),
            ),
            (
                *("1 The Harbour", "101 Bells and rope", "102 Lanterns", f"102.1 {LANTERN}", "105 Bells and ropes"),
                *("2 The Hill", "202 Towers", f"202.1 {TOWER}"),
            ),
            {"1": "1", "101": "105", "102": "102", "2": "2", "202": "202"},
            id="without rules, the same title in the same section before a like one at the same number",
        ),
        pytest.param(
            ("101 Lanterns", f"101.1 {LANTERN}"), ("101 Sails", f"101.1 {TOWER}"), {}, id="the number alone is nothing"
        ),
    ],
)
def test_links(old: tuple[str, ...], new: tuple[str, ...], expected: dict[str, str]) -> None:
    found = links(book(*old), book(*new))
    assert {before: after for before, after in found.items() if "." not in before} == expected
    back = links(book(*new), book(*old))
    assert {after: before for before, after in back.items() if "." not in before} == expected


def test_a_chapter_whose_rules_went_under_another_is_merged() -> None:
    new = ("1 The Harbour", "101 Lanterns", f"101.1 {LANTERN}", f"101.2 {TIDE}", f"101.3 {BELL}")
    assert relations(book(*HARBOUR), book(*new)) == [("merge", ["101", "102"], ["101"])]
    assert links(book(*HARBOUR), book(*new)) == {
        "1": "1",
        "101": "101",
        "101.1": "101.1",
        "101.2": "101.2",
        "102.1": "101.3",
    }


def test_a_rule_goes_on_in_the_longer_one_that_has_all_its_words() -> None:
    old = book("201 Towers", f"201.1 {TIDE}", f"201.2 {BELL}")
    more = "Those who climb at night carry a horn, and a guard who hears it three times in a row lets down the net."
    new = book("201 Towers", f"201.1 {TIDE}", f"201.2 {more} {ROPE} {BELL} {LANTERN}")
    assert links(old, new)["201.2"] == "201.2"


def test_a_chapter_that_got_part_of_another_one_is_split_off() -> None:
    new = (*HARBOUR[:3], "102 Bells", f"102.1 {BELL}", "103 Tides", f"103.1 {TIDE}", "103.2 Ebb and flood take turns.")
    assert relations(book(*HARBOUR), book(*new)) == [("split", ["101"], ["101", "103"])]
    # Read backwards it went into that one.
    assert relations(book(*new), book(*HARBOUR)) == [("merge", ["101", "103"], ["101"])]


def test_a_chapter_that_got_little_of_another_one_is_new() -> None:
    more = [f"103.{at} {text}" for at, text in enumerate((TOWER, ROPE, f"{TOWER} {ROPE}"), 2)]
    new = (*HARBOUR[:3], "102 Bells", f"102.1 {BELL}", "103 Tides", f"103.1 {TIDE}", *more)
    assert relations(book(*HARBOUR), book(*new)) == []


def test_a_chapter_that_was_cut_up_ends_in_all_its_parts() -> None:
    lost = "Nets are mended where they were torn, and by those with the longest needle at that hour of the night."
    old = ("1 The Harbour", "101 Things", f"101.1 {LANTERN}", f"101.2 {TIDE}", f"101.3 {lost}", "102 Bells")
    new = ("1 The Harbour", "201 Light", f"201.1 {LANTERN}", "202 Water", f"202.1 {TIDE}", "203 Bells")
    assert relations(book(*old), book(*new)) == [("split", ["101"], ["201", "202"])]
    assert "101" not in links(book(*old), book(*new))
    # With one part alone it became that part, or nothing.
    assert relations(book(*old), book(*new[:3])) == []
