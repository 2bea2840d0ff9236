"""Entries that ended and come back: known by their words, never by a number."""

import pytest

from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.lineage.reinstated import PlacedEntry, rarity_among, returns
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of

LANTERN = "A lantern that leaves the harbour is put out before its keeper counts the boats."
BELL = "Whenever a bell rings twice, each watchman answers in the order of the towers they stand on."
FEAR = "Multiple instances of {} on the same creature are redundant, see rule {}."
OTHERS = [
    FEAR.format(name, number)
    for number, name in enumerate("wither shadow banding reach vigilance flying haste rebound".split())
]


def item(number: str, text: str, name: str = "") -> FoldedEntry:
    kind = Kind.TERM if name else kind_of(number)
    heading = name or ("" if "." in number else text)
    return FoldedEntry.made(number, kind, heading, "" if heading == text else text, ())


def found(
    gone: list[FoldedEntry],
    come: list[FoldedEntry],
    apart: tuple[tuple[int, int], ...] = (),
    ended: tuple[int, ...] = (),
) -> dict[str, str]:
    """Number -> number; each stands as far from the next as its place in the list, all ended in one version."""
    left = [PlacedEntry(one, ended[at] if ended else 3, at) for at, one in enumerate(gone)]
    now = [PlacedEntry(one, 5, at) for at, one in enumerate(come)]
    others = [item(f"900.{at}", text) for at, text in enumerate(OTHERS)]
    reported = returns(left, now, lambda: rarity_among([*come, *others]), apart)
    return {gone[one.gone].number: come[one.come].number for one in reported}


def evidence(gone: FoldedEntry, come: FoldedEntry) -> list[str]:
    """Return the result for a rule that may have come back."""
    return [
        f"{one.confidence} {one.evidence}"
        for one in returns([PlacedEntry(gone, 3, 0)], [PlacedEntry(come, 5, 0)], dict)
    ]


@pytest.mark.parametrize(
    ("gone", "come", "expected"),
    [
        pytest.param([("201.2", LANTERN)], [("305.4", LANTERN)], True, id="the same text elsewhere"),
        pytest.param([("201.2", BELL + " See rule 1.2.")], [("201.3", BELL + " See rule 1.2.")], True, id="references"),
        pytest.param([("201.2", BELL)], [("201.2", LANTERN)], False, id="a number alone"),
        pytest.param([("201.2", BELL)], [("201.5", BELL.replace("twice", "thrice"))], True, id="a word changed"),
        pytest.param(
            [("702.9c", FEAR.format("fear", "702.9"))],
            [("702.9c", FEAR.format("trample", "702.9"))],
            False,
            id="the same phrase of another thing",
        ),
        pytest.param([("702.9", "Fear")], [("702.40", "Fear")], False, id="a short one elsewhere"),
        pytest.param([("702.9", "Fear")], [("702.9", "Fear")], True, id="a short one at its number"),
        pytest.param([("201", "Boats")], [("305", "Boats")], True, id="a chapter by its title"),
        pytest.param([("201", "Boats")], [("201", "Sails")], False, id="a chapter by its number"),
        pytest.param([("201", "Names of boats and of their keepers")], [("201.1", LANTERN)], False, id="another kind"),
    ],
)
def test_a_rule_of_before_is_found_again(
    gone: list[tuple[str, str]], come: list[tuple[str, str]], expected: bool
) -> None:
    reported = found([item(*one) for one in gone], [item(*one) for one in come])
    assert reported == ({gone[0][0]: come[0][0]} if expected else {})


def test_what_agreed_is_reported() -> None:
    assert evidence(item("201", "Boats"), item("201", "Boats")) == ["0.952 number and title"]
    assert evidence(item("201", "Boats"), item("305", "Boats")) == ["0.952 title"]
    assert evidence(item("201.2", LANTERN), item("201.2", LANTERN)) == ["0.952 number and text"]
    assert evidence(item("201.2", LANTERN), item("305.4", LANTERN)) == ["0.952 text"]
    assert evidence(item("201.2", BELL + " See rule 100.2."), item("305.4", BELL + " See rule 100.3.")) == [
        "0.952 text but for references"
    ]
    assert evidence(item("bell", BELL, "Bell"), item("bell", BELL, "Bell")) == ["0.952 the same term"]
    assert evidence(item("201.2", BELL), item("201.2", BELL.replace("twice", "thrice"))) == ["0.937 98 % alike, number"]


def test_of_equal_texts_the_one_that_ended_last_comes_back() -> None:
    assert found([item("201.1", BELL), item("201.2", BELL)], [item("305.4", BELL)], ended=(3, 2)) == {"201.1": "305.4"}
    assert found([item("201.1", BELL), item("201.2", BELL)], [item("305.4", BELL)], ended=(2, 3)) == {"201.2": "305.4"}
    assert found([item("201.1", BELL), item("201.2", BELL)], [item("201.1", BELL)], ended=(2, 3)) == {"201.1": "201.1"}


def test_each_comes_back_once() -> None:
    assert found([item("201.1", BELL)], [item("201.3", BELL), item("201.4", BELL)]) == {"201.1": "201.3"}


def test_what_must_stay_apart() -> None:
    assert found([item("201.1", BELL), item("201.2", BELL)], [item("201.1", BELL)], apart=((0, 0),)) == {
        "201.2": "201.1"
    }


def test_a_term_is_known_by_its_name() -> None:
    gone = [item("lantern", LANTERN, "Lantern"), item("bell", BELL, "Bell")]
    assert found(gone, [item("lantern", LANTERN + " See also Bell, and rule 100.2.", "Lantern")]) == {
        "lantern": "lantern"
    }
    assert found(gone, [item("bell", "Zip.", "Bell"), item("lamp", LANTERN, "Lamp")]) == {}


def test_a_title_that_stands_over_many_chapters_says_nothing() -> None:
    general = [PlacedEntry(item("200", "General"), 3, 0, alone=False)]
    assert returns(general, [PlacedEntry(item("300", "General"), 5, 0)], dict) == []
    assert returns([general[0]._replace(alone=True)], [PlacedEntry(item("300", "General"), 5, 0)], dict)


def test_a_term_is_known_by_its_name_however_many_others_are_more_alike() -> None:
    message = "A light that is hung out where {} can see it from afar at night."
    others = [
        item(name, message.format(f"the {name}"), name.title())
        for name in "fleet crowd clerk baker miner queen".split()
    ]
    lantern = item("lantern", "A light in a cage which sailors hang out, so that it is seen at night.", "Lantern")
    now = item("lantern", message.format("the guard"), "Lantern")
    assert found([*others, lantern], [now]) == {"lantern": "lantern"}
