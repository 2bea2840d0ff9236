"""The search page beyond words in one edition: order, groups, languages, cards, all versions, hostile questions."""

import datetime
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from cards.models import Card, PrintedName
from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Rule, Wording
from rulesbase.search import page as search_page
from tests.support.caches import forget_cards
from tests.support.cards import raise_generation
from tests.support.desk_texts import approve_text
from tests.support.lending import lent_books
from tests.support.pages import squeezed
from tests.support.search_requests import ask, numbers, text_of
from tests.support.texts import Book, Place

BOOK = (
    Book(datetime.date(2020, 3, 1), terms=("Signal Lamp", "Harbour"))
    .with_chapter(201, *(Place(f"a{at}", "A keeper trims a lamp.") for at in range(6)), Place("b", "A keeper signals."))
    .with_chapter(304, *(Place(f"c{at}", "The lamp of a keeper.") for at in range(6)), Place("d", "x", ("A lamp.",)))
)


def headings(page: str) -> list[str]:
    return [re.sub("<[^>]*>", "", heading).strip() for heading in re.findall("<h2[^>]*>(.*?)</h2>", page, re.S)]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget_cards()
    yield
    forget_cards()


_book = lent_books(BOOK)
_versions = lent_books(
    *(
        BOOK.dated(year).with_chapter(304, Place("c", tail), Place("e"))
        for year, tail in ((2018, "It hums."), (2019, "It glows."), (2020, "It glows."), (2021, "It rests."))
    )
)


@pytest.mark.usefixtures("_book")
class TestPage:
    def test_one_list_that_groups_limit(self, client: Client) -> None:
        page = text_of(ask(client, "lamp keeper"))
        assert headings(page)[0] == "Top results"
        assert len(set(numbers(page))) == len(numbers(page)) == 12
        assert len(numbers(text_of(ask(client, "lamp keeper", **{"in": "201"})))) == 6

    def test_each_hit_says_why_it_is_shown(self, client: Client) -> None:
        page = re.sub("<[^>]*>", "", text_of(ask(client, "lamp bounce chapter")))
        assert "Why this result is shown" in page
        assert "In the text: lamp" in page
        assert "In a heading above this text: chapter" in page

    def test_words_that_no_text_has_lead_to_similar_titles(self, client: Client) -> None:
        page = text_of(ask(client, "harzqxwv"))
        assert "These titles are the nearest." in page
        assert "Similar title" in page
        assert "Harbour" in page

    def test_each_hit_says_where_it_stands(self, client: Client) -> None:
        assert "2 Part 2</span> / <span>201 Chapter of" in text_of(ask(client, "signals"))

    def test_examples_are_a_group(self, client: Client) -> None:
        page = text_of(ask(client, "lamp", **{"in": "examples"}))
        assert numbers(page) == ["304.7"]
        assert "Example of 304.7" in page

    def test_what_has_most_of_the_words(self, client: Client) -> None:
        page = text_of(ask(client, "keeper signals loudly harbourmaster"))
        assert "No text has all of these words" in page
        assert numbers(page)[0] == "201.7"

    def test_only_the_first_page_says_that_no_text_has_all_words(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search_page, "_PER_PAGE", 5)
        assert "No text has all of these words" in text_of(ask(client, "lamp keeper loudly"))
        second = text_of(ask(client, "lamp keeper loudly", page="2"))
        assert numbers(second)
        assert "Partial matches" in second
        assert "No text has all of these words" not in second


