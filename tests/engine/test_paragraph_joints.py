"""Lines to paragraphs: italics, rulers, joints, and where a paragraph of a hard-wrapped text begins."""

import pytest

from rulesbase.engine.furniture import (
    SKIP,
)
from rulesbase.engine.paragraphs import (
    between,
    is_ruler,
    is_wrapped,
    passage,
    single_lines,
    unify_symbols,
    with_marks,
    wrapped_lines,
)

ENDS = (".", "!", "?", ")", "”", '"', "。", "」", ":", "»")


@pytest.mark.parametrize(
    ("text", "words", "spans"),
    [
        ("_a_", "a", ((0, 1),)), ("x _a b_ y _c_.", "x a b y c.", ((2, 5), (8, 9))), ("__a__", "a", ((0, 1),)),
        ("x_a_", "x_a_", ()), ("_a_x", "_a_x", ()), ("____", "____", ()), ("_ a_", "_ a_", ()), ("_a _", "_a _", ()),
        ("_a\nb_", "_a\nb_", ()), ("_ab", "_ab", ()),
    ],
)  # fmt: skip
def test_italics(text: str, words: str, spans: tuple[tuple[int, int], ...]) -> None:
    assert passage(text) == (words, spans)
    assert with_marks(*passage(text)) == text.replace("__a__", "_a_")


def test_old_symbols_rulers_and_joints() -> None:
    assert unify_symbols("{oW}{oTap}{old}{o}{oabcdef}{oooo}") == "{W}{Tap}{old}{o}{oabcdef}{ooo}"
    assert [is_ruler(line) for line in ("----", "= = =", "====", " ~~~~ ", "___", "****x", "-=_*~", "", "abcd")] == [
        True, False, True, True, False, False, True, False, False,
    ]  # fmt: skip
    table = {
        ("a", "b"): " ",
        ("a—", "b"): "",
        ("a–", "b"): "",
        ("a/", "b"): "",
        ("a", "—b"): "",
        ("a", "–b"): "",
        ("a-", "b"): "",
        ("-", "b"): " ",
        ("a -", "b"): " ",
        ("a-", "("): " ",
        ("船", "橋"): "",
        ("船", "a"): " ",
        ("a", "船"): " ",
        ("", "a"): "",
        ("a", ""): "",
        ("。", "（"): "",
    }
    assert {pair: between(*pair) for pair in table} == table


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


@pytest.mark.parametrize(("numbered", "wrapped"), [(15, True), (16, False)])
def test_four_numbers_for_each_settle_it(numbered: int, wrapped: bool) -> None:
    assert is_wrapped([*["201.1. x", ""] * numbered, *[LINE, "town", ""] * 4]) is wrapped


def test_one_line_is_one_paragraph() -> None:
    assert single_lines(["x", "a", " b ", SKIP, "c", " ", "d"], 1, 7) == [
        (1, "a", True, False), (2, "b", False, True), (4, "c", False, False), (6, "d", True, False),
    ]  # fmt: skip


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
        ("201.4", True),
        ("201.5", False),
        ("201.1", False),
        ("202.1", True),
        ("205.1", True),
        ("205.2", False),
        ("200.1", False),
        ("201.2a", True),
        ("201.1a", True),
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


def test_indentation() -> None:
    found = wrapped_lines(["  a", "  b", "     c", "", "d", "  e"], 0, 6)
    assert [(one.text, one.apart, one.indented) for one in found] == [
        ("a b", True, True), ("c", False, True), ("d e", True, False),
    ]  # fmt: skip


@pytest.mark.parametrize(("apart", "begins"), [(2, True), (3, False)])
def test_most_numbers_settle_whether_lines_are_empty(apart: int, begins: bool) -> None:
    lines = ["201.1. a.", "201.4. B.", "201.5. C.", "201.6. D."]
    lines += [line for at in range(7, 7 + apart) for line in ("", f"201.{at}. E.")]
    found = [one.text for one in wrapped_lines(lines, 0, len(lines))]
    assert found[0] == ("201.1. a." if begins else "201.1. a. 201.4. B. 201.5. C. 201.6. D.")
