"""Rule numbers: taken apart, ordered, walked, and read from what people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import (
    LETTERS,
    RuleNumber,
    canonical,
    chapter_index,
    chapter_of,
    follows,
    kind_of,
    parent_of,
    parse_number,
    prefix_below,
    section_of,
    sort_key,
)


@pytest.mark.parametrize(
    ("number", "place", "kind", "parent", "chapter", "section"),
    [
        ("2", RuleNumber(2, 0, ""), Kind.SECTION, "", "", "2"),
        ("201", RuleNumber(201, 0, ""), Kind.CHAPTER, "2", "201", "2"),
        ("201.3", RuleNumber(201, 3, ""), Kind.RULE, "201", "201", "2"),
        ("201.3a", RuleNumber(201, 3, "a"), Kind.SUBRULE, "201.3", "201", "2"),
        ("702.100aa", RuleNumber(702, 100, "aa"), Kind.SUBRULE, "702.100", "702", "7"),
    ],
)
def test_parts_of_a_number(number: str, place: RuleNumber, kind: Kind, parent: str, chapter: str, section: str) -> None:
    assert parse_number(number) == place
    assert kind_of(number) is kind
    assert (parent_of(number), chapter_of(number), section_of(number)) == (parent, chapter, section)
    assert (chapter_index(number), prefix_below(number)) == (int(chapter or 0), number)


@pytest.mark.parametrize("text", ["", "0", "20", "2001", "201.", "201.3A", "201.3abc", "201.1234", "x"])
def test_what_is_no_number(text: str) -> None:
    assert parse_number(text) is None
    assert sort_key(text) == 2_000_000_000


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("201.3a", "201.3a"),
        ("CR 201.3A", "201.3a"),
        ("rule 201", "201"),
        ("rules 201.03", "201.3"),
        ("702 37a", "702.37a"),
        ("702. 37a", "702.37a"),
        ("201.3.", "201.3"),
        (" 201.3a. ", "201.3a"),
        ("règle 702.9b", "702.9b"),
        ("ルール 108.1", "108.1"),
        ("§201", "201"),
        ("2", "2"),
        ("20", None),
        ("ferry", None),
        ("201.3a and more", None),
        ("", None),
        pytest.param("1" * 100_000, None, id="long figures"),
        pytest.param(" " * 100_000, None, id="long blanks"),
    ],
)
def test_what_people_type(typed: str, number: str | None) -> None:
    assert canonical(typed) == number


def test_order_is_that_of_the_book() -> None:
    order = "1 100 100.1 100.1a 100.1z 100.1aa 100.2 100.10 101 2 200 901.4 x".split()
    assert sorted(sorted(order), key=sort_key) == order
    assert all(0 < sort_key(number) < 2**31 for number in order)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("201.3", "201.4", True),
        ("201.3", "201.3a", True),
        ("201.3c", "201.3d", True),
        ("201.3k", "201.3m", True),
        ("201.3n", "201.3p", True),
        ("201.3f", "201.4", True),
        ("201.9", "202.1", True),
        ("201.9", "300.1", True),
        ("201.3", "201.5", False),
        ("201.3", "201.3b", False),
        ("201.3", "201.4a", False),
        ("201.3k", "201.3l", False),
        ("201.9", "203.1", False),
        ("201.9", "202.2", False),
        ("201.3", "201.3", False),
        ("", "201.3", False),
    ],
)
def test_which_number_follows(before: str, after: str, expected: bool) -> None:
    assert follows(before, after) is expected


numbers = st.builds(
    lambda chapter, rule, letter: f"{chapter}.{rule}{letter}",
    st.integers(100, 999),
    st.integers(1, 999),
    st.sampled_from(["", *LETTERS]),
)


@given(numbers, numbers)
def test_order_agrees_with_the_parts(first: str, second: str) -> None:
    assert (sort_key(first) < sort_key(second)) == (parse_number(first) < parse_number(second))  # type: ignore[operator]


@given(numbers)
def test_canonical_numbers_stay(number: str) -> None:
    assert canonical(number) == number
