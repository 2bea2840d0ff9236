"""/account/address/ and /account/address/<token>/"""

import pytest
from django.test import Client

from rulesbase.accounts.mail_tokens import address_token
from tests.rulesbase.accounts.mails import link_in, sent
from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.django_db
URL = "/account/address/"
OLD, NEW = "jane@rules.example", "jane@new.example"


def test_a_new_address_is_confirmed_by_a_link(client: Client) -> None:
    jane = make_user("jane", email=OLD)
    client.force_login(jane)
    assert NEW in client.post(URL, {"email": NEW, "password": PASSWORD}).content.decode()
    jane.refresh_from_db()
    assert jane.email == OLD
    link = link_in()
    assert NEW in client.get(link).content.decode()
    jane.refresh_from_db()
    assert jane.email == OLD, "looking at the link changed something: mail programs look at links"
    assert client.post(link).headers["Location"] == "/account/"
    jane.refresh_from_db()
    assert jane.email == NEW
    assert b"The address is confirmed." in client.get("/account/").content
    answer = [
        (NEW, "Confirm your e-mail address for testserver"),
        (OLD, "The e-mail address of your account at testserver was changed"),
    ]
    assert sent() == answer
    assert client.post(link).status_code == 410


def test_the_first_address_of_an_account(client: Client) -> None:
    jane = make_user("jane")
    client.force_login(jane)
    client.post(URL, {"email": NEW, "password": PASSWORD})
    other = Client()
    assert other.post(link_in()).headers["Location"] == "/account/sign-in/"
    assert b"The address is confirmed." in other.get("/account/sign-in/").content
    jane.refresh_from_db()
    assert jane.email == NEW
    assert len(sent()) == 1


def test_the_address_of_somebody_else_looks_the_same(client: Client) -> None:
    make_user("john", email="john@rules.example")
    client.force_login(make_user("jane", email=OLD))
    pages = set()
    for address in ("JOHN@rules.example", NEW):
        page = client.post(URL, {"email": address, "password": PASSWORD}).content.decode()
        pages.add(page.replace(address, ""))
    assert len(pages) == 1
    assert sent()[0] == ("john@rules.example", "You have an account at testserver")


def test_somebody_else_was_quicker(client: Client) -> None:
    jane = make_user("jane", email=OLD)
    token = address_token(jane, NEW)
    make_user("john", email=NEW.upper())
    assert client.post(f"{URL}{token}/").status_code == 410
    jane.refresh_from_db()
    assert jane.email == OLD


@pytest.mark.parametrize("form", [{"email": NEW, "password": "wrong"}, {"email": "jane", "password": PASSWORD}])
def test_a_wrong_password_or_address_is_refused(client: Client, form: dict[str, str]) -> None:
    client.force_login(make_user("jane", email=OLD))
    assert b'class="error"' in client.post(URL, form).content
    assert sent() == []


@pytest.mark.parametrize("token", ["x", "a:b:c"])
def test_links_that_are_none(client: Client, token: str) -> None:
    assert client.post(f"{URL}{token}/").status_code == 410
