"""Shared decks in the list of decks: one account cannot fill it."""

import re

import pytest
from django.test import Client

from rulesbase.models import Deck
from rulesbase.study import home_page
from rulesbase.study.decks import actions as decks_actions
from tests.support.studied import make_deck, make_questions, make_reader, put_in

pytestmark = pytest.mark.django_db
MORE = "Not all shared decks are listed."


def shared(page: str) -> list[str]:
    """The names of the decks in the group of what others share."""
    group = page.partition("Shared by others")[2].partition("</details>")[0]
    return re.findall(r'<a href="/study/decks/\w+/">([^<]+)</a>', group)


def listed(**query: str) -> list[str]:
    return shared(Client().get("/study/decks/", query).content.decode())


def share(*found: Deck) -> None:
    Deck.objects.filter(pk__in=[deck.pk for deck in found]).update(is_shared=True)


def test_decks_without_a_card_take_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither do decks with own cards only, which are private."""
    monkeypatch.setattr(home_page, "_MOST_SHARED", 3)
    first, other = make_reader("first"), make_reader("other")
    share(*(make_deck(f"Empty {at}", [], owner=first) for at in range(5)))
    own = decks_actions.create_deck(first, "Only mine")
    decks_actions.write_cards(first, own.public_id, [("a", "b")])
    share(own, make_deck("Useful", make_questions(1), owner=other))
    page = Client().get("/study/decks/").content.decode()
    assert shared(page) == ["Useful"]
    assert MORE not in page


def test_only_cards_that_one_may_see_are_counted(client: Client) -> None:
    owner, friend = make_reader("owner"), make_reader("friend")
    deck = decks_actions.create_deck(owner, "Layers")
    decks_actions.write_cards(owner, deck.public_id, [("a", "b"), ("c", "d")])
    share(deck)
    address = f"/study/decks/{deck.public_id}/"
    for user, cards in ((friend, 0), (owner, 2)):
        client.force_login(user)
        page = client.get(address).content.decode()
        assert (f"{cards} cards" in page, "Study this deck" in page) == (True, cards > 0)
    put_in(deck, *make_questions(1))
    for user, count in ((friend, "1 card\n"), (owner, "3 cards\n")):
        client.force_login(user)
        assert count in client.get(address).content.decode()
        assert count in client.get("/study/decks/").content.decode()


def test_a_deck_that_is_no_longer_shared_is_in_no_list(client: Client) -> None:
    deck, friend = make_deck("Layers", make_questions(1), owner=make_reader("owner")), make_reader("friend")
    share(deck)
    decks_actions.enrol(friend, deck)
    client.force_login(friend)
    assert "Layers" in client.get("/study/?overview").content.decode()
    Deck.objects.filter(pk=deck.pk).update(is_shared=False, name="Secret")
    assert "Secret" not in client.get("/study/?overview").content.decode()
    assert client.get("/study/booth/").status_code == 200


def test_of_one_person_a_few_are_listed_and_the_newest_first() -> None:
    questions, many, few = make_questions(1), make_reader("many"), make_reader("few")
    share(make_deck("Useful", questions, owner=few))
    share(*(make_deck(f"Deck {at}", questions, owner=many) for at in range(9)))
    page = Client().get("/study/decks/").content.decode()
    assert shared(page) == ["Deck 8", "Deck 7", "Deck 6", "Deck 5", "Deck 4", "Useful"]
    assert MORE in page


def test_what_is_sought_is_found_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_page, "_MOST_SHARED", 7)
    questions, many = make_questions(1), make_reader("many")
    share(make_deck("Étude of Layers", questions, owner=make_reader("few")))
    share(*(make_deck(f"Deck {at}", questions, owner=many) for at in range(9)))
    assert listed(q="layers") == listed(q="étude LAYERS") == ["Étude of Layers"]
    assert listed(q="deck") == [f"Deck {at}" for at in range(8, 1, -1)]
    assert listed(q="deck 3") == ["Deck 3"]


def test_own_ones_are_not_among_them(client: Client) -> None:
    user = make_reader("jane")
    share(make_deck("Mine", make_questions(1), owner=user))
    assert listed() == ["Mine"]
    client.force_login(user)
    assert shared(client.get("/study/decks/").content.decode()) == []
