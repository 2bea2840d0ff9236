"""A site that was just installed, into which nothing was brought: every page that a page leads to says what it can."""

import datetime
import re
from html import unescape

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from tests.cards.lookup.named import make_cards
from tests.support.texts import Book, Place

pytestmark = pytest.mark.django_db

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(201, Place("one"), Place("two"), Place("three"), Place("four"))
_LINK = re.compile(r'href="(/[^"#]*)"')
_LISTS = re.compile(r'<nav class="mainnav".*?</nav>|<footer.*?</footer>', re.DOTALL)
NO_CARDS = {
    "": "There are no cards here yet.",
    "/fr": "Il n’y a pas encore de cartes ici.",
    "/ja": "カードはまだありません。",
}
NO_RULES = {
    "": "No version of the rules has been imported yet.",
    "/fr": "Aucune version des règles n’a encore été importée.",
    "/ja": "ルールの版はまだ取り込まれていません。",
}


@pytest.mark.parametrize("language", ["", "/fr", "/ja"])
def test_masthead_and_foot_lead_to_pages(client: Client, language: str) -> None:
    page = client.get(f"{language}/").content.decode()
    links = {unescape(link) for part in _LISTS.findall(page) for link in _LINK.findall(part)}
    assert {f"{language}/{name}/" for name in ("rules", "glossary", "compare", "names", "cards", "study")} <= links
    answers = {link: client.get(link, follow=True) for link in links}
    assert {link: answer.status_code for link, answer in answers.items() if answer.status_code != 200} == {}
    assert [link for link, answer in answers.items() if "<h1" not in answer.content.decode()] == []


@pytest.mark.parametrize("language", ["", "/fr", "/ja"])
@pytest.mark.parametrize(
    "query", ["", "?ask=same&card=Wick&card=Wax", "?ask=choose&card=Wick&version=2013-02-01", "?ask=x"]
)
def test_nothing_can_be_asked_of_names(client: Client, language: str, query: str) -> None:
    response = client.get(f"{language}/names/{query}", follow=True)
    page = response.content.decode()
    assert response.status_code == 200
    assert NO_CARDS[language] in page
    assert NO_RULES[language] in page
    assert 'id="nameform"' not in page
    assert 'class="examples"' not in page


def test_without_cards_a_token_can_be_named(client: Client) -> None:
    import_source(BOOK.bytes(), name=f"{BOOK.date}.txt")
    page = client.get("/names/").content.decode()
    assert NO_CARDS[""] in page
    assert NO_RULES[""] not in page
    assert 'id="nameform"' in page
    # These are of cards that are not here.
    assert 'class="examples"' not in page
    page = client.get("/names/?ask=token&subtypes=Goblin+Scout").content.decode()
    assert 'class="verdict' in page
    # A day before all rules is still none.
    assert client.get("/names/?ask=token&subtypes=Goblin&version=1990-01-01").status_code == 400


def test_without_rules_cards_have_no_names_to_check(client: Client) -> None:
    make_cards()
    page = client.get("/names/?ask=same&card=Gray+Ogre&card=Hill+Giant").content.decode()
    assert NO_CARDS[""] not in page
    assert NO_RULES[""] in page
    assert 'class="examples"' not in page


def test_a_search_among_no_cards_finds_that_there_are_none(client: Client) -> None:
    assert NO_CARDS[""] in client.get("/cards/?q=wick").content.decode()
    make_cards()
    page = client.get("/cards/?q=wick").content.decode()
    assert NO_CARDS[""] not in page
    assert "No card with “wick” in its name" in page


def test_a_step_of_the_path_is_not_called_gone_where_nothing_ever_was(client: Client) -> None:
    gone = "(no longer in the current rules)"
    assert gone not in client.get("/study/path/first/").content.decode()
    import_source(BOOK.bytes(), name=f"{BOOK.date}.txt")
    assert gone in client.get("/study/path/first/").content.decode()
