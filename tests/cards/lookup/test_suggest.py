"""Suggestions for a field that asks for a card: `/names/suggest/`, and the field in a real browser."""

import datetime
import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from cards.models import Card
from rulesbase.imports.import_file import import_source
from tests.support.browsing import complaints_of
from tests.support.cards import make_card, make_name
from tests.support.texts import Book, Place

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.django_db

ADDRESS = "/names/suggest/"


@pytest.fixture
def lamps() -> None:
    keeper = make_card("Keeper of the Ninth Lamp")
    make_name(keeper, "fr", "Gardien de la lampe")
    make_name(keeper, "ja", "第九灯の番人")
    elder = make_card("Lamplight Elder")
    make_name(elder, "fr", "Brasier")
    make_name(make_card("Blaze"), "fr", "Brasier")
    make_card("Moth")
    make_card("Moth", kind=Card.Kind.TOKEN, slug="moth-token", oracle_id="t", power="1", toughness="2")


@pytest.fixture
def rules() -> None:
    """Some version: without any there is nothing to ask by, and no field."""
    book = Book(datetime.date(2020, 3, 1)).with_chapter(201, *(Place(f"names-{at}") for at in range(4)))
    import_source(book.bytes(), name=f"{book.date}.txt")


def options(html: str) -> list[str]:
    """The options as a reader sees them."""
    found = re.findall(r"<li [^>]*>(.*?)</li>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", re.sub("</?b>", "", option)).split()) for option in found]


def get(client: Client, **query: str) -> str:
    return client.get(ADDRESS, query).content.decode()


@pytest.mark.usefixtures("lamps")
def test_suggestions_as_options_and_as_json(client: Client) -> None:
    html = get(client, q="gardien")
    assert options(html) == ["Keeper of the Ninth Lamp FR printed in French Gardien de la lampe"]
    assert 'role="listbox"' in html
    assert 'data-href="/cards/keeper-of-the-ninth-lamp/"' in html
    assert '<span lang="fr"><b>Gardien</b> de la lampe</span>' in html
    assert 'data-message="1 card"' in html
    found = client.get(ADDRESS, {"q": "brasier", "format": "json"}).json()
    assert found["message"] == "2 cards"
    assert found["candidates"][1] == {
        "name": "Lamplight Elder",
        "slug": "lamplight-elder",
        "address": "/cards/lamplight-elder/",
        "kind": "card",
        "matched": "Brasier",
        "language": "fr",
        "reason": "printed",
        "score": 100.0,
        "warning": "Several cards have this name: Blaze; Lamplight Elder.",
    }


@pytest.mark.usefixtures("lamps")
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("lamplight", "Lamplight Elder"),
        ("lamplihgt elder", "Lamplight Elder similar spelling"),
        ("第九", "Keeper of the Ninth Lamp JA printed in Japanese 第九灯の番人"),
        ("lamplight elder@stack", "Lamplight Elder"),
    ],
    ids=["beginning", "similar spelling", "Japanese", "state"],
)
def test_what_is_reported_of_a_card(client: Client, typed: str, shown: str) -> None:
    assert options(get(client, q=typed))[0] == shown


@pytest.mark.usefixtures("lamps")
def test_names_in_the_language_of_the_page_come_first(client: Client) -> None:
    make_name(make_card("Lambkin"), "fr", "Moth")
    assert options(get(client, q="moth"))[0].startswith("Moth Several cards")
    assert options(get(client, q="moth", lang="fr"))[0].startswith("Lambkin FR")
    french = client.get(f"/fr{ADDRESS}", {"q": "moth"}).content.decode()
    assert options(french)[0].startswith("Lambkin FR")
    assert 'data-href="/fr/cards/lambkin/"' in french


