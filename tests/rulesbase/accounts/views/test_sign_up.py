"""/account/sign-up/ and /account/sign-up/<token>/"""

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from rulesbase.accounts.mail_tokens import join_token
from rulesbase.backends import find_account
from rulesbase.models import User
from tests.rulesbase.accounts.mails import link_in, sent
from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.django_db
URL = "/account/sign-up/"
ADDRESS = "jane@rules.example"
FORM = {"username": "jane", "password1": PASSWORD, "password2": PASSWORD}


def test_an_account_is_made_by_a_confirmed_address(client: Client) -> None:
    page = client.post(URL, {"email": ADDRESS})
    assert ADDRESS in page.content.decode()
    assert sent() == [(ADDRESS, "Your account at testserver")]
    assert not User.objects.exists()
    link = link_in()
    assert b"is confirmed" in client.get(link).content
    assert client.post(link, FORM).headers["Location"] == "/account/"
    jane = User.objects.get()
    assert (jane.username, jane.email, jane.is_staff) == ("jane", ADDRESS, False)
    assert [group.name for group in jane.groups.all()] == ["readers"]
    assert ADDRESS in client.get("/account/").content.decode()
    # Who is signed in has an account.
    assert client.get(URL).headers["Location"] == "/account/"
    assert Client().get(link).status_code == 410


def test_a_known_address_looks_the_same_and_its_owner_gets_a_mail(client: Client) -> None:
    make_user("jane", email=ADDRESS)
    known, other = ("JANE@rules.example", "joan@rules.example")
    pages = [client.post(URL, {"email": address}).content.decode().replace(address, "") for address in (known, other)]
    assert pages[0] == pages[1]
    # To the address of the account: the one that was typed may only look like it, and the mail says a name.
    assert sent() == [(ADDRESS, "You have an account at testserver"), (other, "Your account at testserver")]
    assert link_in(0) == "/account/reset/"
    assert "account jane" in str(mail.outbox[0].body)


@pytest.mark.parametrize("address", ["", "jane", "jane@", "jane@rules.example\nBcc: a@b.example"])
def test_what_is_no_address(client: Client, address: str) -> None:
    assert b'class="error"' in client.post(URL, {"email": address}).content
    assert sent() == []


@pytest.mark.parametrize(
    "change",
    [
        {"username": "john"},
        {"username": "JOHN"},
        {"username": "jane@rules.example"},
        # The name of somebody else in letters of another width, and such as show nothing: they would look like it.
        {"username": "\uff4a\uff4f\uff48\uff4e"},
        {"username": "ann\u1160"},
        {"username": "\u3164"},
        {"username": ""},
        {"password2": "another"},
        {"password1": "short", "password2": "short"},
        {"password1": "jane@rules.example", "password2": "jane@rules.example"},
    ],
)
def test_bad_names_and_passwords_are_refused(client: Client, change: dict[str, str]) -> None:
    make_user("john")
    response = client.post(f"{URL}{join_token(ADDRESS)}/", FORM | change)
    assert response.status_code == 200
    assert b'class="error"' in response.content
    assert User.objects.count() == 1


def test_letters_of_another_width_are_the_same_letters(client: Client) -> None:
    wide = "\uff4a\uff41\uff4e\uff45"
    client.post(f"{URL}{join_token(ADDRESS)}/", FORM | {"username": wide})
    assert User.objects.get().username == "jane"
    before = User.objects.create(username="\uff42\uff4f\uff42")
    make_user("bob")
    for typed, name in ((wide, "jane"), ("jane", "jane"), ("bob", "bob"), (before.username, before.username)):
        account = find_account(typed)
        assert account
        assert account.username == name


@pytest.mark.parametrize("token", ["x", "a:b:c", "cut"])
def test_links_that_are_none(client: Client, token: str) -> None:
    token = join_token(ADDRESS)[:-1] if token == "cut" else token
    assert client.post(f"{URL}{token}/", FORM).status_code == 410
    assert not User.objects.exists()


def test_old_links(client: Client, settings: LazySettings) -> None:
    settings.PASSWORD_RESET_TIMEOUT = -1
    page = client.get(f"{URL}{join_token(ADDRESS)}/")
    assert page.status_code == 410
    assert f'href="{URL}"'.encode() in page.content
