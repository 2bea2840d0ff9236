"""Which cards a typed name may mean: one, or a list of them."""

import pytest
from django.test import Client

from cards.lookup.find_cards import card_meant, find_cards
from cards.lookup.which_card import cards_meant
from tests.support.cards import make_card, make_name

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    for name in ("Oda", "Oda, Heron Queen", "Oda of the Marsh", "Oda's Lantern", "Marsh Lantern", "Ember Shrine"):
        make_card(name if name != "Oda" else "Wild Oda Herd", type_line="Creature")
    make_card("Oda", kind="nothing", type_line="Card")
    for name in ("Marsh Lantern", "Ember Shrine"):
        make_name(make_card(f"{name} Keeper"), "ja", "灯り")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        # A short name: what follows a comma first, then a space; a possessive is another name.
        ("oda", ["Oda, Heron Queen", "Oda of the Marsh"]),
        ("oda of", ["Oda of the Marsh"]),
        ("embr shrine", ["Ember Shrine"]),
        ("lantern", ["Marsh Lantern", "Marsh Lantern Keeper", "Oda's Lantern"]),
        ("灯り", ["Ember Shrine Keeper", "Marsh Lantern Keeper"]),
        ("Ember Shrine", ["Ember Shrine"]),
    ],
)
def test_the_cards_that_may_be_meant(typed: str, names: list[str]) -> None:
    found = [one.name for one in cards_meant(typed, 6)]
    assert (found if typed == "oda" else sorted(found)) == names


def test_a_whole_name_in_any_spelling_is_one_card() -> None:
    both = make_card("Ember // Sleet", [{"name": "Ember"}, {"name": "Sleet"}], layout="split", slug="ember-sleet")
    lamp = make_card("Dûl's Lantern")
    assert [card_meant(typed) for typed in ("Ember//Sleet", "ember  //sleet", "ember-sleet")] == [both] * 3
    assert [card_meant(typed) for typed in ("Dul’s lantern", "DÛL'S LANTERN", "duls-lantern")] == [lamp] * 3
    assert [card_meant(typed) for typed in ("Ember Shr", "lantern", "")] == [None] * 3


def test_an_ambiguous_name_is_answered_by_a_list(client: Client) -> None:
    address = "/api/v1/card/fuzzy?name=oda"
    line = client.get(address, headers={"Accept": "text/plain"})
    assert line.content.decode().strip() == "Several cards: Oda, Heron Queen; Oda of the Marsh"
    found = client.get(address, headers={"Accept": "application/json"}).json()
    assert [one["name"] for one in found["candidates"]] == ["Oda, Heron Queen", "Oda of the Marsh"]
    clear = client.get("/api/v1/card/fuzzy?name=oda+of", headers={"Accept": "application/json"}).json()
    assert (clear["name"], clear["candidates"]) == ("Oda of the Marsh", [])


def test_an_article_does_not_decide_between_cards() -> None:
    for name in ("Fen Ring", "Keeper of the Ring", "Marble Ring"):
        make_card(name)
    assert {"Fen Ring", "Keeper of the Ring"} <= {one.name for one in cards_meant("the ring", 6)}
    assert [one.name for one in cards_meant("the marble ring", 6)] == ["Marble Ring"]


def test_the_whole_name_of_a_helper_card_comes_before_a_card_with_its_words() -> None:
    make_card("The Regent", kind="nothing", type_line="Card", layout="token")
    make_card("Fen Regent")
    assert find_cards("The Regent")[0].name == "The Regent"
