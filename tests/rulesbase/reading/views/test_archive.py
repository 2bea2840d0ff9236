"""The archive: `/archive/`, `/archive/<date>/<language>/`, `/archive/sources/<id>/` and its file."""

import datetime
import hashlib
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import Layout
from rulesbase.imports.import_file import import_source
from rulesbase.models import Source
from tests.support.lending import lent
from tests.support.texts import Book, Place

DATA = Path(__file__).resolve().parents[3] / "data"
BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(
    201, Place("one", examples=("A jar stands open.",)), Place("two"), Place("three"), Place("four")
)
SCRIPT = "<script>alert(1)</script>"


def imported(book: Book = BOOK, name: str = "book.txt") -> Source:
    return import_source(book.bytes(), name=name, address="https://rules.example/book.txt").source


# It is there in every test; importing it again finds it.
_book = lent("archive-book", imported, autouse=True)


def partial(second: str = "") -> Source:
    """A partial source that has two rules as the book has them and says the third otherwise."""
    places = BOOK.chapters[201]
    lines = [
        "- 201. Chapter of something",
        f"- 201.1 {places[0].text}",
        f"- 201.2 {second or places[1].text}",
        f"- 201.3 {places[2].text}",
        f"- 201.9 {Place('nine').text}",
    ]
    return import_source("\n\n".join(lines).encode(), name="wiki.txt").source


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        # Editions with their versions; sizes and remarks of the sources; partial sources; their agreements; whether
        # this is the sample.
        ("/archive/", 5),
        # Edition with version; its sources; its entries counted; agreements; editions in other languages.
        ("/archive/2020-03-01/en/", 5),
        # The source; its entries; their examples; agreements with versions; agreements for the range; the
        # same places of the edition; their examples.
        ("/archive/sources/{partial}/", 7),
    ],
)
def test_pages_need_few_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, address: str, queries: int
) -> None:
    place = address.format(partial=partial().pk)
    with django_assert_num_queries(queries):
        assert not client.get(place).cookies


class TestArchive:
    def test_versions_and_gaps_are_listed(self, client: Client) -> None:
        page = client.get("/archive/").content.decode()
        assert 'href="/rules/2020-03-01/"' in page
        assert 'href="/archive/2020-03-01/en/"' in page
        assert '<rect class="p-held"' in page
        # Gaps with the addresses of their files.
        assert '<time datetime="1999-11-01">1 November 1999</time>' in page
        assert "MagicCompRules080715.txt" in page

    def test_partial_sources_have_their_range(self, client: Client) -> None:
        imported(BOOK.dated(2021), "later.txt")
        partial()
        page = client.get("/archive/").content.decode()
        assert "wiki.txt" in page
        assert "no version has the same text in all rules of this file. Closest version:" in page
        assert "Rules with the same text: 3. Rules with a different text: 0. " in page
        assert "Rules that are not in that version: 1." in page


class TestEdition:
    def test_an_edition_shows_its_file_and_layout(self, client: Client) -> None:
        source = imported()
        page = client.get("/archive/2020-03-01/en/").content.decode()
        assert source.sha256 in page
        assert "https://rules.example/book.txt" in page
        assert "utf-8" in page
        assert f"/archive/sources/{source.pk}/file" in page
        assert imported().layout == Layout.OFFICIAL
        assert client.get("/archive/20200301/en/").status_code == 404
        page = client.get("/fr/archive/2020-03-01/en/").content.decode()
        assert "<dd>texte officiel</dd>" in page
        data = (DATA / "en" / "typos.txt").read_bytes()
        source = import_source(data, name="typos.txt").source
        assert source.edition
        assert source.issues
        page = client.get(source.edition.get_absolute_url()).content.decode()
        for line, _, _ in source.issues:
            assert f"line {line}<" in page

    def test_remarks_are_in_the_language_of_the_page(self, client: Client) -> None:
        source = imported()
        source.issues = [
            [3, "", Problem.NO_NUMBER % {"number": "100.1"}],
            [4, "", Problem.NO_DEFINITION % {"term": "Tolls & Dues"}],
            [5, "", Problem.OTHER_DATE % {"date": "2020-03-01"}],
            [6, "", "a paragraph without number: kept with 100.1"],
        ]
        source.save()
        for address in (f"/archive/sources/{source.pk}/", "/archive/2020-03-01/en/"):
            page = client.get(f"/fr{address}").content.decode()
            assert "<p>Ce paragraphe n’a pas de numéro. Il a été ajouté à 100.1.</p>" in page
            assert "<p>Le terme «\u202fTolls &amp; Dues\u202f» n’a pas de définition.</p>" in page
            assert "une autre date\u00a0: 1er mars 2020. La date" in page
            # The wording of an older database.
            assert '<p lang="en">a paragraph without number: kept with 100.1</p>' in page
            page = client.get(address).content.decode()
            assert "<p>This paragraph has no number. It was added to 100.1.</p>" in page
            assert "another date: 1 March 2020. The date" in page

    def test_a_corrected_text_stays_readable(self, client: Client) -> None:
        old = imported()
        new = imported(BOOK.with_chapter(201, Place("one"), Place("two"), Place("five")), "again.txt")
        page = client.get("/archive/2020-03-01/en/").content.decode()
        assert "Corrected on" in page
        assert page.index(new.sha256) < page.index(old.get_absolute_url())
        text = client.get(old.get_absolute_url()).content.decode()
        assert Place("four").text in text
        assert "until a corrected file was imported" in text

    def test_partial_sources_beside_it(self, client: Client) -> None:
        source = partial()
        page = client.get("/archive/2020-03-01/en/").content.decode()
        assert f"{source.get_absolute_url()}?version=2020-03-01" in page

    def test_an_edition_made_of_parts(self, client: Client) -> None:
        source = import_source((DATA / "ja" / "article-quote.txt").read_bytes(), name="article.txt").source
        assert source.edition
        page = client.get(source.edition.get_absolute_url()).content.decode()
        assert "Edition put together from partial texts" in page
        assert "article.txt" in page
        assert "part of the edition of " in client.get("/archive/").content.decode()
        assert "part of the edition of " in client.get(source.get_absolute_url()).content.decode()

    @pytest.mark.parametrize("address", ["2020-03-02/en", "2020-03-01/fr", "2020-13-01/en", "yesterday/en"])
    def test_what_is_not_there(self, client: Client, address: str) -> None:
        assert client.get(f"/archive/{address}/").status_code == 404


