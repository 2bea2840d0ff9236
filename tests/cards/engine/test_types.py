"""Facts of a card on several days of the card data."""

import datetime

import pytest

from cards.engine.rules.answer import answer
from cards.engine.types import CardFacts, CardHistory, Question, QuestionKind, Side, Thing

FIRST, LAST = datetime.date(2021, 1, 1), datetime.date(2023, 1, 1)


def test_other_names_are_those_of_all_days() -> None:
    history = CardHistory(((FIRST, (Side("Oar", "Artifact"),)), (LAST, (Side("Oar"), Side("Sail")))))
    oar = CardFacts("Oar // Sail", sides=(Side("Oar"), Side("Sail")), history=history)
    renamed = oar.with_names({"Oar": "Paddle"})
    assert renamed.sides == renamed.on(LAST).sides == (Side("Paddle"), Side("Sail"))
    assert renamed.on(FIRST).sides == (Side("Paddle", "Artifact"),)
    assert CardFacts("Oar", sides=(Side("Oar"),)).with_names({"Oar": "Paddle"}).sides == (Side("Paddle"),)


def test_days_are_those_of_texts_and_of_legalities() -> None:
    assert CardHistory(((FIRST, ()),), ((FIRST, {}), (LAST, {}))).days == {FIRST, LAST}


def test_names_that_are_one_with_those_of_a_card() -> None:
    pairs = (("Oar", "Paddle"), ("Sail", "Canvas"), ("Oar", "Sail"))
    assert CardFacts("Oar", sides=(Side("Sail"),), pairs=pairs).interchangeable == {"Paddle", "Canvas"}


@pytest.mark.parametrize(
    ("kind", "things", "verdict", "numbers"),
    [
        (QuestionKind.SAME, 2, "yes", "201.2 201.2a"),
        (QuestionKind.ENGLISH, 1, "yes", "201.2 108.1"),
        (QuestionKind.CHOOSE, 1, "yes", "201.4"),
        (QuestionKind.PLAY, 1, "depends", "201.2 108.1 100.6"),
        (QuestionKind.DECK, 2, "yes", "201.2 100.2a"),
        (QuestionKind.REFERS, 1, "yes", "201.5"),
    ],
)
def test_a_card_of_which_only_the_name_is_known(kind: QuestionKind, things: int, verdict: str, numbers: str) -> None:
    oar = Thing("Oar", CardFacts("Oar", sides=(Side("Oar"),)))
    found = answer(Question(kind, datetime.date(2026, 6, 19), (oar,) * things))
    assert (found.verdict, found.numbers, found.rests_on_tournament_rules) == (
        verdict,
        tuple(numbers.split()),
        kind is QuestionKind.PLAY,
    )
    assert oar.name == Thing("Oar").name == "Oar"
