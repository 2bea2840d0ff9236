"""The front page: `/`."""

import datetime
import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.archive.missing_versions import Gap
from rulesbase.imports.import_file import import_source
from rulesbase.models import User
from rulesbase.templatetags import versions
from tests.support.texts import Book, Place

pytestmark = pytest.mark.django_db

FIRST = Book(datetime.date(2020, 3, 1)).with_chapter(
    201, Place("one"), Place("two", children=(Place("two a"),)), Place("three"), Place("four")
)
# One rule is new in front of the others, with a subrule; one reads otherwise; one is gone.
SECOND = FIRST.dated(2021).with_chapter(
    201,
    Place("zero", children=(Place("zero a"),)),
    Place("one"),
    Place("two", "And so it ends.", children=(Place("two a"),)),
    Place("three"),
)


def two_versions() -> None:
    for book in (FIRST, SECOND):
        import_source(book.bytes(), name=f"{book.date}.txt")


def test_the_front_page_shows_the_newest_version(client: Client) -> None:
    two_versions()
    page = client.get("/").content.decode()
    assert '<time class="date" datetime="2021-03-01">1 March 2021</time>' in page
    assert "6 rules" in page
    assert "2 glossary terms" in page
    assert "Rules changed since 1 March 2020" in page
    assert 'href="/rules/2021-03-01/201.1/"' in page


def test_the_example_searches_lead_to_results(client: Client) -> None:
    import_source(FIRST.bytes(), name="first.txt")
    import_source(SECOND.bytes(), name="second.txt")
    import_source(SECOND.dated(2022).bytes(), name="third.txt")
    page = client.get("/").content.decode()
    tries = page[page.index('<p class="tries">') : page.index("</p>", page.index('<p class="tries">'))]
    queries = re.findall(r'href="(/search/\?q=[^"]+)"', tries)
    answers = [client.get(query) for query in queries]
    assert [answer.headers.get("Location") for answer in answers[:2]] == [
        "/rules/2022-03-01/201.1a/",
        "/rules/2021-03-01/201.1a/",
    ]
    assert '<li class="hit' in answers[2].content.decode()


def test_newer_official_versions_are_named_and_curators_can_import_them(
    client: Client, django_user_model: type[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    two_versions()
    days = [datetime.date(2021, 5, 1), datetime.date(2021, 8, 19)]
    monkeypatch.setattr(
        versions, "newer_official", lambda imported: [Gap(day, True, ("https://x.test/",)) for day in days]
    )
    message = "Newer official versions: 1 May 2021, 19 August 2021 (not imported)"
    for path in ("/", "/rules/2021-03-01/", "/downloads/"):
        page = client.get(path).content.decode()
        assert message in page
        assert "/curate/import/" not in page
    curator = django_user_model.objects.create_user("c", password="x")
    curator.user_permissions.add(Permission.objects.get(codename="curate"))
    client.force_login(curator)
    assert 'href="/curate/import/"' in client.get("/").content.decode()


def test_the_changes_are_those_of_the_comparison(client: Client) -> None:
    two_versions()
    page = client.get("/").content.decode()
    compared = client.get("/compare/2020-03-01/2021-03-01/").content.decode()
    diff = re.compile(r'<div class="change-body">(.*?)</div></li>', re.DOTALL)
    assert diff.findall(page) == diff.findall(compared)
    assert re.search(r"<ins>.*And so it ends.*</ins>", page)
    assert 'href="/compare/2020-03-01/2021-03-01/">Compare with 1 March 2020</a>' in page
    figures = re.findall(r'<span class="mark k-(\w+)".*?<dd>(\d+)</dd>', page, re.DOTALL)
    totals = compared[
        compared.index('<ul class="totals"') : compared.index("</ul>", compared.index('<ul class="totals"'))
    ]
    assert figures == [
        (mark, n) for n, mark in re.findall(r'<b>(\d+)</b><span class="mark k-(\w+)"', totals) if mark != "same"
    ]


def test_the_picture_has_a_link_for_each_version_outside_the_tab_order(client: Client) -> None:
    two_versions()
    page = client.get("/versions/").content.decode()
    picture = page[page.index('<svg class="pic"') : page.index("</svg>", page.index('<svg class="pic"'))]
    assert re.findall(r'<a href="(/rules/[\d-]+/)" tabindex="-1">', picture) == [
        "/rules/2020-03-01/",
        "/rules/2021-03-01/",
    ]
    assert "1 March 2021: 6 rules, 3 new or reworded, 0 changed in form only, 3 only renumbered" in picture
    assert "style=" not in picture


def test_a_version_of_the_future_is_not_in_force(client: Client) -> None:
    two_versions()
    import_source(FIRST.dated(2099).bytes(), name="future.txt")
    page = client.get("/").content.decode()
    assert '<time class="date" datetime="2021-03-01">' in page
    assert 'href="/rules/2099-03-01/"' in client.get("/versions/").content.decode()


@pytest.mark.usefixtures("caching")
def test_cached_parts_give_way_to_new_content(client: Client) -> None:
    import_source(FIRST.bytes(), name="first.txt")
    assert "Compare with" not in client.get("/").content.decode()
    import_source(SECOND.bytes(), name="second.txt")
    assert "Compare with" in client.get("/").content.decode()


def test_it_needs_few_queries_and_no_cookie(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    two_versions()
    # Stamp of the content, once for the page and once for the comparison; three of the catalogue; two subrules
    # and a chapter to try; changes counted by version; editions for the figures; four of the comparison;
    # two for the day of the cards. Most are cached.
    with django_assert_max_num_queries(15):
        response = client.get("/")
    assert not response.cookies
    assert "csrfmiddlewaretoken" not in response.content.decode()
