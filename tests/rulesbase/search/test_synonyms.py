"""Synonyms: the table, and what curators change in it."""

import datetime

import pytest
from django.test import Client

from rulesbase.core.database.write_lock import writing
from rulesbase.engine.data_tables import data_rows
from rulesbase.imports.import_file import import_source
from rulesbase.models import SearchSynonym
from tests.support.search_requests import ask, numbers, text_of
from tests.support.texts import Book, Place

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(
    201,
    Place("one", "Return the lamp to its owner's hand."),
    Place("two", "A gull sleeps."),
    Place("three"),
    Place("four"),
)


def test_the_table_is_sorted_and_has_each_row_once() -> None:
    rows = [(row["language"], row["typed"], row["meaning"]) for row in data_rows("rulesbase/data/slang.csv")]
    assert rows == sorted(set(rows))
    assert {language for language, _, _ in rows} == {"en", "fr", "ja"}
    assert [row for row in rows if row[1] == row[2] or not row[2].strip()] == []


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_synonym_is_searched_and_shown(client: Client) -> None:
    import_source(BOOK.bytes(), name="book.txt")
    page = text_of(ask(client, "bounce a lamp"))
    assert numbers(page)[0] == "201.1"
    assert "Synonyms included in the search:" in page
    assert "return to owner" in page


@pytest.mark.django_db
@pytest.mark.usefixtures("sample")
def test_a_synonym_is_shown_in_its_language(client: Client) -> None:
    with writing():
        SearchSynonym.objects.create(language="fr", typed="bounce", meaning="carte")
    page = text_of(ask(client, "bounce", version="2023-03-01", lang="en,fr"))
    assert '<span lang="fr">carte</span>' in page
    assert '<span lang="en">return to owner' in page


@pytest.mark.django_db
def test_curators_add_and_turn_off_synonyms(client: Client) -> None:
    import_source(BOOK.bytes(), name="book.txt")
    assert "No text has any of these words." in text_of(ask(client, "seabird"))
    with writing():
        SearchSynonym.objects.create(language="en", typed="seabird", meaning="gull")
        SearchSynonym.objects.create(language="en", typed="bounce", meaning="")
    assert numbers(text_of(ask(client, "seabird"))) == ["201.2"]
    assert "Synonyms included in the search:" not in text_of(ask(client, "bounce"))


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["comment marche un lampion et la mouette", "ランプとかもめは何ですか"])
def test_french_and_japanese_terms_find_english_texts(client: Client, asked: str) -> None:
    import_source(BOOK.bytes(), name="book.txt")
    with writing():
        for typed, meaning in (("lampion", "lamp"), ("ランプ", "lamp"), ("mouette", "gull"), ("かもめ", "gull")):
            SearchSynonym.objects.create(language="en", typed=typed, meaning=meaning)
    found = numbers(text_of(ask(client, asked)))
    assert {"201.1", "201.2"} <= set(found)
