"""/cards/: filters, order, pages, addresses, and what it says where there is nothing."""

import datetime
from html import unescape

import pytest
from django.test import Client

from tests.support.cards import make_card, make_name, make_ruling, make_set, raise_generation
from tests.support.queries import queries_of

pytestmark = pytest.mark.django_db
LIST = "/cards/"


def shelve() -> None:
    """Six cards proper, a token and a picture."""
    old = make_set("old", "The Old Set", "1998-05-01")
    new = make_set("new", "The New Set", "2020-05-01")
    day = datetime.date
    lamp = make_card(
        "Brass Lamp", type_line="Artifact", mana_cost="{2}", mana_value=2, first_set=old, released=day(1998, 5, 1)
    )
    make_name(lamp, "fr", "Lampe d’airain", old)
    make_name(lamp, "ja", "真鍮のランプ", new)
    make_ruling(lamp, "2004-10-04", "It stays lit.")
    make_card(
        "Keeper of Lamps",
        type_line="Legendary Creature — Human Wizard",
        colors="WU",
        first_set=new,
        released=day(2020, 5, 1),
    )
    make_card("Lamplight", type_line="Instant", colors="W", mana_value=1, first_set=old, released=day(1998, 5, 1))
    make_card("Lïmp // Lamp-Post", layout="split", colors="R", faces=[
        {"name": "Lïmp", "mana_cost": "{R}", "type_line": "Instant"},
        {"name": "Lamp-Post", "mana_cost": "{1}{R}", "type_line": "Sorcery"},
    ])  # fmt: skip
    make_card("Moth", type_line="Creature — Insect", colors="G")
    make_card("Salt", type_line="Land")
    make_card("Moth Token", type_line="Token Creature — Insect", kind="token", layout="token")
    make_card("Lamp Picture", kind="nothing", layout="art_series")
    raise_generation()


def names(client: Client, query: str = "") -> list[str]:
    response = client.get(f"{LIST}?{query}" if query else LIST)
    assert response.status_code == 200, (query, response.headers.get("Location"))
    return [card.name for card, _printed in response.context["rows"]]


def test_cards_are_listed_and_found_by_name(client: Client) -> None:
    shelve()
    assert names(client) == ["Brass Lamp", "Keeper of Lamps", "Lamplight", "Lïmp // Lamp-Post", "Moth", "Salt"]
    page = client.get(LIST).content.decode()
    assert 'href="/cards/brass-lamp/"' in page
    assert 'aria-label="2 generic mana"' in page
    assert "6 cards" in page
    page = client.get(LIST, {"q": "airain"}).content.decode()
    assert '<span lang="fr">Lampe d’airain</span>' in page
    assert "真鍮のランプ" not in page
    page = unescape(client.get(LIST, {"q": "bras lanp"}).content.decode())
    assert "No card with “bras lanp” in its name" in page
    assert "Did you mean" in page
    assert 'href="/cards/brass-lamp/"' in page
    assert "No card matches all of these filters" in client.get(LIST, {"type": "battle"}).content.decode()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=lamp", ["Lamplight", "Brass Lamp", "Keeper of Lamps", "Lïmp // Lamp-Post"]),
        ("q=Brass+Lamp", ["Brass Lamp"]),
        ("q=%E7%9C%9F%E9%8D%AE", ["Brass Lamp"]),
        # Spelled otherwise: the index of names knows it.
        ("q=limp", ["Lïmp // Lamp-Post"]),
        ("q=lampe+d%27airain", ["Brass Lamp"]),
        ("type=legendary+wizard", ["Keeper of Lamps"]),
        ("type=instant+sorcery", []),
        ("color=w&color=u", ["Keeper of Lamps"]),
        ("color=w&only=1", ["Lamplight"]),
        ("color=c", ["Brass Lamp", "Salt"]),
        ("set=old", ["Brass Lamp", "Lamplight"]),
        ("set=OLD", ["Brass Lamp", "Lamplight"]),
        ("layout=split", ["Lïmp // Lamp-Post"]),
        ("rulings=1", ["Brass Lamp"]),
        ("kind=token", ["Moth Token"]),
        ("q=moth&kind=all", ["Moth", "Moth Token"]),
        # Cards without a day come last.
        ("sort=old", ["Brass Lamp", "Lamplight", "Keeper of Lamps", "Lïmp // Lamp-Post", "Moth", "Salt"]),
        ("sort=new", ["Keeper of Lamps", "Brass Lamp", "Lamplight", "Lïmp // Lamp-Post", "Moth", "Salt"]),
        ("sort=value", ["Keeper of Lamps", "Lïmp // Lamp-Post", "Moth", "Salt", "Lamplight", "Brass Lamp"]),
        ("q=lamp&type=artifact&set=old&rulings=1", ["Brass Lamp"]),
    ],
)
def test_filters_list_the_cards_that_fit(client: Client, query: str, expected: list[str]) -> None:
    shelve()
    assert names(client, query) == expected


def test_jokes_and_digital_cards_come_last(client: Client) -> None:
    make_card("Aardvark Joke", legalities={"vintage": "not_legal"})
    make_card("Abacus (Digital)", legalities={"alchemy": "legal"})
    make_card("Zither", legalities={"vintage": "restricted"})
    raise_generation()
    assert names(client) == ["Zither", "Aardvark Joke", "Abacus (Digital)"]


@pytest.mark.parametrize(
    ("query", "usual"),
    [
        ("q=&type=&set=&layout=&kind=card&sort=", ""),
        ("color=u&color=w", "color=w&color=u"),
        ("type=land&q=salt", "q=salt&type=land"),
        ("rulings=on", "rulings=1"),
        ("utm_source=x", ""),
        ("page=99", ""),
        ("q=%20lamp%20", "q=lamp"),
    ],
)
def test_one_address_for_each_choice(client: Client, query: str, usual: str) -> None:
    shelve()
    response = client.get(f"{LIST}?{query}")
    assert response.status_code == 302
    assert response.headers["Location"] == (f"{LIST}?{usual}" if usual else LIST)
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize("query", ["color=x", "kind=x", "sort=x", "q=" + "x" * 201, "set=" + "x" * 40])
def test_what_cannot_be_read_is_reported(client: Client, query: str) -> None:
    shelve()
    response = client.get(f"{LIST}?{query}")
    assert response.status_code == 200
    assert "This filter is not valid" in response.content.decode()


def test_a_long_list_has_pages(client: Client) -> None:
    for at in range(65):
        make_card(f"Card {at:02}")
    first = client.get(LIST).content.decode()
    assert "65 cards" in first
    assert "1 to 60" in first
    assert 'rel="next"' in first
    assert names(client, "page=2") == [f"Card {at}" for at in range(60, 65)]


def test_markup_is_escaped(client: Client) -> None:
    make_card("<script>Lamp", slug="s")
    raise_generation()
    page = client.get(LIST, {"q": "<script>l"}).content.decode()
    assert "<script>L" not in page
    assert "&lt;script&gt;Lamp" in page


def test_few_queries_however_many_cards(client: Client) -> None:
    shelve()
    # The stamp, the number of cards, the keys of a page, its cards, their faces.
    assert queries_of(client, LIST) == 5
    # Besides them: the state of the index of names, two cards with their faces, the printed names; the set by its code.
    assert queries_of(client, f"{LIST}?q=lamp") <= 9
    for at in range(50):
        make_card(f"Lamp {at}", type_line="Artifact")
    raise_generation()
    assert queries_of(client, LIST) == 5
    assert queries_of(client, f"{LIST}?q=lamp") <= 9
