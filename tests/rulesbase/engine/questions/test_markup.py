"""Marks, choices and tags of questions that people write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.questions.markup import (
    Content,
    QuestionMark,
    QuestionText,
    cards_in,
    cited_in,
    is_tag,
    marks_in,
    read_choices,
    read_tags,
    recited,
    write_choices,
)

TEXT = "See [704.5k@2019-01-25] and [[ Ferry Elk ]], then [100] or [100.2b.]."


def test_marks_are_found_where_they_stand() -> None:
    found = marks_in(TEXT)
    assert [(TEXT[mark.start : mark.end], *mark[2:]) for mark in found] == [
        ("[704.5k@2019-01-25]", "704.5k@2019-01-25", "704.5k", "2019-01-25"),
        ("[[ Ferry Elk ]]", "Ferry Elk", "", ""),
        ("[100]", "100", "100", ""),
        ("[100.2b.]", "100.2b", "100.2b", ""),
    ]


@pytest.mark.parametrize("text", ["[70.4]", "[704.5k@2019]", "[[a\nb]]", "[704.5abc]", "704.5k", "[1000.1]"])
def test_what_only_looks_like_a_mark(text: str) -> None:
    assert marks_in(text) == []


def test_each_is_listed_once() -> None:
    twice = ["[100.1] [[Elk]] [100.1]", "[[Oar]] [[Elk]] [200.2]"]
    assert list(cited_in(twice)) == ["100.1", "200.2"]
    dated = QuestionMark(0, 18, "200.2@2019-01-25", "200.2", "2019-01-25")
    assert cited_in(["[200.2@2019-01-25]"]) == {"200.2@2019-01-25": dated}
    assert cards_in(twice) == ["Elk", "Oar"]


def test_citations_are_written_anew_and_the_rest_stays() -> None:
    written = {"704.5k@2019-01-25": "704.5j", "100": "101", "Ferry Elk": "no card is a rule"}
    assert recited(TEXT, written) == "See [704.5j] and [[ Ferry Elk ]], then [101] or [100.2b.]."
    assert recited(TEXT, {}) == TEXT


@given(st.lists(st.text("ab c", min_size=1).map(str.strip).filter(bool), max_size=5), st.data())
def test_choices_are_read_as_they_were_written(choices: list[str], data: st.DataObject) -> None:
    right = tuple(at for at in range(len(choices)) if data.draw(st.booleans()))
    assert read_choices(write_choices(choices, right)) == (list(choices), list(right))


def test_empty_lines_are_no_choices() -> None:
    assert read_choices("\n Elk\n\n* Oar \n") == (["Elk", "Oar"], [1])


def test_all_texts_of_a_question() -> None:
    text = QuestionText("Case", "Answer", "Reason", ("One", "Two"))
    content = Content(1, [], [0], {"en": text, "fr": text.changed(str.upper)})
    assert QuestionText().all == ("", "", "")
    assert content.passages == ("Case", "One", "Two", "Answer", "Reason", "CASE", "ONE", "TWO", "ANSWER", "REASON")


def test_tags() -> None:
    assert read_tags(" Toll, ferry toll,,FERRY\nbank ") == ["bank", "ferry", "toll"]
    good = ["toll", "ferry-toll", "2hg", "péage", "a" * 30]
    bad = ["Toll", "-toll", "toll-", "a--b", "a_b", "a b", "", "a" * 31]
    assert [is_tag(tag) for tag in good + bad] == [True] * len(good) + [False] * len(bad)
