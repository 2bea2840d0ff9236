"""Stored sentences about a source are found again, with their values."""

import re

import pytest

from rulesbase.engine.issues import Problem, message_of

GAPS = re.compile(r"%\((\w+)\)s")
VALUES = ["201.3a", "", "and others", "50 % of it", "%(number)s", "a “b” or “c”.", "two\nlines", "x (y) [z]*", "."]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("problem", Problem)
def test_a_sentence_is_found_again(problem: Problem, value: str) -> None:
    values = dict.fromkeys(GAPS.findall(problem), value)
    found = message_of(problem % values)
    assert found is not None
    assert (found.message, found.values) == (problem, values)
    # What is stored and translated is a plain string.
    assert type(found.message) is str


@pytest.mark.parametrize(
    "stored", ["", "printed as 201.9, read as 201.6", "This paragraph has no number.", "100.1: corrected by hand"]
)
def test_other_sentences_are_not_found(stored: str) -> None:
    assert message_of(stored) is None
