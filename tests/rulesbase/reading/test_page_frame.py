"""Addresses for search engines, and the language of the page apart from the languages of its texts."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("three_languages")

HOST = "http://testserver"


def head(address: str, **cookies: str) -> tuple[list[str], dict[str, str], str]:
    """Return canonical addresses, addresses by language, and the page."""
    client = Client()
    client.cookies.load(cookies)
    html = client.get(address).content.decode()
    alternates = re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', html)
    assert len(dict(alternates)) == len(alternates)
    return re.findall(r'<link rel="canonical" href="([^"]+)">', html), dict(alternates), html


@pytest.mark.parametrize("place", ["", "201/", "201.4/"])
def test_texts_have_an_address_in_each_language(place: str) -> None:
    address = f"/rules/2026-06-19/{place}"
    expected = {
        "en": f"{HOST}{address}",
        "fr": f"{HOST}/fr{address}?lang=fr",
        "ja": f"{HOST}/ja{address}?lang=ja",
        "zh": f"{HOST}{address}?lang=zh",
        "x-default": f"{HOST}{address}",
    }
    for shown in (address, f"/fr{address}?lang=fr", f"/ja{address}?lang=ja", f"{address}?lang=zh"):
        canonical, alternates, _ = head(shown)
        # Each of them is its own page and names all others.
        assert canonical == [HOST + shown]
        assert alternates == expected
    assert head(f"{address}?lang=en,ja")[0] == [HOST + address]


def test_queries_and_errors_are_no_pages_of_their_own() -> None:
    assert head("/search/?q=name")[0] == [f"{HOST}/search/"]
    for address in ("/rules/2026-06-19/999.9/", "/no-such-page/", "/account/sign-in/"):
        assert head(address)[:2] == ([], {})


@pytest.mark.parametrize("interface", ["", "/fr", "/ja"])
@pytest.mark.parametrize("text", ["en", "fr", "ja", "zh"])
def test_interface_and_text_are_two_choices(interface: str, text: str) -> None:
    _, _, html = head(f"{interface}/rules/2026-06-19/201/?lang={text}")
    assert f'<html lang="{interface.removeprefix("/") or "en"}"' in html
    shown = html.split('<li id="r201.1">')[1].split("</li>")[0]
    assert {"en": "card", "fr": "carte", "ja": "カード", "zh": "牌"}[text] in shown
    # Only what is in another language than the page says so.
    assert (f'lang="{text}"' in shown) == (text != (interface.removeprefix("/") or "en"))
    # Every link of the text stays in both.
    links = re.findall(r'class="xref[^"]*" href="([^"]+)"', html)
    assert links
    assert all(link.startswith(f"{interface}/rules/") for link in links)
    assert text == "en" or all(f"lang={text}" in link for link in links)


def test_neither_a_cookie_nor_a_query_changes_the_interface() -> None:
    for address in ("/rules/2026-06-19/201/?lang=ja", "/rules/2026-06-19/201/"):
        assert '<html lang="en"' in head(address, django_language="fr")[2]
