"""Suggestions of the search box."""

import datetime
import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cards.models import Card
from rulesbase.imports.import_file import import_source
from tests.support.caches import forget_cards
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BOOK = (
    Book(datetime.date(2020, 3, 1), terms=("Signal Lamp", "Lamp", "Harbour"))
    .with_chapter(201, Place("one", "A gull sleeps."), Place("two", "A keeper trims a lamp."))
    .with_chapter(304, Place("four"), Place("five"))
)


@pytest.fixture(autouse=True)
def _texts() -> Iterator[None]:
    import_source(BOOK.bytes(), name="book.txt")
    Card.objects.create(oracle_id="l", name="Lamp Moth", slug="lamp-moth", layout="x")
    forget_cards()
    yield
    forget_cards()


def suggested(client: Client, typed: str, prefix: str = "") -> list[tuple[str, str]]:
    page = client.get(f"{prefix}/search/suggest/", {"q": typed}).content.decode()
    found = re.findall('data-name="([^"]*)" data-href="([^"]*)"', page)
    return [(html.unescape(name), address) for name, address in found]


def test_terms_and_cards(client: Client) -> None:
    found = suggested(client, "lamp")
    assert found == [
        ("Lamp", "/glossary/2020-03-01/lamp/"),
        ("Signal Lamp", "/glossary/2020-03-01/signal-lamp/"),
        ("Lamp Moth", "/cards/lamp-moth/"),
    ]
    assert suggested(client, "lamp", "/fr")[0] == ("Lamp", "/fr/glossary/2020-03-01/lamp/")


def test_numbers_and_versions(client: Client) -> None:
    assert [address for _, address in suggested(client, "201.")] == [
        "/rules/2020-03-01/201.1/",
        "/rules/2020-03-01/201.2/",
    ]
    assert suggested(client, "march 2020") == [("1 March 2020", "/rules/2020-03-01/")]
    assert suggested(client, "2020") == [("1 March 2020", "/rules/2020-03-01/")]


@pytest.mark.parametrize("typed", ["", " ", '"><script>', "x" * 500, "*", "\\", "名"])
def test_any_input(client: Client, typed: str) -> None:
    page = client.get("/search/suggest/", {"q": typed})
    assert page.status_code == 200
    assert "<script>" not in page.content.decode()


def test_few_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    client.get("/search/suggest/")
    with django_assert_max_num_queries(4):
        client.get("/search/suggest/", {"q": "la"})
