"""Texts as people type them: italics between marks, and what no text may hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.emphasis import read_spans, write_spans
from rulesbase.engine.text.typed_markup import (
    TextProblem,
    marked,
    moved,
    read_marked,
    text_problems,
    tidied,
    visible_text,
)


@pytest.mark.parametrize(
    ("typed", "text", "emphasis"),
    [
        ("A ferry.", "A ferry.", ()),
        ("[i]A[/i] ferry [I]waits[/I].", "A ferry waits.", ((0, 1), (8, 13))),
        ("[i][/i]A ferry", "A ferry", ()),
        ("A [i]ferry[/i]", "A ferry", ((2, 7),)),
        ("  A [i]ferry[/i]  \r\nwaits\u2028here \n", "A ferry\nwaits\nhere", ((2, 7),)),
    ],
)
def test_italics_are_read(typed: str, text: str, emphasis: tuple[tuple[int, int], ...]) -> None:
    assert read_marked(typed) == Passage(text, emphasis)


@pytest.mark.parametrize("typed", ["[i]A", "A[/i]", "[i]A [i]B[/i][/i]", "[/i]A[i]", "[i]A[/i]B[/i]"])
def test_marks_without_partner_are_refused(typed: str) -> None:
    assert read_marked(typed) is None
    assert text_problems(typed) == [TextProblem.ITALICS]


def test_marks_are_written_where_italics_are() -> None:
    assert marked("A ferry waits.", ((8, 13), (0, 1))) == "[i]A[/i] ferry [i]waits[/i]."
    # What lies within another, is empty or beyond the end, is no italics that could be written.
    assert marked("A ferry", ((0, 3), (2, 5), (4, 4), (5, 9))) == "[i]A f[/i]erry"
    assert marked("A ferry", ((0, 2), (2, 7))) == "[i]A [/i][i]ferry[/i]"
    assert write_spans(((0, 1), (2, 7))) == "0-1 2-7"
    assert read_spans("0-1 2-7") == ((0, 1), (2, 7))


@given(st.lists(st.tuples(st.text("ab \n", min_size=1), st.booleans()), max_size=6))
def test_what_is_written_is_read_again(pieces: list[tuple[str, bool]]) -> None:
    text, spans = "x", []
    for words, italic in pieces:
        if italic and words.strip():
            spans.append((len(text), len(text) + len(words)))
        text += words + "x"
    text = tidied(text)
    stored = tuple((start, end) for start, end in spans if end <= len(text))
    again = read_marked(marked(text, stored))
    assert again is not None
    assert again.text == text
    assert again.emphasis == stored


@pytest.mark.parametrize(
    ("typed", "trouble"),
    [
        ("a\0b", TextProblem.NUL),
        ("a\u202eb", TextProblem.BIDI),
        ("a\x07b", TextProblem.CONTROL),
        ("a\ud800b", TextProblem.CONTROL),
        ("a\ue000b", TextProblem.CONTROL),
        ("a <b>word</b>", TextProblem.MARKUP),
        ("a <!-- word", TextProblem.MARKUP),
        ("a <br/>", TextProblem.MARKUP),
        ("a <br", TextProblem.MARKUP),
        ("a <http://ferries.example>", None),
        ("2 < 3 and a\tb\nc", None),
    ],
)
def test_what_no_text_may_hold(typed: str, trouble: TextProblem | None) -> None:
    expected = [] if trouble is None else [trouble]
    assert text_problems(typed) == expected


def test_letters_are_composed() -> None:
    assert tidied("e\u0301  \n  a X \t\n") == "é\n  a X"


@pytest.mark.parametrize(
    ("old", "emphasis", "new", "italic"),
    [
        ("A ferry waits.", (), "A boat.", []),
        ("A ferry waits.", ((2, 7),), "A big ferry waits.", ["ferry"]),
        ("A ferry waits.", ((2, 7),), "Ferry", ["erry"]),
        ("A ferry waits.", ((8, 13),), "A ferry waits here.", ["waits"]),
        ("A ferry waits.", ((2, 7),), "A waits.", []),
        ("A ferry", ((2, 7),), "A ferry", ["ferry"]),
        ("A ferry", ((2, 7),), "The ferry, ferry", ["ferry"]),
    ],
)
def test_italics_go_with_their_words(
    old: str, emphasis: tuple[tuple[int, int], ...], new: str, italic: list[str]
) -> None:
    stored = moved(Passage(old, emphasis), new)
    assert stored.text == new
    assert [new[start:end] for start, end in stored.emphasis] == italic


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("one\r\ntwo\tthree ", "one\ntwo\tthree"),
        ("a\x00b\x1bc\u202ed\ud800e\ufffdf\ue000g", "abcdefg"),
        ("\U0001f469\u200d\U0001f680 caf\u00e9\u00a0!", "\U0001f469\u200d\U0001f680 caf\u00e9\u00a0!"),
        ("\u200c \u200d\x07", ""),
        ("Mi\u200bne", "Mine"),
        ("\ufeffM\u00adi\u2060n\u2064e\U000e0041", "Mine"),
        ("\u200b\u2060", ""),
    ],
)
def test_hidden_characters_are_removed(typed: str, text: str) -> None:
    assert visible_text(typed) == text
