"""Lines to paragraphs: italics, rulers, joints, and where a paragraph of a hard-wrapped text begins."""

import pytest

from rulesbase.engine.parsing.page_clutter import SKIP
from rulesbase.engine.parsing.paragraphs import between, is_wrapped, wrapped_lines

ENDS = (".", "!", "?", ")", "”", '"', "。", "」", ":", "»")


LINE = "The ferry waits at the quay of the"


@pytest.mark.parametrize(
    ("pairs", "wrapped"),
    [
        ([(LINE, "town")] * 4, True),
        ([(LINE, "town")] * 3, False),
        ([("x" * 31, "town")] * 4, True),
        ([("x" * 30 + "  ", "town")] * 4, False),
        *(([(LINE + end, "town")] * 4, False) for end in ENDS),
        ([(LINE, " town")] * 4, False),
        ([(LINE, "201.1 town")] * 4, False),
        ([(LINE, "201.1a. town")] * 4, False),
        ([(LINE, "Example: town")] * 4, False),
        ([(LINE + "  ", "town")] * 4, True),
    ],
)
def test_lines_that_run_on(pairs: list[tuple[str, str]], wrapped: bool) -> None:
    lines = [line for pair in pairs for line in (*pair, "")]
    assert is_wrapped(["201.1. x", "", *lines]) is wrapped
    assert not is_wrapped(lines)


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        (["201.1. a", "b"], ["201.1. a b"]),
        (["201.1. a.", "201.2. b"], ["201.1. a.", "201.2. b"]),
        (["201.1. a", "201.2. b"], ["201.1. a 201.2. b"]),
        (["201.1. a.", "201.3. b"], ["201.1. a. 201.3. b"]),
        (["201.1. a.", "202.1. b"], ["201.1. a.", "202.1. b"]),
        (["201.1. a.", "203.1. b"], ["201.1. a. 203.1. b"]),
        (["201.1. a", "Example: b"], ["201.1. a", "Example: b"]),
        (["201.1. a", "   b"], ["201.1. a", "b"]),
        (["201.1. a", "  b"], ["201.1. a b"]),
        (["201. Tolls", "b"], ["201. Tolls b"]),
        (["201. Tolls", "201.1 b"], ["201. Tolls", "201.1 b"]),
        (["201. Tolls", "305.7 b"], ["201. Tolls", "305.7 b"]),
        (["a", "----", "b"], ["a", "b"]),
        (["a", SKIP, "b"], ["a b"]),
        (["a", "", "b"], ["a", "b"]),
    ],
)
def test_wrapped_paragraphs(lines: list[str], texts: list[str]) -> None:
    assert [one.text for one in wrapped_lines(lines, 0, len(lines))] == texts


@pytest.mark.parametrize(
    ("number", "begins"),
    [
        *((number, True) for number in "201.4 202.1 205.1 201.2a 201.1a".split()),
        *((number, False) for number in "201.5 201.1 205.2 200.1".split()),
    ],
)
def test_numbers_near_by_begin_where_no_lines_are_empty(number: str, begins: bool) -> None:
    lines = ["201.1. a.", f"{number} B.", "201.2. c.", "201.3. d."]
    found = [one.text for one in wrapped_lines(lines, 0, 4)]
    assert found[0] == ("201.1. a." if begins else f"201.1. a. {number} B.")


def test_a_small_letter_behind_a_number_goes_on() -> None:
    lines = ["201.1. a.", "201.4 applies.", "201.2. b.", "301. Tolls", "301.1. c"]
    assert [one.text for one in wrapped_lines(lines, 0, 5)] == [
        "201.1. a. 201.4 applies.",
        "201.2. b.",
        "301. Tolls",
        "301.1. c",
    ]


def test_indented_lines_begin_paragraphs() -> None:
    found = wrapped_lines(["  a", "  b", "     c", "", "d", "  e"], 0, 6)
    assert [(one.text, one.apart, one.indented) for one in found] == [
        ("a b", True, True), ("c", False, True), ("d e", True, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("a ferry", "waits", "a ferry waits"),
        ("a ferry—", "it waits", "a ferry—it waits"),
        ("a ferry", "—it waits", "a ferry—it waits"),
        ("and/", "or", "and/or"),
        ("face-", "down", "face-down"),
        ("a ferry -", "it waits", "a ferry - it waits"),
        ("1–", "3", "1–3"),
        ("渡し", "船", "渡し船"),
        ("総量は3", "0点", "総量は30点"),
        ("ルール", "201.3", "ルール201.3"),
        ("ルール201", ".3a", "ルール201.3a"),
        ("ルール201.3", "a参照", "ルール201.3a参照"),
        ("渡し船／a", "ferry", "渡し船／a ferry"),
    ],
)
def test_halves_are_joined_as_they_were_cut(first: str, second: str, whole: str) -> None:
    assert first + between(first, second) + second == whole
