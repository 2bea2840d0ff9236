"""/account/sign-in/ and /account/sign-out/"""

import pytest
from axes.models import AccessAttempt
from django.test import Client

from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.django_db
URL = "/account/sign-in/"


def send(client: Client, username: str, password: str = PASSWORD, after: str = "") -> tuple[int, str]:
    response = client.post(URL, {"username": username, "password": password, "next": after})
    return response.status_code, response.headers.get("Location", "")


@pytest.mark.parametrize("name", ["jane", "jane@rules.example", "Jane@Rules.Example", " jane "])
def test_signing_in_leads_to_the_page_asked_for(client: Client, name: str) -> None:
    make_user("jane", email="jane@rules.example")
    assert send(client, name, after="/help/marks/?x=1") == (302, "/help/marks/?x=1")
    assert b"jane" in client.get("/account/").content
    assert client.get(URL, {"next": "/help/marks/"}).headers["Location"] == "/help/marks/"


@pytest.mark.parametrize("name", ["jane", "missing", "missing@rules.example"])
def test_wrong_password_and_no_account_look_alike(client: Client, name: str) -> None:
    make_user("jane")
    response = client.post(URL, {"username": name, "password": "wrong"})
    assert response.status_code == 200
    assert b"are case-sensitive" in response.content
    assert client.get("/account/").status_code == 302


def test_a_closed_account_cannot_sign_in(client: Client) -> None:
    user = make_user("jane")
    user.is_active = False
    user.save()
    assert send(client, "jane")[0] == 200


def test_limit_counts_an_account_under_both_its_names(client: Client) -> None:
    make_user("jane", email="jane@rules.example")
    tries = [send(client, name, "wrong")[0] for name in ("jane", "jane@rules.example") * 3]
    assert tries[:4] == [200] * 4
    assert 429 in tries
    locked = client.post(URL, {"username": "jane", "password": PASSWORD})
    assert locked.status_code == 429
    assert locked.headers["Retry-After"] == "900"
    assert b"Wait 15 minutes" in locked.content
    assert AccessAttempt.objects.get().username == "jane"
    # Others may sign in.
    make_user("john")
    assert send(client, "john") == (302, "/account/")


def test_right_password_forgets_wrong_tries(client: Client) -> None:
    make_user("jane")
    for _ in range(3):
        send(client, "jane", "wrong")
    send(client, "jane")
    client.post("/account/sign-out/")
    assert [send(client, "jane", "wrong")[0] for _ in range(3)] == [200] * 3


def test_sign_out_takes_a_form(client: Client) -> None:
    client.force_login(make_user())
    assert client.get("/account/sign-out/").status_code == 405
    assert client.get("/account/").status_code == 200
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert client.get("/account/").status_code == 302
