"""Which objects a description with a name means."""

import datetime
from dataclasses import replace

import pytest

from cards.engine.rules.answer import answer
from cards.engine.rules.named import read_named
from cards.engine.types import BadQuestion, Question, QuestionKind
from tests.cards.engine.names import thing


def asked(day: str, typed: str) -> tuple[str, tuple[str, ...]]:
    phrase = read_named(typed)
    options: dict[str, str | tuple[str, ...] | bool]
    options = {"described": phrase.what, "zone": phrase.zone, "negated": phrase.negated}
    question = Question(QuestionKind.NAMED, datetime.date.fromisoformat(day), (thing(phrase.name),), options=options)
    found = answer(replace(question))
    return str(found.answer), found.numbers


@pytest.mark.parametrize(
    ("day", "typed", "meant", "number"),
    [
        ("2026-06-19", "creatures named Grizzly Bears", "permanents named Grizzly Bears on the battlefield", "109.2"),
        ("2026-06-19", "each permanent named Forest", "permanents named Forest on the battlefield", "109.2"),
        ("2026-06-19", "each land named Forest you control", "permanents named Forest on the battlefield", "109.2"),
        ("2005-08-01", "creatures named Grizzly Bears", "permanents named Grizzly Bears on the battlefield", "200.9"),
        (
            "2026-06-19",
            "a card named Forest in your graveyard",
            "cards named Forest in your graveyard",
            "109.2a",
        ),
        ("2007-10-01", "a card named Forest", "cards named Forest in the zone that the text states", "200.9a"),
        ("2010-02-01", "a spell named Forest", "spells named Forest on the stack", "109.2b"),
        ("2010-02-01", "sources named Forest", "sources named Forest in any zone", "109.2c"),
        (
            "2026-06-19",
            "a creature that isn’t named Forest",
            "permanents not named Forest on the battlefield",
            "109.2",
        ),
        ("2026-06-19", "a spell with the name Forest", "spells named Forest on the stack", "109.2b"),
        ("2026-06-19", "a spell not named Forest", "spells not named Forest on the stack", "109.2b"),
        ("2026-06-19", "sources that are not named Forest", "sources not named Forest in any zone", "109.2c"),
        ("2026-06-19", "cards not named Forest in exile", "cards not named Forest in exile", "109.2a"),
        ("2026-06-19", "cards not named Forest", "cards not named Forest in the zone that the text states", "109.2a"),
    ],
)
def test_what_is_meant(day: str, typed: str, meant: str, number: str) -> None:
    found, numbers = asked(day, typed)
    assert (found, numbers) == (meant, (number, "201.2" if day > "2010" else "202.3"))


def test_before_2003_no_rule_says_it() -> None:
    found, numbers = asked("2001-07-23", "creatures named Grizzly Bears")
    assert found.startswith("Unclear")
    assert numbers == ("202.3",)


def test_interchangeable_names_are_meant_too() -> None:
    assert "201.3a" in asked("2022-04-29", "creatures named Eleven")[1]
    assert "201.3a" not in asked("2022-02-18", "creatures named Eleven")[1]


def test_other_words_are_refused() -> None:
    with pytest.raises(BadQuestion, match="creatures named Grizzly Bears"):
        read_named("Grizzly Bears")
    assert read_named("a card named Bird in Hand", lambda name: name == "Bird in Hand").name == "Bird in Hand"
