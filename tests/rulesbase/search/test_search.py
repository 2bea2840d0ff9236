"""The search: `/search/?q=`."""

import datetime
import html
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.imports.import_file import import_source
from rulesbase.models import Version
from rulesbase.search.number_or_version import Citation, citation_of
from tests.support.cards import make_set
from tests.support.lending import lent_books
from tests.support.search_requests import ask, numbers, text_of
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

BOOK = (
    Book(datetime.date(2020, 3, 1), terms=("Harbour", "Signal Lamp, Lamp"))
    .with_chapter(
        201,
        Place("one", "A keeper lights the signal lamp at dusk."),
        Place("two", "The lamp of a keeper is no signal.", examples=("Le capitaine a la capacité de nager.",)),
        Place("three", "Pay {W} to light it."),
    )
    .with_chapter(304, Place("four", f"It ends here {'x ' * 300}with one quagga {'y ' * 300}and no more."))
)


def words_marked(page: str) -> set[str]:
    return set(re.findall("<mark>([^<]*)</mark>", page))


_book = lent_books(BOOK)
_two_books = lent_books(BOOK, BOOK.dated(2021))


@pytest.mark.usefixtures("_two_books")
class TestNumbers:
    @pytest.mark.parametrize(
        ("question", "target"),
        [
            ("201.2", "/rules/2021-03-01/201.2/"),
            (" CR 201.2B ", "/rules/2021-03-01/201.2b/"),
            ("rule 201", "/rules/2021-03-01/201/"),
            ("2", "/rules/2021-03-01/2/"),
            ("201.2@2020", "/rules/2020-03-01/201.2/"),
            ("201.2 2020-07-01", "/rules/2020-03-01/201.2/"),
            ("201.2 of 2020", "/rules/2020-03-01/201.2/"),
            ("201.2 in 2020", "/rules/2020-03-01/201.2/"),
            ("201.2 July 2020", "/rules/2020-03-01/201.2/"),
            ("what did 201.2 say in July 2020", "/rules/2020-03-01/201.2/"),
            ("que disait la règle 201.2 en juillet 2020", "/rules/2020-03-01/201.2/"),
            ("201.2b 2020", "/rules/2020-03-01/201.2b/"),
            ("201.2@1995-01-01", "/rules/1995-01-01/201.2/"),
            ("201.2@1985", "/rules/1985-12-31/201.2/"),
            ("201.2 of July 2020", "/rules/2020-03-01/201.2/"),
            ("rule 2012", "/rules/2021-03-01/201.2/"),
            ("july 2020", "/rules/2020-03-01/"),
            ("2020-03-01", "/rules/2020-03-01/"),
            ("magic 2020 rules", "/rules/2020-03-01/"),
        ],
    )
    def test_a_number_leads_to_its_place(self, client: Client, question: str, target: str) -> None:
        response = ask(client, question)
        assert (response.status_code, response["Location"]) == (302, target)

    def test_a_set_leads_to_the_version_of_its_release(self, client: Client) -> None:
        make_set("hrn", "Herons", released="2020-05-07")
        for question in ("herons rules", "rules of Herons", "HRN rules"):
            assert ask(client, question)["Location"] == "/rules/2020-03-01/"
        # A word alone is searched.
        assert ask(client, "herons").status_code == 200

    @pytest.mark.parametrize(
        "question",
        [
            *("Le trône d’Eldraine", "le trone d'eldraine", "エルドレインの王権"),
            *("règles de Ikoria : la terre des béhémoths", "イコリア：巨獣の棲処のルール"),
            *("Édition de base 2021", "基本セット2021"),
        ],
    )
    def test_a_set_leads_there_by_its_french_or_japanese_name(self, client: Client, question: str) -> None:
        Version.objects.filter(date="2020-03-01").update(name="Throne of Eldraine")
        make_set("iko", "Ikoria: Lair of Behemoths", released="2020-04-24")
        assert ask(client, question)["Location"] == "/rules/2020-03-01/"
        # A set of one word is searched in every language.
        assert ask(client, "Carnage").status_code == 200

    def test_in_the_version_asked_for(self, client: Client) -> None:
        assert ask(client, "201.2", version="2020-03-01")["Location"] == "/rules/2020-03-01/201.2/"
        assert ask(client, "201.2", lang="fr")["Location"] == "/rules/2021-03-01/201.2/?lang=fr"

    @pytest.mark.parametrize(
        ("asked", "says"),
        [
            ("20200701", "“20200701” is not a date. Write it as 2011-09-30, or write latest."),
            ("2020-W20-1", "“2020-W20-1” is not a date."),
            (
                "1995",
                "No version was in force on 31 December 1995. The first version on this site is that of 1 March 2020.",
            ),
        ],
    )
    def test_an_unknown_version_gets_a_message(self, client: Client, asked: str, says: str) -> None:
        page = text_of(ask(client, "keeper", version=asked))
        assert says in page
        assert "the latest version (" in page
        assert "201.1" in numbers(page)

    def test_a_year_means_its_last_day(self) -> None:
        assert citation_of("704.5k@2012") == Citation("704.5k", datetime.date(2012, 12, 31))
        assert citation_of("704.5k@2012-02") == Citation("704.5k", datetime.date(2012, 2, 29))


