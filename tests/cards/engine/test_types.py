"""Facts of a card on several days of the card data."""

import datetime

from cards.engine.name_rules.answer import answer
from cards.engine.types import CardFacts, CardHistory, GameObject, Question, QuestionKind, Side

KINDS = [QuestionKind(kind) for kind in "same english choose play deck refers".split()]
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


def test_a_card_of_which_only_the_name_is_known() -> None:
    oar = GameObject("Oar", CardFacts("Oar", sides=(Side("Oar"),)))
    day = datetime.date(2026, 6, 19)
    found = {kind: answer(Question(kind, day, (oar,) * (1 + (kind in "same deck")))) for kind in KINDS}
    assert {str(kind): (str(one.verdict), " ".join(one.numbers)) for kind, one in found.items()} == {
        "same": ("yes", "201.2 201.2a"),
        "english": ("yes", "201.2 108.1"),
        "choose": ("yes", "201.4"),
        "play": ("depends", "201.2 108.1 100.6"),
        "deck": ("yes", "201.2 100.2a"),
        "refers": ("yes", "201.5"),
    }
    assert [kind for kind, one in found.items() if one.rests_on_tournament_rules] == ["play"]
    assert oar.name == GameObject("Oar").name == "Oar"
