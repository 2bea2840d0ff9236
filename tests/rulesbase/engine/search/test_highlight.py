"""What was asked, and where a text has it."""

import pytest

from rulesbase.engine.search.highlight import Piece, marked, needles_of


def hits(text: str, question: str, most: int = 0) -> list[str]:
    return [piece.text for piece in marked(text, needles_of(question), most) if piece.marked]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Ferry  toll", ["Ferry", "toll"]),
        ('"ferry toll" ferry', ["ferry toll", "ferry"]),
        ("«péage» “du bac” 「渡し」 x", ["péage", "du bac", "渡し", "x"]),
        ("ferry FERRY Férry", ["ferry"]),
        ('ferry "toll', ["ferry", "toll"]),
        ("... , !", []),
        ("(ferry), [toll]!", ["ferry", "toll"]),
        ('" ferry   toll "', ["ferry toll"]),
    ],
)
def test_a_question_is_taken_apart(question: str, words: list[str]) -> None:
    assert [needle.typed for needle in needles_of(question)] == words


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("A ferry, ferries and a deferry.", "ferr", ["ferr", "ferr"]),
        ("A cab at a bay", "a", ["A", "a"]),
        ("Le péage", "peage", ["péage"]),
        ("渡し船の渡し", "渡し", ["渡し", "渡し"]),
        ("Tolls of ferry tolls", '"ferry toll" ferry toll', ["Toll", "ferry toll"]),
        ("snake_case", "case", ["case"]),
        ("Nothing here", "ferry", []),
    ],
)
def test_words_are_marked_at_their_beginning(text: str, question: str, expected: list[str]) -> None:
    assert hits(text, question) == expected
    assert "".join(piece.text for piece in marked(text, needles_of(question))) == text


@pytest.mark.parametrize("before", range(20, 32))
def test_a_window_begins_and_ends_between_words(before: int) -> None:
    text = "seven " * before + "a " * (before % 3) + "ferry " + "eleven " * 60
    opening, *pieces, end = marked(text, needles_of("ferry"), 60)
    assert {opening.text, end.text} == {"… ", " …"}
    assert set("".join(piece.text for piece in pieces).split()) <= {"seven", "a", "ferry", "eleven"}


def test_a_long_text_is_shown_around_the_first_hit() -> None:
    text = "one two " * 30 + "ferry " + "three four " * 30
    pieces = marked(text, needles_of("ferry"), 60)
    assert pieces[0] == Piece("… ", False)
    assert pieces[-1] == Piece(" …", False)
    shown = "".join(piece.text for piece in pieces[1:-1])
    assert shown in text
    assert 40 <= len(shown) <= 60
    # Words stay whole.
    assert set(shown.split()) <= {"one", "two", "ferry", "three", "four"}
    assert [piece.text for piece in pieces if piece.marked] == ["ferry"]
    start = marked(text, needles_of("absent"), 60)
    assert start[0].text.startswith("one two")
    assert start[-1] == Piece(" …", False)
    end = marked("one two " * 30 + "ferry", needles_of("ferry"), 60)
    assert end[-1] == Piece("ferry", True)
