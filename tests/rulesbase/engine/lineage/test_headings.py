"""Chapters and sections follow their rules."""

import pytest

from rulesbase.engine.lineage.match_entries import FoldedEntry
from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book, links, relations

TOWER = "A tower without a watchman is counted among the ruins until somebody climbs it again."
WHISTLE = "Sailors never whistle at sea while wind blows out of the cold north, nor sing for the drowned."


def chapters(*lines: str) -> list[FoldedEntry]:
    """Return sections and chapters in order; lines without a number are the rules of the chapter before them."""
    numbered: list[str] = []
    chapter, rules = "", 0
    for line in lines:
        if line[0].isdigit():
            chapter, rules = line.partition(" ")[0], 0
            numbered.append(line)
        else:
            rules += 1
            numbered.append(f"{chapter}.{rules} {line}")
    return book(*numbered)


HARBOUR = chapters("1 The Harbour", "101 Lanterns", LANTERN, TIDE, "102 Bells", BELL)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            HARBOUR,
            chapters("1 The Coast", "101 Sails", "102 Bells", BELL, "103 Light", LANTERN, TIDE),
            {"1": "1", "101": "103", "102": "102"},
            id="another title and another number",
        ),
        pytest.param(
            chapters("1 The Harbour", "100 General", LANTERN, "2 The Hill", "200 General", BELL),
            chapters("1 Boats", "100 General", ROPE, "2 The Harbour", "200 General", LANTERN)
            + chapters("3 The Hill", "300 General", BELL),
            {"1": "2", "100": "200", "2": "3", "200": "300"},
            id="one title over many chapters",
        ),
        pytest.param(
            chapters("1 The Harbour", "101 Lanterns and oil", LANTERN, TIDE, "102 Bells", BELL),
            chapters("1 The Harbour", "102 Bells", BELL, "103 Lanterns, oil", LANTERN, TOWER, ROPE, WHISTLE),
            {"1": "1", "101": "103", "102": "102"},
            id="half of the old text under a title that is alike",
        ),
        pytest.param(
            HARBOUR,
            chapters("1 The Harbour", "101 Lanterns", TOWER, "102 Bells", BELL, "103 Night", LANTERN, TIDE),
            {"1": "1", "101": "103", "102": "102"},
            id="a stranger under the old title",
        ),
        pytest.param(
            HARBOUR,
            chapters("1 The Harbour", "101 Lanterns", LANTERN, "102 Bells", BELL, "103 Tides", TIDE),
            {"1": "1", "101": "101", "102": "102"},
            id="a part that got a chapter of its own is new",
        ),
        pytest.param(
            [*HARBOUR, *chapters("2 The Hill", "201 Ropes", ROPE)],
            chapters("1 The Harbour", "102 Bells", BELL, TIDE, "2 The Hill", "201 Ropes", ROPE, "202 Lanterns", TOWER),
            {"1": "1", "101": "202", "102": "102", "2": "2", "201": "201"},
            id="a title that no other has, in another section over other rules",
        ),
        pytest.param(
            chapters("1 The Harbour", "101 Bells and ropes", "102 Lanterns", LANTERN)
            + chapters("2 The Hill", "201 Bells and ropes", "202 Towers", TOWER),
            chapters("1 The Harbour", "101 Bells and rope", "102 Lanterns", LANTERN, "105 Bells and ropes")
            + chapters("2 The Hill", "202 Towers", TOWER),
            {"1": "1", "101": "105", "102": "102", "2": "2", "202": "202"},
            id="without rules, the same title in the same section before a like one at the same number",
        ),
        pytest.param(
            chapters("101 Lanterns", LANTERN), chapters("101 Sails", TOWER), {}, id="the number alone is nothing"
        ),
    ],
)
def test_links(old: list[FoldedEntry], new: list[FoldedEntry], expected: dict[str, str]) -> None:
    found = links(old, new)
    assert {before: after for before, after in found.items() if "." not in before} == expected
    back = links(new, old)
    assert {after: before for before, after in back.items() if "." not in before} == expected


def test_a_chapter_whose_rules_went_under_another_is_merged() -> None:
    new = chapters("1 The Harbour", "101 Lanterns", LANTERN, TIDE, BELL)
    assert relations(HARBOUR, new) == [("merge", ["101", "102"], ["101"])]
    same = {number: number for number in ("1", "101", "101.1", "101.2")}
    assert links(HARBOUR, new) == {**same, "102.1": "101.3"}


def test_a_rule_goes_on_in_the_longer_one_that_has_all_its_words() -> None:
    old = chapters("201 Towers", TIDE, BELL)
    more = "Those who climb at night carry a horn, and a guard who hears it three times in a row lets down the net."
    new = chapters("201 Towers", TIDE, f"{more} {ROPE} {BELL} {LANTERN}")
    assert links(old, new)["201.2"] == "201.2"


def with_tides(*texts: str) -> list[FoldedEntry]:
    """Return the harbour with a chapter for the tide of 101.2 and for other texts."""
    return chapters("1 The Harbour", "101 Lanterns", LANTERN, "102 Bells", BELL, "103 Tides", TIDE, *texts)


def test_a_chapter_that_got_part_of_another_one_is_split_off() -> None:
    new = with_tides("Ebb and flood take turns.")
    assert relations(HARBOUR, new) == [("split", ["101"], ["101", "103"])]
    # Read backwards it went into that one.
    assert relations(new, HARBOUR) == [("merge", ["101", "103"], ["101"])]
    # One that got little of another one is new.
    assert relations(HARBOUR, with_tides(TOWER, ROPE, f"{TOWER} {ROPE}")) == []


def test_an_older_text_without_the_line_of_a_heading_is_followed() -> None:
    new = with_tides("Ebb and flood take turns.")
    without_heading = [entry for entry in HARBOUR if entry.number != "101"]
    assert relations(without_heading, new) == []
    assert links(without_heading, new) == {"1": "1", "101.1": "101.1", "101.2": "103.1", "102": "102", "102.1": "102.1"}


def test_a_chapter_that_was_cut_up_ends_in_all_its_parts() -> None:
    lost = "Nets are mended where they were torn, and by those with the longest needle at that hour of the night."
    old = chapters("1 The Harbour", "101 Things", LANTERN, TIDE, lost, "102 Bells")
    new = chapters("1 The Harbour", "201 Light", LANTERN, "202 Water", TIDE, "203 Bells")
    assert relations(old, new) == [("split", ["101"], ["201", "202"])]
    assert "101" not in links(old, new)
    # With one part alone it became that part, or nothing.
    assert relations(old, new[:3]) == []
