"""Headings that a French page gives to several chapters: the title of the page, and no heading of theirs."""

import datetime

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from tests.support.pages import squeezed
from tests.support.texts import Book, Place

pytestmark = pytest.mark.django_db

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(101, *map(Place, "abc")).with_chapter(102, *map(Place, "def"))
FRENCH = """Règles de Magic en vigueur à compter du 1er mars 2020

101. Titre de la page

101.1. Le bateau porte la lanterne et la ville garde la porte de la maison.

101.2. La ville garde le bateau, et la lanterne de la maison est sous le pont.

102. Titre de la page

102.1. La maison garde le bateau et la porte de la ville est sous la lanterne.

102.2. Le pont de la ville est près de la maison, et le bateau porte la lanterne.
"""


def test_the_title_of_a_page_is_no_heading_of_its_chapters(client: Client) -> None:
    import_source(BOOK.bytes(), name="en.txt", language="en")
    import_source(FRENCH.encode(), name="fr.txt", language="fr")
    for languages in ("fr", "fr,en"):
        page = squeezed(client.get(f"/rules/2020-03-01/102/?lang={languages}").content.decode())
        head = page.partition("<h1")[2].partition("</h1>")[0]
        assert "La maison garde le bateau" in page
        assert "Titre de la page" not in head
        assert "translation missing" in head
    assert "Titre de la page" not in client.get("/rules/2020-03-01/?lang=fr").content.decode()


def test_the_title_of_a_page_in_capitals_is_no_heading(client: Client) -> None:
    import_source(BOOK.bytes(), name="en.txt", language="en")
    alone = FRENCH.partition("102.")[0].replace("Titre de la page", "TITRE DE LA PAGE")
    import_source(alone.encode(), name="fr.txt", language="fr")
    page = squeezed(client.get("/rules/2020-03-01/101/?lang=fr").content.decode())
    head = page.partition("<h1")[2].partition("</h1>")[0]
    assert "Le bateau porte la lanterne" in page
    assert "TITRE DE LA PAGE" not in head
    assert "translation missing" in head
