"""Where a text has the words of a query."""

import pytest

from rulesbase.engine.search.highlight import Piece, cut, marked


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("A ferry, ferries and a deferry.", "ferr", ["ferr", "ferr"]),
        ("A cab at a bay", "a", ["A", "a"]),
        ("Le péage", "peage", ["péage"]),
        ("渡し船の渡し", "渡し", ["渡し", "渡し"]),
        ("Tolls of ferry tolls", "(Ferry), toll!", ["Toll", "ferry", "toll"]),
        ("snake_case", "case", ["case"]),
        ("Nothing here", "... , !", []),
    ],
)
def test_words_are_marked_at_their_beginning(text: str, question: str, expected: list[str]) -> None:
    pieces = marked(text, question)
    assert [piece.text for piece in pieces if piece.marked] == expected
    assert "".join(piece.text for piece in pieces) == text


def around_ferry(text: str) -> list[Piece]:
    at = text.find("ferry")
    return cut(text, [(at, at + 5)] if at >= 0 else [], range(len(text) + 1), 60)


@pytest.mark.parametrize("before", range(20, 32))
def test_a_window_begins_and_ends_between_words(before: int) -> None:
    opening, *pieces, end = around_ferry("seven " * before + "a " * (before % 3) + "ferry " + "eleven " * 60)
    assert {opening.text, end.text} == {"… ", " …"}
    shown = "".join(piece.text for piece in pieces)
    assert 40 <= len(shown) <= 60
    assert set(shown.split()) <= {"seven", "a", "ferry", "eleven"}
    assert [piece.text for piece in pieces if piece.marked] == ["ferry"]


def test_a_text_without_the_words_is_shown_from_its_beginning() -> None:
    start = around_ferry("one two " * 30)
    assert start[0].text.startswith("one two")
    assert start[-1] == Piece(" …", False)
    assert around_ferry("one two " * 30 + "ferry")[-1] == Piece("ferry", True)