@pytest.mark.usefixtures("sample")
class TestLanguages:
    def test_several_at_once(self, client: Client) -> None:
        page = text_of(ask(client, "deck", version="2023-03-01", lang="en,fr"))
        assert "?lang=fr" in page
        assert numbers(page).count("201.3b") == 2
        assert numbers(text_of(ask(client, "deck", version="2023-03-01", lang="fr"))).count("201.3b") == 1

    def test_languages_are_read_in_any_case(self, client: Client) -> None:
        for model in (Edition, Wording):
            model.objects.filter(language="fr").update(language="pt-BR")
        raise_generation()
        for version in ("2023-03-01", "all"):
            assert '/?lang=pt-BR"' in text_of(ask(client, "deck", version=version, lang="PT-br"))

    def test_japanese_letters_need_no_choice(self, client: Client) -> None:
        assert "<mark>裏向き</mark>" in text_of(ask(client, "裏向き"))

    def test_the_page_has_its_language_and_english(self, client: Client) -> None:
        page = text_of(ask(client, "deck", "/fr"))
        assert {"201.3b"} == set(numbers(page)) & {"201.3b"}
        assert numbers(page).count("201.3b") == 2

    def test_carried_texts_are_found(self, client: Client) -> None:
        _import_newer_english()
        page = text_of(ask(client, "interchangeables", lang="fr", version="2024-03-01"))
        assert "201.3" in numbers(page)
        assert "translation from another version" in page
        # This version has no French titles: the English ones above the text are marked as English.
        assert '<p class="where"><span>2 ' in page

    @pytest.mark.parametrize("has_edition", [True, False])
    def test_a_text_of_the_desk_is_found_as_one_of_its_version(self, client: Client, has_edition: bool) -> None:
        if not has_edition:
            _import_newer_english()
        day = "2023-03-01" if has_edition else "2024-03-01"
        approve_text("fr", "201.3", day, "Une règle inédite.")
        page = text_of(ask(client, "inédite", lang="fr", version=day))
        assert "201.3" in numbers(page)
        assert "translation from another version" not in page

    def test_the_newest_text_of_a_language_is_its_current_one(self, client: Client) -> None:
        _import_newer_english()
        page = text_of(ask(client, "interchangeables", lang="fr", version="all"))
        assert "The newest version contains these words." in page
        assert "since <time" in page


def _import_newer_english() -> None:
    """Add a version of 2024 that has no other languages."""
    from rulesbase.imports.sample import FOLDER

    english = (FOLDER / "2023-03-01.en.txt").read_text(encoding="utf-8")
    import_source(english.replace("March 1, 2023", "March 1, 2024").encode(), name="2024.txt", sample=True)


class TestCards:
    @pytest.fixture(autouse=True)
    def _cards(self, _book: None) -> None:
        for at, name in enumerate(("Warden of Lamps", "Keeper", "Lamp Moth")):
            card = Card.objects.create(oracle_id=str(at), name=name, slug=name.lower().replace(" ", "-"), layout="x")
            PrintedName.objects.create(card=card, language="fr", name=f"{name} en français", key=f"{at}")

    @pytest.mark.parametrize("question", ["Warden of Lamps", "warden of lamps", "Warden of Lamps en français"])
    def test_a_name_leads_to_the_card(self, client: Client, question: str) -> None:
        response = ask(client, question)
        assert (response.status_code, response["Location"]) == (302, "/cards/warden-of-lamps/")

    @pytest.mark.parametrize(
        "question",
        [
            "rulings of warden of lamps",
            "Warden of Lamps rulings",
            "décisions sur Warden of Lamps en français",
            "Keeperの裁定",
        ],
    )
    def test_who_asks_for_rulings_gets_those_of_the_card(self, client: Client, question: str) -> None:
        card = "keeper" if "Keeper" in question else "warden-of-lamps"
        assert ask(client, question)["Location"] == f"/cards/{card}/#rl"

    def test_rulings_of_no_card_are_words(self, client: Client) -> None:
        assert "Location" not in ask(client, "signal rulings")

    def test_quotes_look_for_the_words(self, client: Client) -> None:
        assert "No text has" in text_of(ask(client, '"Warden of Lamps"'))

    def test_a_word_that_is_a_card_too_is_looked_for(self, client: Client) -> None:
        page = squeezed(text_of(ask(client, "keeper")))
        assert re.search(r'<a href="/cards/keeper/" ?>Keeper</a>', page)
        assert numbers(page)

    def test_cards_that_begin_so_are_listed(self, client: Client) -> None:
        assert "/cards/lamp-moth/" in text_of(ask(client, "lamp"))

    def test_cards_are_listed_where_no_text_is(self, client: Client) -> None:
        PrintedName.objects.create(card=Card.objects.get(slug="keeper"), language="ja", name="力自慢", key="ja")
        forget_cards()
        assert "/cards/keeper/" in text_of(ask(client, "力"))

    def test_a_mistyped_card_is_found_where_the_rules_have_nothing(self, client: Client) -> None:
        assert "/cards/warden-of-lamps/" in text_of(ask(client, "wardn of lamsp"))

    @pytest.mark.parametrize(
        ("question", "slug"),
        [("may I name Warden of Lamps", "warden-of-lamps"), ("is a copy of lampp the same", "lampp")],
    )
    def test_cards_within_a_sentence_are_listed(self, client: Client, question: str, slug: str) -> None:
        Card.objects.create(oracle_id="d", name="Lampp", slug="lampp", layout="x")
        forget_cards()
        page = text_of(ask(client, question))
        assert re.findall(r'href="/cards/([\w-]+)/"', page) == [slug]

    def test_a_rule_with_all_the_words_in_its_title_stays(self, client: Client) -> None:
        Card.objects.create(oracle_id="d", name="Lamp // Signal", slug="lamp-signal", layout="split")
        forget_cards()
        page = text_of(ask(client, "lamp signal"))
        assert "/cards/lamp-signal/" in page
        assert "hit-of-term" in page

    def test_words_of_card_names_are_not_respelled(self, client: Client) -> None:
        Card.objects.create(oracle_id="d", name="Lampp", slug="lampp", layout="x")
        forget_cards()
        page = text_of(ask(client, "lampp keeper"))
        assert "Showing results for" not in page
        assert "<s>lampp</s>" in page


