"""The comparison page: `/compare/<A>/<B>/`, and the form at `/compare/`."""

import datetime
import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.compare import filters
from rulesbase.compare import queries as compare_queries
from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Rule, Version
from tests.support.cards import raise_generation
from tests.support.lending import lent_books
from tests.support.pages import page_of
from tests.support.texts import Book, Place

A, B = "2020-03-01", "2021-03-01"
PAGE = f"/compare/{A}/{B}/"
SHARP = 'A keeper says "<b>dusk</b> & dawn" to the <i>lamp</i>.'
FIRST = (
    Book(datetime.date(2020, 3, 1))
    .with_chapter(201, Place("one"), Place("two"), Place("three", "It’s lit."), Place("goes"), Place("last"))
    .with_chapter(
        304, Place("four", "See rule 201.2."), Place("five", examples=("A lamp is lit at dusk.",)), Place("x", "&")
    )
)
# A new rule comes first; one is reworded, one differs in its apostrophe, one goes to another chapter, one is gone,
# one has another example, one refers to the same rule by its new number.
SECOND = (
    Book(datetime.date(2021, 3, 1), terms=("Harbour", "Pier"))
    .with_chapter(
        201, Place("zero", SHARP), Place("one"), Place("two", "And it ends here."), Place("three", "It's lit.")
    )
    .with_chapter(
        304,
        Place("four", "See rule 201.3."),
        Place("five", examples=("A lamp is lit at dawn.",)),
        Place("x", "&"),
        Place("goes"),
    )
)


two = lent_books(FIRST, SECOND)


def body(client: Client, query: str = "", page: str = PAGE) -> str:
    return page_of(client, page + query)


def shown(html: str) -> list[str]:
    """Return what each change is headed by: its numbers as read."""
    heads = re.findall(
        r'id="c-[^"]*" tabindex="-1"><div class="change-head"><span class="numbers">(.*?)</span><span class="m', html
    )
    return [re.sub(r"<[^>]*>", "", head).replace(" now ", "").strip() for head in heads]


@pytest.mark.usefixtures("two")
def test_changes_between_two_versions_are_listed(client: Client) -> None:
    response = client.get(PAGE)
    html = response.content.decode()
    assert '<time class="then" datetime="2020-03-01">1 March 2020</time>' in html
    assert shown(html) == ["201.1", "201.2 → 201.3", "201.5", "304.1", "304.2", "201.4 → 304.4", "Lantern", "Pier"]
    assert "And it ends here." in html
    assert not response.cookies
    assert "csrfmiddlewaretoken" not in html
    html = body(client)
    assert "1 rule only changed its number." in html
    assert 'class="shifts"' not in html
    html = body(client, "?renumbered=1")
    assert re.search(r'class="shifts".*?>201\.1</a>.*?>201\.2</a>', html, re.S)
    html = body(client)
    assert "1 text differs in typography only." in html
    assert "201.3 → 201.4" not in shown(html)
    html = body(client, "?typography=1")
    assert "201.3 → 201.4" in shown(html)
    assert '<del class="typo">' in html


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("query", "there", "absent"),
    [
        ("?kind=added", "201.1", "304.2"),
        ("?kind=added,removed", "201.5", "304.2"),
        ("?kind=added&kind=removed", "201.5", "304.2"),
        ("?weight=references", "304.1", "201.1"),
        ("?weight=example", "304.2", "201.1"),
        ("?item=glossary", "Pier", "201.1"),
        ("?section=3", "304.2", "201.1"),
        ("?section=304", "304.1", "201.1"),
        ("?section=glossary", "Pier", "201.1"),
    ],
)
def test_filters_show_only_what_they_name(client: Client, query: str, there: str, absent: str) -> None:
    heads = shown(body(client, query))
    assert any(there in head for head in heads)
    assert not any(absent in head for head in heads)


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    "query", ["?kind=nonsense", "?weight=&item=x", "?section=99999", "?section=<b>", "?page=-7", "?page=x"]
)
def test_filters_that_are_none_change_nothing(client: Client, query: str) -> None:
    assert shown(body(client, query)) == shown(body(client))


@pytest.mark.usefixtures("two")
def test_a_moved_rule_and_the_map(client: Client) -> None:
    html = body(client)
    public = Rule.objects.get(entries__edition__version__date=B, entries__number="304.4").public_id
    assert f'id="c-{public}"' in html
    assert f'id="from-{public}"' in html
    assert f'href="?at={public}#c-{public}"' in html
    assert html.index(f'id="from-{public}"') < html.index('id="c304"') < html.index(f'id="c-{public}"')
    assert f'href="/rule/{public}/"' in html
    for part in ("201", "304", "glossary", "2", "3"):
        assert f'href="?section={part}#lst"' in html
    # The same facts as a table.
    assert re.search(r'<th scope="row"><a href="\?section=201#lst">201 [^<]*</a></th><td class="num">4</td>', html)


