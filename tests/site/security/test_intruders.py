"""Who is in where they should not be, or was: with a password alone; and people with accounts who send too much."""

import json
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.models import Deck, OpenSession, Question, ReadingList, Upload
from rulesbase.study.decks import actions as decks_actions
from tests.rulesbase.accounts.views.test_second_factor import current_code, enrol
from tests.rulesbase.imports.test_import_page import send
from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.django_db
CODE = "/account/second-factor/"
PRIVATE = ["/account/", "/account/sessions/", "/study/lists/", "/study/notes/", "/account/watches/", "/curate/"]
PRIVATE += [f"/account/{page}/" for page in ("address", "delete", "export", "password", "tokens")]


def with_password(name: str) -> Client:
    client = Client()
    client.post("/account/sign-in/", {"username": name, "password": PASSWORD})
    return client


def test_the_password_alone_opens_nothing_where_there_is_a_second_factor() -> None:
    """With SECURE off too, where no page demands one, accounts with a second factor need it."""
    user = make_user("jane", "curators")
    owner = Client()
    enrol(owner, user)
    owner.post("/study/lists/", {"name": "Of no one's concern"})
    thief = with_password("jane")
    for path in PRIVATE:
        assert thief.get(path).headers["Location"] == f"/account/sign-in/?next={path}"
        answer = thief.get(path, follow=True)
        assert answer.redirect_chain[-1][0] == f"{CODE}?next={path}"
        assert b"concern" not in answer.content
    assert thief.get("/study/queue.json").status_code == 401
    assert b"jane" not in thief.get("/help/marks/").content
    thief.post("/study/lists/", {"name": "Of a thief"})
    thief.post("/account/sessions/end/")
    thief.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    thief.post("/account/address/", {"email": "thief@evil.example", "password": PASSWORD})
    assert mail.outbox == []
    assert [row.name for row in ReadingList.objects.all()] == ["Of no one's concern"]
    assert owner.get("/account/").status_code == 200
    code = current_code(TOTPDevice.objects.get(user=user), steps=1)
    assert thief.post(f"{CODE}?next=/study/lists/", {"code": code}).headers["Location"] == "/study/lists/"
    assert b"concern" in thief.get("/study/lists/").content


def test_without_the_code_one_may_sign_out() -> None:
    user = make_user("jane")
    enrol(Client(), user)
    client = with_password("jane")
    assert b'action="/account/sign-out/"' in client.get(CODE).content
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert b"jane" not in client.get(CODE, follow=True).content
    assert OpenSession.objects.filter(user=user).count() == 1


def test_a_removed_device_locks_out_no_one() -> None:
    user = make_user("jane")
    enrol(Client(), user)
    client = with_password("jane")
    TOTPDevice.objects.all().delete()
    assert client.get("/account/").status_code == 200


def test_the_key_that_somebody_saw_before_is_no_second_factor() -> None:
    """An intruder with the password looked at the key that waits; its owner then set the second factor up."""
    user = make_user("jane")
    thief, owner = with_password("jane"), with_password("jane")
    thief.get(CODE)
    seen = TOTPDevice.objects.get(user=user)
    owner.get(CODE)
    device = TOTPDevice.objects.get(user=user)
    assert device.key != seen.key
    page = owner.post(CODE, {"code": current_code(device), "password": PASSWORD}).content
    assert b"backup" in page.lower()
    assert [(one.key, one.confirmed) for one in TOTPDevice.objects.all()] == [(device.key, True)]
    later = with_password("jane")
    later.post(CODE, {"code": current_code(seen, steps=1)})
    assert later.get("/account/").status_code == 302


# ---- Too much of it ----

FIGURES = "9" * 5000
FORM = "application/x-www-form-urlencoded"


def test_own_cards_fill_no_disk(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in one deck, and not in many."""
    monkeypatch.setattr(decks_actions, "MOST_OWN", 3)
    user = make_user("jane")
    client.force_login(user)
    first, second = (decks_actions.create_deck(user, name) for name in ("One", "Two"))
    for deck in (first, second, first, second):
        client.post(f"/study/decks/{deck.public_id}/change/", {"how": "card", "ask": "What?", "answer": "That."})
    assert Question.objects.filter(owner=user).count() == 3
    client.post(f"/study/decks/{first.public_id}/change/", {"how": "delete"})
    decks_actions.write_cards(user, second.public_id, [("a", "b")])
    assert Deck.objects.filter(owner=user).count() == 1


@pytest.mark.usefixtures("sample")
def test_numbers_without_an_end_break_no_page(client: Client) -> None:
    client.force_login(make_user("jane", "curators"))
    address = send(client)
    for place in (FIGURES, "\u0661", f"new-{FIGURES}", "new-0001"):
        typed = urlencode({"place": place, f"name-{place}": "100.3", f"text-{place}": "Words."})
        assert client.post(address, typed, content_type=FORM).status_code == 302
    assert [*Upload.objects.get().corrections.values()] == [["100.3", "Words.", False]]
    for path in ("/archive/?page=", "/cards/?page=", "/search/?q=rule&page=", "/archive/sources/1/?chapter="):
        assert client.get(path + FIGURES, follow=True).status_code in (200, 404)


def test_json_without_an_end_breaks_no_page(client: Client) -> None:
    client.force_login(make_user("jane"))
    for depth in (100, 800, 900, 940, 960, 980, 100_000):
        deep = "[" * depth + "]" * depth
        for body in (deep, *(json.dumps({name: 0}).replace("0", deep) for name in ("account", "grades", "aside"))):
            for path in ("/study/sync/", "/study/take-over/"):
                assert client.post(path, body, content_type="application/json").status_code in (200, 400, 409)
