"""/account/reset/ and /account/reset/<account>/<token>/"""

from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.contrib.auth.forms import SetPasswordForm
from django.core import mail
from django.test import Client
from django.utils import timezone

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import ApiToken, OpenSession, User
from tests.rulesbase.accounts.mails import link_in, sent
from tests.support.make import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URL = "/account/reset/"
ADDRESS = "jane@rules.example"
NEW = "a longer staple of letters"
FORM = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture(autouse=True)
def jane(db: None) -> User:
    """Return the account whose password is forgotten."""
    return make_user("jane", email=ADDRESS)


def ask(client: Client) -> str:
    client.post(URL, {"email": ADDRESS})
    return link_in()


def test_a_new_password_ends_all_sessions(client: Client, jane: User) -> None:
    client.force_login(jane)
    stranger = Client()
    link = ask(stranger)
    assert b"This form sets a new password for the account jane" in stranger.get(link).content
    assert b"new password is set" in stranger.post(link, FORM).content
    jane.refresh_from_db()
    assert jane.check_password(NEW)
    assert client.get("/account/").status_code == 302
    assert not OpenSession.objects.exists()
    assert stranger.post(link, FORM).status_code == 410
    assert sent()[-1] == (ADDRESS, "Your password at testserver was changed")


def test_tokens_that_still_work_are_named(client: Client, jane: User) -> None:
    """Tokens of programs stay, and an intruder may have made one."""
    page = client.post(ask(client), FORM).content.decode()
    assert "for programs" not in page + str(mail.outbox[-1].body)
    old = make_token(jane, "old", "read", 30).token
    ApiToken.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    make_token(jane, "run", "read", 30)
    for output in ("1 API token of your account still works.", "2 API tokens of your account still work."):
        page = client.post(ask(client), FORM).content.decode()
        assert output in page
        assert 'href="/account/tokens/"' in page
        assert f"{output} http://testserver/account/tokens/\n\nIf you" in str(mail.outbox[-1].body)
        make_token(jane, f"after {output}", "write", 0)


def test_it_ends_the_wait(client: Client) -> None:
    for _ in range(6):
        locked = client.post("/account/sign-in/", {"username": "jane", "password": "wrong"})
    assert locked.status_code == 429
    assert f'href="{URL}"'.encode() in locked.content
    client.post(ask(client), FORM)
    response = client.post("/account/sign-in/", {"username": "jane", "password": NEW})
    assert response.headers["Location"] == "/account/"


def test_all_addresses_look_the_same(client: Client) -> None:
    closed = make_user("john", email="john@rules.example")
    closed.is_active = False
    closed.save()
    addresses = (ADDRESS, "JANE@rules.example", "john@rules.example", "MISSING@rules.example")
    pages = {client.post(URL, {"email": address}).content.decode().replace(address, "") for address in addresses}
    assert len(pages) == 1
    assert [subject.partition(" at ")[0] for _, subject in sent()] == [
        "Set a new password",
        "Set a new password",
        "No account with this e-mail address",
        "No account with this e-mail address",
    ]
    # A mail goes where the account says.
    assert [address for address, _subject in sent()[:2]] == [ADDRESS, ADDRESS]


def test_a_link_that_is_used_twice_at_once_works_once(client: Client, jane: User) -> None:
    link, other = ask(client), Client()
    save = SetPasswordForm.save
    statuses: list[int] = []

    def late(form: Any, commit: bool = True) -> Any:
        """Somebody else is done while this one hashes."""
        if not statuses:
            statuses.append(0)
            statuses[0] = other.post(link, FORM | dict.fromkeys(FORM, "quicker than the staple")).status_code
        return save(form, commit)

    with mock.patch.object(SetPasswordForm, "save", late):
        statuses.append(client.post(link, FORM).status_code)
    assert statuses == [200, 410]
    jane.refresh_from_db()
    assert jane.check_password("quicker than the staple")
    assert len(sent()) == 2


def test_a_weak_password_is_refused(client: Client, jane: User) -> None:
    link = ask(client)
    for form in (FORM | {"new_password2": "another"}, {"new_password1": "short", "new_password2": "short"}):
        assert b'class="error"' in client.post(link, form).content
    jane.refresh_from_db()
    assert jane.check_password(PASSWORD)


def test_links_that_are_none(client: Client, settings: LazySettings) -> None:
    link = ask(client)
    *_, account, _token, _end = link.split("/")
    john = make_user("john")
    others = [f"{URL}{account}/x-y/", f"{URL}!/x/", link.replace(f"/{account}/", "/zzzzzz/"), f"{link[:-1]}0/"]
    others.append(link.replace(f"/{account}/", f"/{john.pk}/"))
    assert {client.post(other, FORM).status_code for other in others} == {410}
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert client.get(link).status_code == 410


def test_another_address_ends_the_link(client: Client, jane: User) -> None:
    link = ask(client)
    jane.email = "j@rules.example"
    jane.save()
    assert client.get(link).status_code == 410