@pytest.mark.usefixtures("two")
def test_changes_are_shown_side_by_side_whole_and_backwards(client: Client) -> None:
    html = body(client, "?view=side")
    assert 'class="changes-side"' in html
    assert html.count('<span class="sidehead">1 March 2020</span>') == html.count('class="sides"') > 0
    assert "not in this version" in html
    assert ">304.3<" not in body(client)
    assert ">304.3<" in body(client, "?all=1")
    html = body(client, page=f"/compare/{B}/{A}/")
    assert shown(html)[0] == "201.1"
    assert '<time class="now" datetime="2021-03-01">' in html
    assert re.search(r"The version of 1 March 2020 has \d+ rules", html)
    html = body(client, page=f"/compare/{A}/{A}/")
    assert "nothing to compare" in html
    assert 'class="change"' not in html


@pytest.mark.usefixtures("two")
def test_text_is_escaped(client: Client) -> None:
    for query in ("", "?view=side", "?all=1"):
        html = body(client, query)
        assert "&lt;b&gt;dusk&lt;/b&gt; &amp; dawn" in html
        assert "<b>dusk" not in html
    assert "<script>" not in body(client, "?kind=<script>&section=<script>&lang=")


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("a", "b"), [("2020-12-24", B), (A, "latest"), ("2020", "2021")])
def test_any_day_leads_to_the_version_in_force(client: Client, a: str, b: str) -> None:
    response = client.get(f"/compare/{a}/{b}/?view=side")
    assert (response.status_code, response.headers["Location"]) == (302, f"{PAGE}?view=side")


@pytest.mark.usefixtures("two")
def test_what_cannot_be_compared_says_why(client: Client) -> None:
    response = client.get("/compare/1990-01-01/latest/")
    assert response.status_code == 404
    assert "The first version on this site is that of 1 March 2020" in response.content.decode()
    assert client.get("/compare/yesterday/latest/").status_code == 404
    assert "no edition in this language: French" in client.get(f"{PAGE}?lang=fr").content.decode()


@pytest.mark.usefixtures("sample")
def test_the_sample_is_not_compared_with_the_rules(client: Client) -> None:
    Version.objects.filter(date="2021-03-01").update(is_sample=False)
    response = client.get("/compare/2019-03-01/2021-03-01/")
    assert response.status_code == 404
    assert "sample rules cannot be compared" in response.content.decode()


@pytest.mark.usefixtures("sample")
def test_languages_are_read_in_any_case(client: Client) -> None:
    Edition.objects.filter(language="fr").update(language="pt-BR")
    raise_generation()
    assert 'class="text" lang="pt-BR"' in body(client, "?lang=PT-br", "/compare/2019-03-01/2021-03-01/")


@pytest.mark.usefixtures("sample")
def test_french_is_compared_in_french(client: Client) -> None:
    html = body(client, "?lang=fr", "/compare/2019-03-01/2021-03-01/")
    assert 'class="text" lang="fr"' in html
    assert "[ajouté\u00a0: " in html
    assert '<link rel="canonical" href="http://testserver/compare/2019-03-01/2021-03-01/?lang=fr">' in html


@pytest.mark.usefixtures("two")
def test_plain_text_and_json(client: Client) -> None:
    response = client.get(f"{PAGE}?format=txt&section=2")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    text = response.content.decode()
    assert "201.2 -> 201.3 [rule: renumbered, substance]" in text
    assert "‹+ And it ends here.›" in text
    assert "304.2" not in text
    data = json.loads(client.get(f"{PAGE}?format=json").content)
    assert (data["from"], data["to"]) == (A, B)
    assert set(data) >= {"totals", "weights", "changes"}
    moved = next(change for change in data["changes"] if change["kind"] == "moved")
    assert (moved["old_numbers"], moved["new_numbers"], moved["weight"]) == (["201.4"], ["304.4"], "none")


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("query", "numbers"), [("kind=moved", ["201.4"]), ("item=glossary", ["Lantern"]), ("weight=example", ["304.2"])]
)
def test_json_has_the_changes_that_the_filters_name(client: Client, query: str, numbers: list[str]) -> None:
    data = json.loads(client.get(f"{PAGE}?format=json&{query}").content)
    assert [change["old_numbers"] for change in data["changes"] if change["kind"] != "added"] == [numbers]


@pytest.mark.usefixtures("two")
def test_a_known_comparison_takes_three_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(PAGE)
    # The stamp of the content; the public ids of what is shown; notes. No whole text on the page has a reference.
    with django_assert_num_queries(3):
        client.get(PAGE)


@pytest.mark.django_db
def test_many_changes_come_in_parts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "MANY", 30)
    old = FIRST.with_chapter(700, *(Place(f"p{n}") for n in range(17))).with_chapter(
        800, *(Place(f"q{n}") for n in range(17))
    )
    new = SECOND.with_chapter(700, *(Place(f"r{n}") for n in range(32))).with_chapter(
        800, *(Place(f"s{n}") for n in range(17))
    )
    for book in (old, new):
        import_source(book.bytes(), name=f"{book.date}.txt")
    compare_queries._compared.cache_clear()
    html = body(client)
    assert 'id="c201"' in html
    assert 'id="c700"' not in html
    assert 'href="?section=7#lst"' in html
    # A part with more has pages, and each change stands on one of them.
    pages = [body(client, f"?section=7&page={page}") for page in (1, 2)]
    anchors = [anchor for page in pages for anchor in re.findall(r'class="change" id="(c-[^"]*)"', page)]
    assert len(anchors) == len(set(anchors)) > 30
    # Whatever filters there are, what is asked for is all there.
    assert len(anchors) == len(shown(pages[0])) + len(shown(pages[1]))
