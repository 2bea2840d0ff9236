"""Names that an effect adds, cards without a rule, tokens: the message for each, and which answers are certain."""

import pytest

from cards.engine.types import CardFacts, Reason, Thing
from rulesbase.engine.messages import Message
from tests.cards.engine.names import ask

NOT_STATED = (
    "Only names of cards legal in the format are added to the object’s names. "
    "The question does not state whether %s is legal."
)
NOT_LEGAL = "Only names of cards legal in the format are added to the object’s names. %s is not legal in the format."
ADDED = "The effect gives an object the names of all nonlegendary creature cards: %s is one of them."
NONE = "Only names of nonlegendary creature cards are added to the object’s names. %s is not such a name."
SAYS = (
    "Only names of nonlegendary creature cards are added to the object’s names. According to the question, "
    "%s is such a name."
)
KIT_NONE = "The effect adds only names of nonlegendary creature cards. %s is not such a name."
KIT_UNKNOWN = (
    "Names of nonlegendary creature cards are added to the object’s names. "
    "The card data do not state whether %s is such a name."
)
SILENT = "No rule of this version covers additional names of an object."
KIT_SILENT = "No rule of this version covers additional names of an object."
BEARS = "Grizzly Bears"


@pytest.mark.parametrize(
    ("day", "also", "other", "legal", "verdict", "message"),
    [
        ("2017-01-01", BEARS, BEARS, "", "depends", NOT_STATED),
        ("2017-01-01", BEARS, BEARS, "--legal", "yes", ADDED),
        ("2017-01-01", BEARS, BEARS, "--not-legal", "no", NOT_LEGAL),
        ("2019-01-01", BEARS, BEARS, "", "yes", ADDED),
        ("2019-01-01", BEARS, BEARS, "--not-legal", "yes", ADDED),
        ("2019-01-01", "Island", "Island", "", "no", NONE),
        ("2019-01-01", "Cecily", "Cecily", "", "no", NONE),
        ("2019-01-01", "Unknown", "Unknown", "", "yes", SAYS),
        ("2010-01-01", BEARS, BEARS, "", "unclear", SILENT),
        ("2010-01-01", "Island", "Island", "", "no", SILENT),
        ("2017-01-01", "Spy Kit", BEARS, "", "depends", NOT_STATED),
        ("2017-01-01", "Spy Kit", BEARS, "--legal", "yes", ADDED),
        ("2017-01-01", "Spy Kit", BEARS, "--not-legal", "no", NOT_LEGAL),
        ("2019-01-01", "Spy Kit", BEARS, "", "yes", ADDED),
        ("2019-01-01", "Spy Kit", "Island", "", "no", KIT_NONE),
        ("2019-01-01", "Spy Kit", "Unknown", "", "unclear", KIT_UNKNOWN),
        ("2010-01-01", "Spy Kit", BEARS, "", "unclear", KIT_SILENT),
    ],
)
def test_names_besides(day: str, also: str, other: str, legal: str, verdict: str, message: str) -> None:
    found = ask(day, f'same "Isamaru@also={also}" "{other}" {legal}')
    assert (found.verdict, str(found.reasons[0].message)) == (verdict, message.replace("%s", other))


@pytest.mark.parametrize(
    ("day", "one", "other", "verdict", "message"),
    [
        ("2015-01-01", "Bruna", "Bruna", "yes", "No rule of this version covers cards such as Bruna."),
        (
            "2015-01-01",
            "Bruna@melded",
            "Brisela, Voice of Nightmares",
            "unclear",
            "No rule of this version covers cards such as Bruna.",
        ),
        ("2015-01-01", "Bruna@melded", "Island", "no", "No rule of this version covers cards such as Bruna."),
        (
            "2017-01-01",
            "Bruna",
            "Bruna",
            "yes",
            "Unless it is melded on the battlefield, a meld card has the name of its front face: Bruna.",
        ),
        (
            "2019-01-01",
            f"{BEARS}@token,default",
            BEARS,
            "yes",
            f"If the effect gives a token no name, its name is its subtypes: {BEARS}.",
        ),
        (
            "2019-01-01",
            f"{BEARS}@token",
            BEARS,
            "yes",
            f"The effect that created the token gave it this name: {BEARS}.",
        ),
        (
            "2022-01-01",
            f"{BEARS}@token,default",
            BEARS,
            "no",
            "If the effect gives a token no name, its name is its subtypes followed by the word “Token”: "
            f"{BEARS} Token.",
        ),
    ],
)
def test_cards_and_tokens(day: str, one: str, other: str, verdict: str, message: str) -> None:
    found = ask(day, f'same "{one}" "{other}"')
    assert (found.verdict, str(found.reasons[0].message)) == (verdict, message)


def test_what_is_asked_and_reported_can_be_stored_in_sets() -> None:
    card = CardFacts("Gull", legalities={"vintage": "legal"})
    thing = Thing("Gull", card, also_cards={"Gull": card})
    assert len({card, CardFacts("Gull", legalities={"vintage": "legal"})}) == 1
    assert len({thing, Thing("Gull", card, also_cards={"Gull": card})}) == 1
    assert len({Message("%(a)s", {"a": "b"}), Reason("1", Message("x", {"a": "b"}))}) == 2