@pytest.mark.usefixtures("lamps")
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", ""),
        ("@stack", ""),
        ("xyzzy", "No card found."),
        ("\u202e\u200b", "No card found."),
        ("x" * 2000, "This name is too long for a card. Enter a shorter name."),
    ],
    ids=["empty", "state", "unknown", "hidden", "long"],
)
def test_nothing_found_is_no_error(client: Client, typed: str, message: str) -> None:
    response = client.get(ADDRESS, {"q": typed})
    assert response.status_code == 200
    assert options(response.content.decode()) == []
    assert re.sub(r"<[^>]+>", "", response.content.decode()).strip() == message
    found = client.get(ADDRESS, {"q": typed, "format": "json"}).json()
    assert (found["message"], found["candidates"]) == (message, [])


def test_names_are_escaped(client: Client) -> None:
    make_card('<b>Lamp</b> "of" the Ninth', slug="lamp")
    html = get(client, q="lamp")
    assert "<b>Lamp</b> &quot;of&quot;" not in html
    assert 'data-name="&lt;b&gt;Lamp&lt;/b&gt; &quot;of&quot; the Ninth"' in html


def test_only_the_browser_keeps_suggestions(client: Client) -> None:
    response = client.get(ADDRESS, {"q": "lamp"})
    assert response.headers["Cache-Control"] == "private, max-age=300"
    assert client.post(ADDRESS, {"q": "lamp"}).status_code == 405


# ---- In a browser ----


def one_request_at_a_time(page: "Page") -> None:
    """Leave out what readies the index, which is asked for beside the test's own question."""
    page.route(re.compile("/names/suggest/$"), lambda route: route.fulfill(status=200, body=""))


@pytest.fixture
def field(browser_page: "Page", lamps: None, rules: None) -> "Locator":
    """The first field of the name checker, empty.

    Tests fill it at one stroke: on a slow machine the list of the first letters may come between the others.
    """
    one_request_at_a_time(browser_page)
    browser_page.goto("/names/")
    return browser_page.locator("main input[data-combo]").first


def test_by_keyboard(browser_page: "Page", field: "Locator") -> None:
    complaints = complaints_of(browser_page)
    field.focus()
    expect(field).to_have_attribute("role", "combobox")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.fill("brasier")
    choices = browser_page.locator("[role=listbox] [role=option]")
    expect(choices).to_have_count(2)
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(browser_page.locator(f"#{field.get_attribute('aria-controls')}")).to_have_attribute("role", "listbox")
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(choices.nth(1)).to_have_attribute("aria-selected", "true")
    expect(choices.nth(0)).to_have_attribute("aria-selected", "false")
    expect(field).to_have_attribute("aria-activedescendant", choices.nth(1).get_attribute("id") or "none")
    field.press("ArrowUp")
    expect(choices.nth(0)).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect(field).to_have_value("Blaze")
    expect(choices).to_have_count(0)
    expect(field).to_have_attribute("aria-expanded", "false")
    assert complaints == []


def test_escape_closes_and_keeps_what_was_typed(browser_page: "Page", field: "Locator") -> None:
    field.fill("brasier")
    choices = browser_page.locator("[role=listbox] [role=option]")
    expect(choices).to_have_count(2)
    field.press("Escape")
    expect(choices).to_have_count(0)
    expect(field).to_have_value("brasier")
    field.press("ArrowDown")
    expect(choices).to_have_count(2)
    field.press("Tab")
    expect(choices).to_have_count(0)


def test_the_search_of_cards_opens_the_card(browser_page: "Page", lamps: None) -> None:
    one_request_at_a_time(browser_page)
    browser_page.goto("/cards/")
    field = browser_page.locator("main input[data-combo]").first
    room = field.bounding_box()
    field.fill("gardien de la lamqe")
    expect(browser_page.locator("[role=listbox] [role=option]")).to_have_count(1)
    # The list floats: nothing of the page moves.
    assert field.bounding_box() == room
    field.press("ArrowDown")
    field.press("Enter")
    expect(browser_page).to_have_url(re.compile("/cards/keeper-of-the-ninth-lamp/$"))
