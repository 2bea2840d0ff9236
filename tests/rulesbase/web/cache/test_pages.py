"""Cached pages: who gets them, what is in them, and when they are rendered again."""

import datetime
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from rulesbase.core.content_version import content_stamp
from rulesbase.models import State
from rulesbase.web.cache.pages import code_digest
from tests.support.make import make_user

pytestmark = pytest.mark.django_db
visits: list[str] = []


def page(request: HttpRequest) -> HttpResponse:
    """A page that differs at each visit."""
    visits.append(request.get_full_path())
    return HttpResponse(f"visit {len(visits)}")


def with_cookie(request: HttpRequest) -> HttpResponse:
    response = page(request)
    response.set_cookie("csrftoken", "of one person")
    return response


def missing(request: HttpRequest) -> HttpResponse:
    response = page(request)
    response.status_code = 404
    return response


def private(request: HttpRequest) -> HttpResponse:
    response = page(request)
    response.headers["Cache-Control"] = "private"
    return response


def plain(request: HttpRequest) -> HttpResponse:
    visits.append(request.path)
    return HttpResponse("the same", content_type="text/csv")


def shared(request: HttpRequest) -> HttpResponse:
    return HttpResponse("for other sites", headers={"Cross-Origin-Resource-Policy": "cross-origin"})


