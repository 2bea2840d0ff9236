"""/display/"""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def go(client: Client, **query: str) -> str:
    response = client.get("/display/", query)
    assert response.status_code == 302
    return str(response.headers["Location"])


def test_theme_and_term_links(client: Client) -> None:
    assert go(client, theme="dark", next="/fr/help/marks/?a=1") == "/fr/help/marks/?a=1"
    cookie = client.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("dark", "Lax", 31_536_000)
    assert "django_language" not in client.cookies
    # The browser applies it: static/js/display-settings.js.
    assert not cookie["httponly"]
    go(client, terms="off")
    assert client.cookies["terms"].value == "off"
    # A script removes the links.
    assert not client.cookies["terms"]["httponly"]
    assert client.post("/display/").status_code == 405


@pytest.mark.parametrize(
    ("ui", "origin", "target"),
    [
        ("fr", "/help/marks/", "/fr/help/marks/"),
        ("ja", "/fr/help/marks/?a=1", "/ja/help/marks/?a=1"),
        ("en", "/ja/help/marks/", "/help/marks/"),
        ("fr", "/documents/mtr/2022-05-06/1/", "/fr/documents/mtr/2022-05-06/1/"),
        ("en", "/ja/documents/ipg/latest/?lang=fr", "/documents/ipg/latest/?lang=fr"),
        ("fr", "/admin/", "/admin/"),
        ("fr", "/no/such/page/", "/no/such/page/"),
        ("fr", "/", "/fr/"),
        ("fr", "", "/fr/"),
    ],
)
def test_language_leads_to_the_same_page(client: Client, ui: str, origin: str, target: str) -> None:
    assert go(client, ui=ui, next=origin) == target
    assert client.cookies["django_language"].value == ui


@pytest.mark.parametrize("query", [{"theme": "pink"}, {"ui": "de"}, {"terms": "some"}])
def test_an_unknown_choice_is_refused(client: Client, query: dict[str, str]) -> None:
    response = client.get("/display/", query)
    assert response.status_code == 400
    assert not client.cookies
