"""The name checker's page: `/names/`."""

from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from cards.models import Card, DatedFact
from tests.cards.lookup.named import asked, make_cards
from tests.support.cards import make_name
from tests.support.lending import lent

pytestmark = pytest.mark.usefixtures("named")


named = lent("named", make_cards, upon="twelve_filled")


# ---- The form ----


def test_it_shows_what_may_be_asked(client: Client) -> None:
    page = client.get("/names/").content.decode()
    assert "Name checker" in page
    assert page.count('name="card"') == 2
    assert 'aria-current="page">Do these objects have the same name?' in page
    assert "(19 June 2026), latest" in page
    assert 'class="verdict' not in page


@pytest.mark.parametrize(
    ("kind", "fields"), [("same", 2), ("different", 2), ("choose", 1), ("english", 1), ("refers", 1), ("token", 0)]
)
def test_each_kind_has_its_fields(client: Client, kind: str, fields: int) -> None:
    assert asked(client, f"ask={kind}").count('name="card"') == fields


def test_the_field_of_the_object_called_a_says_so(client: Client) -> None:
    assert "Card (object A)" in asked(client, "ask=refers&card=Gray+Ogre")
    assert "object A" not in asked(client, "ask=english&card=Gray+Ogre")


def test_the_note_of_a_field_and_the_card_page_have_the_same_first_printing(client: Client) -> None:
    first = ["1993-08-05", "lea", "Limited Edition Alpha"]
    DatedFact.objects.create(kind="first", name="Gray Ogre", value=first, days=["2018-11-07"], digest=1)
    assert "first printed in 1993" in asked(client, "ask=english&card=Gray+Ogre")


# ---- One address ----


@pytest.mark.parametrize(
    ("sent", "address"),
    [
        ("card=Gray+Ogre&card=Hill+Giant", "?ask=same&card=Gray+Ogre&card=Hill+Giant"),
        ("ask=same&card=Gray+Ogre&card=&card=Hill+Giant&version=", "?ask=same&card=Gray+Ogre&card=Hill+Giant"),
        ("ask=english&card=++Gray+Ogre&version=latest", "?ask=english&card=Gray+Ogre"),
        ("ask=english&card=Gray+Ogre&version=2012-01-01", "?ask=english&card=Gray+Ogre&version=2011-09-30"),
        ("ask=english&card=Gray+Ogre&utm_source=x", "?ask=english&card=Gray+Ogre"),
        (
            "ask=same&card=Gray+Ogre&zone1=stack&is1=copy&card=Hill+Giant",
            "?ask=same&card=Gray+Ogre@stack,copy&card=Hill+Giant",
        ),
        ("utm_source=x", ""),
    ],
)
def test_every_question_has_one_address(client: Client, sent: str, address: str) -> None:
    response = client.get(f"/names/?{sent}")
    assert response.status_code == 302
    assert response.headers["Location"] == "/names/" + address
    assert client.get("/names/" + address).status_code == 200


def test_the_form_shows_what_the_address_says(client: Client) -> None:
    page = asked(
        client, "ask=same&card=Fire+//+Ice@stack,left&card=Hill+Giant@also=Eleven,+the+Mage&version=2011-09-30"
    )
    assert 'value="Fire // Ice"' in page
    assert '<option value="stack" selected>' in page
    assert '<option value="left" selected>' in page
    assert 'name="also2" value="Eleven, the Mage"' in page
    assert '<option value="2011-09-30" selected>' in page
    # A third field for who wants one more.
    assert page.count('name="card"') == 3


def test_one_press_picks_the_card_of_a_shared_name(client: Client) -> None:
    for name in ("Gray Ogre", "Hill Giant"):
        make_name(Card.objects.get(name=name), "ja", "鬼")
    page = asked(client, f"ask=same&card={quote('鬼')}&card=Gray+Ogre")
    assert "It depends" in page
    assert "/names/?ask=same&card=Hill+Giant&card=Gray+Ogre" in page


# ---- What cannot be asked ----


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("ask=english&card=Island&version=1998-01-01", "No version was in force on 1 January 1998"),
        ("ask=english&card=Island&version=yesterday", "“yesterday” is not a date"),
        ("ask=english&card=Island&version=2011-02-30", "“2011-02-30” is not a date"),
        ("ask=nonsense", "There is no question type “nonsense”"),
        ("ask=english&card=" + "a" * 100_000, "This name has 100000 characters. The maximum is 300."),
        ("ask=different&" + "&".join(["card=Island"] * 900), "This question has 900 cards. The maximum is 20."),
        ("ask=token&subtypes=" + "a" * 5000, "The text is too long. The maximum is 300 characters."),
    ],
    ids=["1998", "no-date", "no-day", "kind", "long-name", "900-cards", "long-subtypes"],
)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "script"])
def test_what_cannot_be_asked_says_why(client: Client, query: str, words: str, headers: dict[str, str]) -> None:
    page = asked(client, query, 400, headers=headers)
    assert words in page
    assert 'role="alert"' in page
    assert len(page) < 200_000


# ---- Scripts, languages, copies ----


def test_a_script_gets_the_answer_alone_and_its_address(client: Client) -> None:
    response = client.get("/names/?card=Gray+Ogre&card=Hill+Giant&card=", headers={"HX-Request": "true"})
    page = response.content.decode()
    assert response.headers["HX-Replace-Url"] == "/names/?ask=same&card=Gray+Ogre&card=Hill+Giant"
    assert "HX-Request" in response.headers["Vary"]
    assert "<html" not in page
    assert 'id="n1-note" hx-swap-oob="true"' in page
    assert 'hx-swap-oob="beforeend:#cards"' not in page


@pytest.mark.parametrize(
    ("query", "option"),
    [("ask=same&card=Gray+Ogre&card=Hill+Giant&with=creature", "with"), ("ask=play&card=Gray+Ogre&by=Fog", "by")],
)
def test_an_option_that_a_question_does_not_use_is_refused(client: Client, query: str, option: str) -> None:
    response = client.get(f"/names/?{query}")
    assert response.status_code == 400
    assert f"does not use “{option}”" in unescape(response.content.decode())