def stamp(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{content_stamp()}{content_stamp()}")


urlpatterns = [
    path("stamp/", stamp),
    path("", page),
    path("fr/", page),
    path("page/", page),
    path("cookie/", with_cookie),
    path("missing/", missing),
    path("private/", private),
    path("plain/", plain),
    path("shared/", shared),
    path("account/someone/", page),
]


@pytest.fixture(autouse=True)
def _pages_of_this_file(settings: Any, caching: None) -> None:
    settings.ROOT_URLCONF = __name__
    visits.clear()


def test_second_visit_gets_the_cached_page(client: Client) -> None:
    assert client.get("/page/").content == client.get("/page/").content == Client().get("/page/").content == b"visit 1"
    assert visits == ["/page/"]
    client.get("/page/")
    client.cookies["theme"] = "dark"
    client.cookies["terms"] = "off"
    assert client.get("/page/").content == b"visit 1"
    client.get("/page/")
    assert client.post("/page/").content == b"visit 2"
    assert client.get("/page/").content == b"visit 1"


def test_cached_page_has_the_headers_of_the_first(client: Client) -> None:
    first, again = client.get("/page/"), client.get("/page/")
    # Each visit has a number of its own for the log.
    assert first.headers.pop("X-Request-ID") != again.headers.pop("X-Request-ID")
    assert dict(first.headers) == dict(again.headers)
    assert again.headers["Content-Language"] == "en"
    assert again.headers["Cache-Control"].startswith("public, max-age=0, must-revalidate, s-maxage=")
    assert again.headers["Content-Length"] == "7"
    assert "default-src 'none'" in again.headers["Content-Security-Policy"]
    assert again.headers["X-Frame-Options"] == "DENY"
    assert again.headers["X-Content-Type-Options"] == "nosniff"
    assert "Vary" not in again.headers


@pytest.mark.parametrize("address", ["/page/?lang=fr", "/page/?lang=ja", "/fr/"])
def test_other_address_is_another_page(client: Client, address: str) -> None:
    client.get("/page/")
    assert client.get(address).content == b"visit 2"


def test_other_letters_and_hosts_are_other_pages(client: Client) -> None:
    assert client.get("/page/", QUERY_STRING="q=\xc3\xa9").content == b"visit 1"
    assert client.get("/page/", QUERY_STRING="q=%C3%83%C2%A9").content == b"visit 2"
    client.get("/page/", headers={"host": "localhost"})
    assert client.get("/page/", headers={"host": "127.0.0.1"}).content == b"visit 4"


def test_a_new_day_and_new_content_make_all_pages_anew(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/page/").content == b"visit 1"
    state, _ = State.objects.get_or_create(pk=1)
    State.objects.update(generation=state.generation + 1)
    assert client.get("/page/").content == b"visit 2"
    tomorrow = timezone.localdate() + datetime.timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda: tomorrow)
    assert client.get("/page/").content == b"visit 3"


def test_signed_in_person_gets_and_fills_no_cached_page(client: Client) -> None:
    signed_in = Client()
    signed_in.force_login(make_user())
    assert signed_in.get("/page/").content == b"visit 1"
    assert signed_in.get("/page/").headers["Cache-Control"] == "private, no-store"
    assert client.get("/page/").content == b"visit 3"
    assert signed_in.get("/page/").content == b"visit 4"


@pytest.mark.parametrize(
    ("cookies", "headers"),
    [
        ({settings.SESSION_COOKIE_NAME: "forgotten"}, {}),
        ({"messages": "a word"}, {}),
        ({}, {"authorization": "Basic QTpC"}),
        ({}, {"hx-request": "true"}),
    ],
)
def test_anybody_who_may_see_something_else_gets_a_new_page(
    client: Client, cookies: dict[str, str], headers: dict[str, str]
) -> None:
    client.get("/page/")
    other = Client()
    other.cookies = SimpleCookie(cookies)
    assert other.get("/page/", headers=headers).content == b"visit 2"
    assert client.get("/page/").content == b"visit 1"


@pytest.mark.parametrize("address", ["/cookie/", "/missing/", "/private/", "/plain/", "/account/someone/"])
def test_what_is_never_cached(address: str) -> None:
    for _ in range(2):
        Client().get(address)
    assert visits == [address, address]


@pytest.mark.parametrize("known", [True, False])
def test_unchanged_page_is_not_sent_again(client: Client, known: bool) -> None:
    etag = client.get("/page/").headers["ETag"]
    if not known:
        cache.clear()
        visits.clear()
    answer = client.get("/page/", headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == etag
    # The answer without a body has not been cached in place of the page.
    assert client.get("/page/").content == b"visit 1"
    assert client.get("/page/", headers={"if-none-match": '"old"'}).content == b"visit 1"
    assert len(visits) == 1


@pytest.mark.parametrize("known", [True, False])
def test_unchanged_page_keeps_its_policies(client: Client, known: bool) -> None:
    """Browsers store the headers of a 304 with the page that they have."""
    page = client.get("/shared/")
    if not known:
        cache.clear()
    again = client.get("/shared/", headers={"if-none-match": page.headers["ETag"]})
    assert again.status_code == 304
    assert "script-src 'self'" in again.headers["Content-Security-Policy"]
    assert again.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_conditions_hold_where_nothing_is_cached(client: Client) -> None:
    etag = client.get("/plain/").headers["ETag"]
    assert client.get("/plain/", headers={"if-none-match": etag}).status_code == 304


def test_head_has_the_headers_alone(client: Client) -> None:
    assert client.head("/page/").status_code == 200
    full = client.get("/page/")
    assert full.content == b"visit 2"
    head = client.head("/page/")
    assert head.content == b""
    assert head.headers["Content-Length"] == "7"
    assert head.headers["ETag"] == full.headers["ETag"]
    assert len(visits) == 2


def test_front_page_still_leads_to_the_language(client: Client) -> None:
    assert client.get("/", headers={"accept-language": "en"}).content == b"visit 1"
    assert client.get("/", headers={"accept-language": "fr"}).headers["Location"] == "/fr/"


def test_the_digest_is_that_of_the_files_wherever_they_lie(settings: Any, tmp_path: Path) -> None:
    found = []
    try:
        for place, name, words in (("a", "a.py", "1"), ("b", "a.py", "1"), ("c", "a.py", "2"), ("d", "b.py", "1")):
            settings.BASE_DIR = settings.STATIC_ROOT = tmp_path / place
            (tmp_path / place / "config").mkdir(parents=True)
            (tmp_path / place / "config" / name).write_text(words)
            code_digest.cache_clear()
            found.append(code_digest())
        (tmp_path / "d" / "staticfiles.json").write_text("{}")
        code_digest.cache_clear()
        found.append(code_digest())
    finally:
        code_digest.cache_clear()
    assert found[0] == found[1]
    assert len(set(found)) == 4


def test_the_state_of_the_content_is_read_once(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        data = Client().get("/stamp/").content.decode()
    assert data == str(content_stamp()) * 2


def test_nothing_is_cached_while_debugging(settings: Any) -> None:
    settings.DEBUG = True
    assert Client().get("/page/").content == b"visit 1"
    assert Client().get("/page/").content == b"visit 2"
