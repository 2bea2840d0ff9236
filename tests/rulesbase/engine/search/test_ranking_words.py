"""How texts answer what was typed: names, titles, words side by side, kin and beginnings, the best first."""

import pytest

from rulesbase.engine.search.query import read_question
from rulesbase.engine.search.ranking import Rated, accepts, asked, pieces, rate


def rated(typed: str, heading: str, text: str, language: str = "en") -> Rated:
    return rate(asked(read_question(typed, language)), heading, text)


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("toll", ("toll", ""), ("toll gate", "")),
        ("toll", ("toll gate", "x"), ("gate", "a toll")),
        ("toll", ("", "a toll"), ("", "a gate with a tollkeeper")),
        ("toll", ("", "toll, toll and toll"), ("", "toll, boat and boat")),
        ("ferry toll", ("", "the ferry toll is due"), ("", "the toll of the ferry is due")),
        ("ferry toll", ("", "a ferry, a toll, x x x x"), ("", "a ferry, x x x x, a toll")),
        ("ferry toll", ("", "a ferry toll x x x x x x"), ("", "x x x x x x a ferry toll")),
        ("ferry", ("", "a ferry"), ("", "a ferry " + "x " * 99)),
        ("ferry toll", ("ferry toll", ""), ("ferry toll rope", "")),
        ("渡し船", ("渡し船", ""), ("渡し船の料金", "")),
    ],
)
def test_which_of_two_answers_better(typed: str, better: tuple[str, str], worse: tuple[str, str]) -> None:
    language = "en" if typed.isascii() else "ja"
    assert rated(typed, *better, language).score > rated(typed, *worse, language).score


def test_a_phrase_and_what_must_not_be_there() -> None:
    question = read_question('"ferry toll" -rope', "en")
    assert accepts(question, "the ferry toll is due")
    assert not accepts(question, "the toll of the ferry is due")
    assert not accepts(question, "the ferry toll and a rope")
    japanese = read_question("渡し船", "ja")
    assert accepts(japanese, "この渡し船は")
    assert not accepts(japanese, "渡し、し船")


@pytest.mark.parametrize(
    ("typed", "text", "marked"),
    [
        ("toll", "A toll, tolls and a tollkeeper; atoll.", ["toll", "tolls", "toll"]),
        ("0", "0 of 0/0 in 100.0", ["0"]),
        ("704", "704 and 704.5a, x704", ["704", "704"]),
        ("704.5", "704.5, 704.5a, 1704.5", ["704.5", "704.5"]),
        ("+1/+1", "+1/+1, +1/+12, x+1/+1", ["+1/+1"]),
        ("zero", "zero or 0", ["zero", "0"]),
    ],
)
def test_what_is_marked(typed: str, text: str, marked: list[str]) -> None:
    found = [piece.text for piece in pieces(asked(read_question(typed, "en")), text, whole=True) if piece.marked]
    assert found == marked


@pytest.mark.parametrize(
    ("language", "typed", "most"), [("en", "toll", 320), ("ja", "船", 140), ("zh", "船", 140), ("fr", "toll", 320)]
)
def test_how_much_of_a_long_text_is_shown(language: str, typed: str, most: int) -> None:
    text = "x y " * 300 + typed + " z w" * 300
    shown = "".join(piece.text for piece in pieces(asked(read_question(typed, language)), text))
    assert most * 0.6 < len(shown) <= most + 10
    assert "".join(piece.text for piece in pieces(asked(read_question(typed, language)), text, whole=True)) == text
