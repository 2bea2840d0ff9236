"""ETags, languages, web pages elsewhere, and how often a client may ask."""

import json

import pytest
from django.test import Client, override_settings

from tests.rulesbase.api.filled import fill
from tests.rulesbase.api.test_openapi import addresses


def test_every_answer_has_a_strong_tag_and_is_not_sent_twice(client: Client, sample: None) -> None:
    fill()
    # Shared caches keep pages in HTML for seconds, and ask again for JSON; wordings never change.
    expected = {
        "docs": "public, max-age=0, must-revalidate, s-maxage=",
        "wordings": "public, max-age=31536000, immutable",
    }
    for address in (*addresses().values(), "schema/", "docs/"):
        first = client.get(f"/api/v1/{address}")
        tag = first.headers["ETag"]
        assert first.status_code == 200
        assert tag.startswith('"')
        assert first.headers["Cache-Control"].startswith(expected.get(address.partition("/")[0], "no-cache"))
        again = client.get(f"/api/v1/{address}", headers={"If-None-Match": tag})
        assert (again.status_code, again.headers["ETag"]) == (304, tag)
        assert again.getvalue() == b""
        head = client.head(f"/api/v1/{address}")
        assert (head.status_code, head.getvalue()) == (200, b"")


def test_any_web_page_may_read(client: Client, library: None) -> None:
    for address in ("versions/latest/", "versions/1066/", "nowhere/"):
        response = client.get(f"/api/v1/{address}", headers={"Origin": "https://bot.example"})
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in response.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in response.headers
    asked = {"Origin": "https://bot.example", "Access-Control-Request-Method": "POST"}
    preflight = client.options("/api/v1/citations/", headers=asked)
    assert preflight.status_code == 204
    assert "Content-Type" in preflight.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in client.get("/rules/").headers


def ask_often(client: Client, times: int, **headers: str) -> list[int]:
    return [client.get("/api/v1/nowhere/", headers=headers).status_code for _ in range(times)]


@pytest.mark.django_db
@pytest.mark.usefixtures("caching")
@override_settings(API_RATE=5, API_WINDOW=3600)
def test_each_client_has_a_limit_of_its_own(client: Client) -> None:
    for number in range(3):
        visitor = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert ask_often(visitor, 8) == [404] * 5 + [429] * 3
    response = visitor.get("/api/v1/versions/")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert json.loads(response.content)["status"] == 429
    assert 0 < int(response.headers["Retry-After"]) <= 3601
    assert (response.headers["RateLimit-Limit"], response.headers["RateLimit-Remaining"]) == ("5", "0")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get("/display/").status_code != 429


@pytest.mark.django_db
@pytest.mark.usefixtures("caching")
@override_settings(API_RATE=2, API_WINDOW=3600)
def test_a_client_is_its_address_behind_the_proxies_that_are_known() -> None:
    lying = Client(REMOTE_ADDR="192.0.2.77")
    assert [ask_often(lying, 1, **{"X-Forwarded-For": f"198.51.100.{n}"})[0] for n in range(3)] == [404, 404, 429]
    with override_settings(TRUSTED_PROXIES=["192.0.2.77"]):
        result = [ask_often(lying, 1, **{"X-Forwarded-For": f"1.1.1.1, 198.51.100.{n}"})[0] for n in range(3)]
    assert result == [404, 404, 404]
    network = [Client(REMOTE_ADDR=f"2001:db8:0:1::{n}") for n in range(3)]
    assert [ask_often(one, 1)[0] for one in network] == [404, 404, 429]


@pytest.mark.usefixtures("caching", "library")
def test_cached_answers_are_those_of_the_language_and_form_asked_for() -> None:
    plain, data = {"Accept": "*/*"}, {"Accept": "application/json"}
    client = Client()
    for _ in range(2):
        assert client.get("/api/v1/rule/201.2", headers=plain).headers["Content-Type"].startswith("text/plain")
        assert client.get("/api/v1/rule/201.2", headers=data).headers["Content-Type"] == "application/json"
        for language in ("fr", "en"):
            answer = client.get("/api/v1/versions/?limit=0", headers={"Accept-Language": language})
            assert answer.headers["Content-Language"] == language
