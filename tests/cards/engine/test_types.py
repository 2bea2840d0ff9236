"""Facts of a card on several days of the card data."""

import datetime

from cards.engine.types import CardFacts, CardHistory, Side

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