@pytest.mark.usefixtures("_book")
class TestWords:
    def test_a_long_text_is_cut_to_what_was_asked(self, client: Client) -> None:
        page = text_of(ask(client, "quagga"))
        assert "with one <mark>quagga</mark> y" in page
        assert "and no more." not in page

    @pytest.mark.parametrize("question", ["signal lamp", "Lamp", "harbour"])
    def test_a_term_of_that_name_comes_first(self, client: Client, question: str) -> None:
        page = text_of(ask(client, question))
        assert page.index("/glossary/2020-03-01/") < page.index("Exact match")
        assert "hit-of-term" in page[: page.index("Exact match")]

    def test_groups_can_be_seen_alone(self, client: Client) -> None:
        page = text_of(ask(client, "it", **{"in": "304"}))
        assert numbers(page) == ["304.1"]
        assert "in=201" in page

    def test_pages(self, client: Client) -> None:
        book = BOOK.with_chapter(201, *(Place(f"p{at}", "So says the wombat.") for at in range(40)))
        import_source(book.dated(2022).bytes(), name="many.txt")
        first, second = (numbers(text_of(ask(client, "wombat", page=page))) for page in "12")
        assert (len(first), len(second)) == (25, 15)
        assert not set(first) & set(second)
        assert numbers(text_of(ask(client, "wombat", page="x"))) == first

    def test_another_version(self, client: Client) -> None:
        import_source(BOOK.dated(2021).with_chapter(304, Place("five")).bytes(), name="later.txt")
        assert "No text has" in text_of(ask(client, "quagga"))
        assert numbers(text_of(ask(client, "quagga", version="2020-12-31"))) == ["304.1"]
        assert 'name="version" value="2020-12-31"' in text_of(ask(client, "quagga", version="2020-12-31"))

    def test_new_content_is_found_at_once(self, client: Client) -> None:
        assert "No text has" in text_of(ask(client, "okapi"))
        import_source(BOOK.with_chapter(304, Place("four", "An okapi.")).bytes(), name="corrected.txt")
        assert numbers(text_of(ask(client, "okapi"))) == ["304.1"]


@pytest.mark.usefixtures("_book")
class TestNothingFound:
    def test_did_you_mean(self, client: Client) -> None:
        page = text_of(ask(client, "kepeer lamp"))
        assert "Showing results for" in page
        assert "<strong>keeper lamp</strong>" in page

    def test_each_word_is_counted(self, client: Client) -> None:
        page = text_of(ask(client, "keeper quagga"))
        assert "Showing results for" not in page
        assert "in 2 texts" in page
        assert "in 1 text<" in page

    def test_hostile_parameters_do_no_harm(self, client: Client) -> None:
        page = text_of(ask(client, "lamp", version="'--", lang='"><b>', **{"in": "²", "page": "-9"}))
        assert '"><b>' not in page
        assert html.escape('"><b>') in page


class TestElsewhere:
    def test_without_any_version(self, client: Client) -> None:
        assert "There is no text to search yet." in text_of(ask(client, "201.1"))

    def test_without_a_question_it_explains_the_search(self, client: Client) -> None:
        import_source(BOOK.bytes(), name="book.txt")
        assert "How to search" in text_of(ask(client, ""))

    def test_japanese(self, client: Client, sample: None) -> None:
        page = text_of(ask(client, "名前", lang="ja"))
        assert words_marked(page) == {"名前"}
        assert "?lang=ja" in page
        # The page's own language is the first choice.
        assert words_marked(client.get("/ja/search/", {"q": "名前"}).content.decode()) == {"名前"}

    def test_it_needs_few_queries(self, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        import_source(BOOK.bytes(), name="book.txt")
        ask(client, "keeper")
        # Stamp of the content; documents; index of cards as it was; texts of all versions, those that went.
        with django_assert_num_queries(5):
            response = ask(client, "lamp")
        assert not response.cookies
