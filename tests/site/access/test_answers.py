"""What a script gets when a button answers in its place, and what forms say at their fields."""

import pytest
from django.test import Client
from lxml import html

from rulesbase.models import User, Watch
from tests.site.access.library import ADA
from tests.site.access.places import known
from tests.support.make import signed_in

SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def ada(reachable: None) -> Client:
    """Return the browser of somebody with an account."""
    return signed_in(User.objects.get(username=ADA))


def button(page: bytes) -> tuple[str, dict[str, str], str]:
    """Where the button of a page sends what, and its words."""
    (box,) = html.document_fromstring(page.decode()).xpath("//*[@id='watch']")
    (form,) = box.xpath(".//form")
    fields = form.xpath(".//input[@name!='csrfmiddlewaretoken'] | .//button[@name]")
    sent = {field.get("name"): field.get("value") for field in fields}
    return form.get("action"), sent, form.xpath("string(.//button)").strip()


@pytest.mark.slow
def test_watch_answers_in_its_place(ada: Client) -> None:
    date = known()["date"]
    for page in (f"/rules/{date}/201.2/", "/cards/candle/", "/search/?q=lantern"):
        mine = Watch.objects.count()
        action, sent, words = button(ada.get(page).content)
        assert words == "Watch"
        answer = ada.post(action, sent, headers=SCRIPT)
        assert (answer.status_code, Watch.objects.count()) == (200, mine + 1)
        assert b"<html" not in answer.content
        assert b'data-message="You are watching this page."' in answer.content
        action, again, words = button(answer.content)
        assert (words, again["next"]) == ("Stop watching", page)
        answer = ada.post(action, again, headers=SCRIPT)
        assert Watch.objects.count() == mine
        assert button(answer.content)[1] == sent
        # Without a script the same form leads back.
        assert ada.post("/account/watches/add/", sent).headers["Location"] == page


@pytest.mark.parametrize("sent", [{}, {"kind": "rule", "value": "a/b"}, {"kind": "rule"}, {"kind": "x", "value": "1"}])
def test_without_a_valid_target_there_is_no_button(ada: Client, sent: dict[str, str]) -> None:
    assert ada.post("/account/watches/remove/", sent, headers=SCRIPT).status_code == 302


@pytest.mark.parametrize(
    ("address", "sent", "field"),
    [
        ("/study/lists/", {"name": " "}, "name"),
        ("/study/lists/", {"name": "x", "about": "y" * 3000}, "about"),
        ("/study/lists/{list}/add/", {"what": "no such thing"}, "what"),
        ("/study/lists/put/", {"what": "no such thing", "name": "New"}, "what"),
        ("/study/notes/add/", {"at": "201.2@{date}", "lang": "en", "phrase": "stands nowhere"}, "phrase"),
        ("/study/notes/add/", {"at": "201.2@{date}", "lang": "en"}, "note"),
        ("/study/notes/{note}/", {"note": "y" * 9000}, "note"),
        ("/study/decks/{own_deck}/{own_card}/", {"ask": "Why?", "answer": ""}, "answer"),
    ],
    ids=["no name", "long", "not there", "not there either", "other words", "nothing", "long note", "half a card"],
)
def test_what_is_wrong_is_shown_at_the_field(ada: Client, address: str, sent: dict[str, str], field: str) -> None:
    facts = known()
    answer = ada.post(address.format_map(facts), {name: value.format_map(facts) for name, value in sent.items()})
    page = html.document_fromstring(answer.content.decode())
    (wrong,) = page.xpath("//main//*[@aria-invalid='true']")
    assert wrong.get("name") == field
    (problem,) = [one for one in wrong.get("aria-describedby").split() if one == "problem"]
    assert page.xpath(f"string(//*[@id='{problem}'])").strip()
    assert page.xpath("//*[contains(@class, 'toast-bad')]") == []
