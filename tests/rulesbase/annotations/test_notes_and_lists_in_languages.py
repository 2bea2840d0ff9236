"""Notes and lists in other languages, whose texts may be carried over from other versions."""

import re

import pytest
from django.test import Client

from rulesbase.models import RuleNote
from tests.support.make import make_user

pytestmark = pytest.mark.usefixtures("three_languages")
PAGE = "/rules/2026-06-19/201.1/?lang=en,fr"


def texts(html: str, language: str = "fr") -> str:
    """The French, or another language, on a page, as text."""
    found = re.search(rf'<div class="text[^"]*" lang="{language}">(.*?)</div>', html, re.S)
    assert found
    plain = re.sub(r'<span class="lang [^>]*>[^<]*</span>', "", found[1])
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", plain)).strip()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "date", "length"), [("fr", "2011-02-04", 22), ("ja", "2023-11-17", 7)])
def test_words_of_a_carried_translation(client: Client, language: str, date: str, length: int) -> None:
    client.force_login(make_user("ada"))
    address = f"/rules/2026-06-19/201.1/?lang=en,{language}"
    words = texts(client.get(address).content.decode(), language)[:length]
    form = {"at": "201.1@2026-06-19", "lang": language, "phrase": words, "next": address}
    assert client.post("/study/notes/add/", form).status_code == 302
    assert RuleNote.objects.get().phrase == words
    chapter = f"/rules/2026-06-19/201/?lang=en,{language}"
    for page in (address, chapter, f"/rules/{date}/201.1/?lang={language}", "/study/notes/"):
        marked = re.findall(r'<mark class="own-mark"[^>]*>([^<]*)</mark>', client.get(page).content.decode())
        assert "".join(marked) == words, page
    assert "own-mark" not in client.get("/rules/2026-06-19/201.1/").content.decode().split("own-notes")[0]


def test_a_list_in_two_languages(client: Client) -> None:
    client.force_login(make_user("ada"))
    address = client.post("/study/lists/", {"name": "x"}).headers["Location"]
    client.post(f"{address}add/", {"what": "201.1"})
    html = client.get(f"{address}?lang=en&lang=fr").content.decode()
    assert texts(html) == texts(client.get(PAGE).content.decode())
    assert "readtexts-2" in html


def test_a_note_on_a_rule_that_the_language_lacks_stands_in_its_row(client: Client) -> None:
    client.force_login(make_user("ada"))
    assert client.post("/study/notes/add/", {"at": "601.2a@2026-06-19", "note": "mine"}).status_code == 302
    html = client.get("/rules/2026-06-19/601/?lang=fr").content.decode()
    row = html.split('<li id="r601.2a">')[1].split('<li id="r')[0]
    assert row.index('<div class="cell">') < row.index("own-notes") < row.index("f-missing")
