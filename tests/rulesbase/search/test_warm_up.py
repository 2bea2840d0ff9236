"""A process is prepared for its first search, and starts without a database too."""

import datetime

import pytest
from django.db import DatabaseError, connections
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.search import warm_up
from rulesbase.search.candidates import _searched_texts
from tests.support.texts import Book, Place

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(201, *(Place(f"p{at}", f"A lamp {at}.") for at in range(4)))


@pytest.mark.django_db
def test_the_first_search_builds_no_index(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    import_source(BOOK.bytes(), name="book.txt")
    monkeypatch.setattr(connections, "close_all", lambda: None)
    warm_up.warm_up()
    built = _searched_texts.cache_info().misses
    client.get("/search/", {"q": "lamp"})
    assert _searched_texts.cache_info().misses == built


@pytest.mark.django_db
def test_indexes_need_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that import read the indexes; the addresses of a document would load all views."""
    import_source(BOOK.bytes(), name="book.txt")
    monkeypatch.setattr("rulesbase.core.document_urls._urlconf", pytest.fail)
    built = _searched_texts.cache_info().misses
    warm_up.read_indexes()
    assert _searched_texts.cache_info().misses == built + 1


def test_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(warm_up, "catalogue", broken)
    monkeypatch.setattr(connections, "close_all", lambda: None)
    warm_up.warm_up()
