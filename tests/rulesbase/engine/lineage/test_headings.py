"""Chapters and sections follow their rules."""

import pytest

from rulesbase.engine.lineage.match_entries import FoldedEntry
from tests.rulesbase.engine.lineage.test_lineage import BELL, LANTERN, ROPE, TIDE, book, links, relations

TOWER = "A tower without a watchman is counted among the ruins until somebody climbs it again."
WHISTLE = "Sailors never whistle at sea while wind blows out of the cold north, nor sing for the drowned."


def chapters(*headings: str, **texts: tuple[str, ...]) -> list[FoldedEntry]:
    """Return sections and chapters in order; the rules of chapter 101 are the texts of ``_101``."""
    lines: list[str] = []
    for heading in headings:
        number = heading.partition(" ")[0]
        lines += [heading, *(f"{number}.{at} {text}" for at, text in enumerate(texts.get(f"_{number}", ()), 1))]
    return book(*lines)


HARBOUR = chapters("1 The Harbour", "101 Lanterns", "102 Bells", _101=(LANTERN, TIDE), _102=(BELL,))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            HARBOUR,
            chapters("1 The Coast", "101 Sails", "102 Bells", "103 Light", _102=(BELL,), _103=(LANTERN, TIDE)),
            {"1": "1", "101": "103", "102": "102"},
            id="another title and another number",
        ),
        pytest.param(
            chapters("1 The Harbour", "100 General", "2 The Hill", "200 General", _100=(LANTERN,), _200=(BELL,)),
            chapters(
                *("1 Boats", "100 General", "2 The Harbour", "200 General", "3 The Hill", "300 General"),
                _100=(ROPE,),
                _200=(LANTERN,),
                _300=(BELL,),
            ),
            {"1": "2", "100": "200", "2": "3", "200": "300"},
            id="one title over many chapters",
        ),
        pytest.param(
            chapters("1 The Harbour", "101 Lanterns and oil", "102 Bells", _101=(LANTERN, TIDE), _102=(BELL,)),
            chapters(
                *("1 The Harbour", "102 Bells", "103 Lanterns, oil"),
                _102=(BELL,),
                _103=(LANTERN, TOWER, ROPE, WHISTLE),
            ),
            {"1": "1", "101": "103", "102": "102"},
            id="half of the old text under a title that is alike",
        ),
        pytest.param(
            HARBOUR,
            chapters(
                *("1 The Harbour", "101 Lanterns", "102 Bells", "103 Night"),
                _101=(TOWER,),
                _102=(BELL,),
                _103=(LANTERN, TIDE),
            ),
            {"1": "1", "101": "103", "102": "102"},
            id="a stranger under the old title",
        ),
        pytest.param(
            HARBOUR,
            chapters(
                *("1 The Harbour", "101 Lanterns", "102 Bells", "103 Tides"),
                _101=(LANTERN,),
                _102=(BELL,),
                _103=(TIDE,),
            ),
            {"1": "1", "101": "101", "102": "102"},
            id="a part that got a chapter of its own is new",
        ),
        pytest.param(
            [*HARBOUR, *chapters("2 The Hill", "201 Ropes", _201=(ROPE,))],
            chapters(
                *("1 The Harbour", "102 Bells", "2 The Hill", "201 Ropes", "202 Lanterns"),
                _102=(BELL, TIDE),
                _201=(ROPE,),
                _202=(TOWER,),
            ),
            {"1": "1", "101": "202", "102": "102", "2": "2", "201": "201"},
            id="a title that no other has, in another section over other rules",
        ),
        pytest.param(
            chapters(
                *("1 The Harbour", "101 Bells and ropes", "102 Lanterns"),
                *("2 The Hill", "201 Bells and ropes", "202 Towers"),
                _102=(LANTERN,),
                _202=(TOWER,),
            ),
            chapters(
                *("1 The Harbour", "101 Bells and rope", "102 Lanterns", "105 Bells and ropes"),
                *("2 The Hill", "202 Towers"),
                _102=(LANTERN,),
                _202=(TOWER,),
            ),
            {"1": "1", "101": "105", "102": "102", "2": "2", "202": "202"},
            id="without rules, the same title in the same section before a like one at the same number",
        ),
        pytest.param(
            chapters("101 Lanterns", _101=(LANTERN,)),
            chapters("101 Sails", _101=(TOWER,)),
            {},
            id="the number alone is nothing",
        ),
    ],
)
def test_links(old: list[FoldedEntry], new: list[FoldedEntry], expected: dict[str, str]) -> None:
    found = links(old, new)
    assert {before: after for before, after in found.items() if "." not in before} == expected
    back = links(new, old)
    assert {after: before for before, after in back.items() if "." not in before} == expected


def test_a_chapter_whose_rules_went_under_another_is_merged() -> None:
    new = chapters("1 The Harbour", "101 Lanterns", _101=(LANTERN, TIDE, BELL))
    assert relations(HARBOUR, new) == [("merge", ["101", "102"], ["101"])]
    same = {number: number for number in ("1", "101", "101.1", "101.2")}
    assert links(HARBOUR, new) == {**same, "102.1": "101.3"}


def test_a_rule_goes_on_in_the_longer_one_that_has_all_its_words() -> None:
    old = chapters("201 Towers", _201=(TIDE, BELL))
    more = "Those who climb at night carry a horn, and a guard who hears it three times in a row lets down the net."
    new = chapters("201 Towers", _201=(TIDE, f"{more} {ROPE} {BELL} {LANTERN}"))
    assert links(old, new)["201.2"] == "201.2"


def with_tides(*texts: str) -> list[FoldedEntry]:
    """Return the harbour with a chapter for the tide of 101.2 and for other texts."""
    headings = ("1 The Harbour", "101 Lanterns", "102 Bells", "103 Tides")
    return chapters(*headings, _101=(LANTERN,), _102=(BELL,), _103=(TIDE, *texts))


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
    old = chapters("1 The Harbour", "101 Things", "102 Bells", _101=(LANTERN, TIDE, lost))
    new = chapters("1 The Harbour", "201 Light", "202 Water", "203 Bells", _201=(LANTERN,), _202=(TIDE,))
    assert relations(old, new) == [("split", ["101"], ["201", "202"])]
    assert "101" not in links(old, new)
    # With one part alone it became that part, or nothing.
    assert relations(old, new[:3]) == []