class TestSource:
    def test_the_text_of_a_source_is_shown(self, client: Client) -> None:
        page = client.get(imported().get_absolute_url()).content.decode()
        assert Place("one").text in page
        assert "A jar stands open." in page
        assert client.get("/archive/sources/99/").status_code == 404
        assert client.get("/archive/sources/99/file").status_code == 404

    def test_a_partial_source_beside_the_edition(self, client: Client) -> None:
        source = partial("Another sentence stands here.")
        page = client.get(source.get_absolute_url()).content.decode()
        beside = page[page.index('aria-labelledby="beside"') : page.index('id="text"')]
        assert "Another sentence stands here." in beside
        assert Place("two").text in beside
        assert Place("one").text not in beside
        assert "2 rules with the same text" in beside
        assert "201.9" in beside

    def test_another_version_can_be_put_beside(self, client: Client) -> None:
        imported(BOOK.dated(2021), "later.txt")
        page = client.get(partial().get_absolute_url() + "?version=2020-03-01").content.decode()
        assert "Compared with the text of 1 March 2020" in page

    def test_a_long_source_is_read_by_chapter(self, client: Client) -> None:
        book = BOOK
        for chapter in range(202, 212):
            book = book.with_chapter(chapter, *(Place(f"{chapter} {at}") for at in range(1, 45)))
        source = imported(book)
        first = client.get(source.get_absolute_url()).content.decode()
        assert Place("one").text in first
        assert Place("205 7").text not in first
        assert Place("205 7").text in client.get(source.get_absolute_url() + "?chapter=205").content.decode()
        assert "Lantern" in client.get(source.get_absolute_url() + "?chapter=1000").content.decode()
        assert client.get(source.get_absolute_url() + "?chapter=²").status_code == 200

    def test_an_article_is_readable(self, client: Client) -> None:
        source = import_source((DATA / "ja" / "article-quote.txt").read_bytes(), name="article.txt").source
        assert source.commentary
        assert 'class="article text" lang="ja"' in client.get(source.get_absolute_url()).content.decode()

    def test_markup_in_a_source_is_text(self, client: Client) -> None:
        source = imported(BOOK.with_chapter(201, Place("one", SCRIPT), Place("two"), Place("three")))
        page = client.get(source.get_absolute_url()).content.decode()
        assert SCRIPT not in page
        assert "&lt;script&gt;" in page


class TestFile:
    def test_the_bytes_come_back_once(self, client: Client) -> None:
        source = imported()
        response = client.get(f"/archive/sources/{source.pk}/file")
        assert response.content == BOOK.bytes()
        assert hashlib.sha256(response.content).hexdigest() == source.sha256
        assert response["Content-Type"] == "text/plain; charset=us-ascii"
        assert response["Content-Disposition"] == 'attachment; filename="book.txt"'
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["ETag"] == f'"{source.sha256}"'
        source = imported()
        again = client.get(f"/archive/sources/{source.pk}/file", HTTP_IF_NONE_MATCH=f'"{source.sha256}"')
        assert (again.status_code, again.content) == (304, b"")

    @pytest.mark.parametrize(
        ("codec", "charset"),
        [("utf-16", "utf-16"), ("utf-16-be", "utf-16be"), ("cp1252", "us-ascii"), ("utf-8-sig", "utf-8")],
    )
    def test_the_encoding_is_stated(self, client: Client, codec: str, charset: str) -> None:
        source = import_source(BOOK.write().encode(codec), name="book.txt").source
        response = client.get(f"/archive/sources/{source.pk}/file")
        assert response["Content-Type"] == f"text/plain; charset={charset}"

    def test_a_page_is_never_shown_as_one(self, client: Client) -> None:
        html = "".join(f"<p>{line}</p>\n" for line in BOOK.write().splitlines())
        source = import_source(f"<!doctype html><body>{html}{SCRIPT}</body>".encode(), name="a/b.html").source
        response = client.get(f"/archive/sources/{source.pk}/file")
        assert response["Content-Type"].startswith("text/plain")
        assert response["Content-Disposition"] == 'attachment; filename="b.html"'
