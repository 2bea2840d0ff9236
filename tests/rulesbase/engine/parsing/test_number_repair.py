"""Misprinted numbers: which slip is read as what, which is none, and how entries without text are reported."""

import pytest

from rulesbase.engine.nodes import RuleNode
from rulesbase.engine.parsing.number_repair import check_order, is_cut, repair_numbers, settle_numbers
from rulesbase.engine.text.numbers import kind_of

WORDS = "A ferry waits."


def entries(*numbers: str, text: str = WORDS) -> list[RuleNode]:
    return [RuleNode(number, kind_of(number), "", text, (), at) for at, number in enumerate(numbers, 1)]


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        # The next letter, the first letter, the next rule; one slip or two.
        ("201.2 201.3 210.3a 201.3b", "201.2 201.3 201.3a 201.3b"),
        ("201.2 201.3 201.3a 201.3a 201.3c", "201.2 201.3 201.3a 201.3b 201.3c"),
        ("201.2 210.3 201.4", "201.2 201.3 201.4"),
        ("201.2a 201.2b 210.2c 201.3", "201.2a 201.2b 201.2c 201.3"),
        ("201.2 210.9 201.4", "201.2 201.3 201.4"),
        # A number that is too small or repeated is a slip though what follows does not fit either.
        ("201.5 201.2 201", "201.5 201.6 201"),
        ("201.5 201.5 201", "201.5 201.6 201"),
        ("999.1 201.1", None),
        ("201.2a 432.2b 201.3", None),
        ("423.2a 432.2b 423.3", "423.2a 423.2b 423.3"),
        ("201.9 201.1 201.11", "201.9 201.10 201.11"),
        ("201.2 201.2 201.4", "201.2 201.3 201.4"),
        ("201.2k 201.2l 201.2m", None),
        ("201.2z 201.2a 201.3", None),
        ("201.2 201.9 201.4", "201.2 201.3 201.4"),
        ("201.2 999.9 201.4", None),
        # Gaps, new chapters and what follows by itself are no slips.
        ("201.2 201.5 201.6", None),
        ("203.5 201.1 201.2", None),
        ("2 201 201.1", None),
        ("201.2 201 201.3", None),
        ("201.2 201.3 201.2", "201.2 201.3 201.4"),
        ("202.1 201.1a", "202.1 202.1a"),
        ("423.2a 432.7c 425.1", None),
        ("2 121.1 201.1", None),
        # What stands behind a heading has no letter before it.
        ("2 201 201.1a 201.1", "2 201 201.1a 201.2"),
    ],
)  # fmt: skip
def test_what_was_meant(printed: str, meant: str | None) -> None:
    found, issues = repair_numbers(entries(*printed.split()))
    assert [node.number for node in found] == (meant or printed).split()
    changed = [(a, b) for a, b in zip(printed.split(), (meant or printed).split(), strict=True) if a != b]
    assert [issue.problem for issue in issues] == [f"Printed as {a}, read as {b}." for a, b in changed]


def test_a_repair_is_reported_where_it_stands() -> None:
    found, issues = repair_numbers(entries("201.2", "210.3", "201.4", text="x" * 300))
    assert [tuple(issue) for issue in issues] == [(2, "x" * 200, "Printed as 210.3, read as 201.3.")]
    assert found[1].text == "x" * 300


@pytest.mark.parametrize(
    ("numbers", "reported"),
    [
        ("201.1 201.2", []),
        ("201.2 201.1 201.3", [(2, "Number 201.1 is out of order.")]),
        ("201.3 201.1 201.2", [(2, "Number 201.1 is out of order."), (3, "Number 201.2 is out of order.")]),
        ("201.1 201.2 201.1", [(3, "Number 201.1 is also in line 1.")]),
        ("201.1 201.1 201.1", [(2, "Number 201.1 is also in line 1."), (3, "Number 201.1 is also in line 1.")]),
    ],
)
def test_what_is_reported_of_the_order(numbers: str, reported: list[tuple[int, str]]) -> None:
    issues = check_order(entries(*numbers.split(), text="x" * 300))
    assert [(issue.line, issue.problem) for issue in issues] == reported
    assert {issue.text for issue in issues} <= {"x" * 200}
    heading = [node._replace(heading="y" * 300) for node in entries(*numbers.split())]
    assert {issue.text for issue in check_order(heading)} <= {"y" * 200}


@pytest.mark.parametrize("word", "a an the if in on as un une le les la si du des".split())
def test_texts_that_are_cut_off(word: str) -> None:
    assert is_cut(word)
    assert is_cut(word.title())
    assert not is_cut(f"{word}s toll")
    for cut in (True, False):
        found, issues = settle_numbers(entries("201.1", "201.2", text=word), may_be_cut=cut)
        assert [node.number for node in found] == ["201.1", "201.2"]
        problem = "ends after its first word. The text is probably cut off."
        assert [tuple(issue) for issue in issues] == (
            [(at, word, f"The text of 201.{at} {problem}") for at in (1, 2)] if cut else []
        )


def test_entries_without_text_are_reported() -> None:
    for order in (("2", "201", "201.1", "201.1a"), ("2", "201", "201.1a", "201.1")):
        issues = check_order(entries(*order, text=""))
        reported = {(issue.text, issue.problem) for issue in issues if "no text" in issue.problem}
        assert reported == {("201.1", "Rule 201.1 has no text."), ("201.1a", "Rule 201.1a has no text.")}
    assert check_order(entries("201.1", text="Abcd"), may_be_cut=True) == []
    assert check_order(entries("201.1", text="Abc"), may_be_cut=True) == []