@pytest.mark.usefixtures("_versions")
class TestAllVersions:
    def test_first_and_last(self, client: Client) -> None:
        page = text_of(ask(client, "glows", version="all"))
        assert "1 March 2019" in page
        assert "The last version with these words is" in page
        assert 'versions from <time datetime="2019-03-01">1 March 2019</time> to' in page
        assert page.count('class="whenbar"') == 2
        rule = Rule.objects.get(entries__number="304.1", entries__edition__version__date="2020-03-01")
        assert f'href="/rule/{rule.public_id}/"' in page
        assert 'current wording: <a href="/rules/2021-03-01/304.1/">304.1</a>' in page

    def test_still_there(self, client: Client) -> None:
        page = text_of(ask(client, "rests", version="all"))
        assert "The newest version contains these words." in page
        assert "since <time" in page

    def test_nowhere(self, client: Client) -> None:
        assert "No version has all of these words" in text_of(ask(client, "quagga", version="all"))


HOSTILE = [
    '"', "'", "\\", "((((", "%_%", "[a-z]+", "a*b", "*", "-", "--", "NOT lamp", "lamp AND", "lamp OR NEAR(", "rowid:1",
    "tokens:lamp", "^lamp", "{lamp keeper}", "{a,b}", "{'}", "lamp' & !'x", "lamp:*", "'lamp':A",
    "'; DROP TABLE rulesbase_wording; --", "<script>alert(1)</script>", "\u202elamp", "🃏", "lamp\r\nX: y",
    '-"lamp', '"lamp', "“lamp", "-{w}", "{" * 50, "ﷺ" * 60, "e\u0301" * 90, "\u0301" * 99, "ﾞ" * 50, "1" * 200,
    "+1/+1" * 40, "\ud7ff", "\x01",
]  # fmt: skip
LONG = ["x" * 10_000, '"' * 10_000, "a " * 5000, "名" * 4000]


@pytest.mark.slow
@pytest.mark.usefixtures("_book")
@pytest.mark.parametrize(
    "more",
    [{}, {"version": "all"}, {"lang": "ja,fr,en", "in": "examples", "page": "9" * 20}],
    ids=["plain", "all versions", "parameters"],
)
def test_hostile_questions(client: Client, more: dict[str, str]) -> None:
    for question in (*HOSTILE, *LONG):
        response = ask(client, question, **more)
        assert response.status_code in (200, 302), question[:50]
        assert b"<script>alert" not in response.content, question[:50]
