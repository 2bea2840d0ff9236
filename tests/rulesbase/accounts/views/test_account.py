"""/account/ and /account/password/"""

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client

from rulesbase.accounts.mail_tokens import address_token, join_token
from rulesbase.models import ApiToken
from tests.rulesbase.accounts.mails import link_in
from tests.support.make import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.django_db
NEW = "a longer staple of letters"


def test_account_shows_name_and_roles(client: Client) -> None:
    user = make_user("jane", "readers", "editors-fr", email="jane@rules.example")
    user.groups.add(Group.objects.create(name="table-five"))
    client.force_login(user)
    page = client.get("/account/").content.decode()
    assert "jane@rules.example" in page
    assert "editor (French), reader, table-five" in page


def test_new_password_ends_other_sessions(client: Client) -> None:
    user = make_user("jane")
    elsewhere = signed_in(user)
    client.force_login(user)
    form = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert client.post("/account/password/", form).headers["Location"] == "/account/"
    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    user.refresh_from_db()
    assert user.check_password(NEW)


@pytest.mark.parametrize(
    "form",
    [
        {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW},
        {"old_password": PASSWORD, "new_password1": NEW, "new_password2": "another"},
        {"old_password": PASSWORD, "new_password1": "short", "new_password2": "short"},
    ],
)
def test_a_wrong_or_weak_password_changes_nothing(client: Client, form: dict[str, str]) -> None:
    user = make_user("jane")
    client.force_login(user)
    response = client.post("/account/password/", form)
    assert response.status_code == 200
    assert b'class="error"' in response.content
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("url", "form", "field"),
    [
        ("/account/password/", {"new_password1": NEW, "new_password2": NEW}, "old_password"),
        ("/account/address/", {"email": "other@rules.example"}, "password"),
        ("/account/delete/", {"sure": "on"}, "password"),
        ("/account/second-factor/", {"code": "000000"}, "password"),
        ("/account/tokens/", {"name": "run", "scope": "write", "days": "90"}, "password"),
    ],
)
def test_wrong_passwords_count_and_are_not_stored(client: Client, url: str, form: dict[str, str], field: str) -> None:
    """Else somebody who finds an open session could try passwords without end."""
    user = make_user("jane", email="jane@rules.example")
    client.force_login(user)
    tries = [client.post(url, form | {field: "almost-right"}).status_code for _ in range(6)]
    assert tries[-1] == 429
    assert client.post(url, form | {field: PASSWORD}).status_code == 429
    stored = repr(list(AccessAttempt.objects.values()))
    assert "'failures_since_start'" in stored
    assert not [word for word in ("almost-right", NEW, "@rules.example") if word in stored]
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert not ApiToken.objects.exists()
    assert mail.outbox == []


def test_pages_with_secrets_are_not_cached(client: Client) -> None:
    jane = make_user("jane", email="jane@rules.example")
    client.post("/account/reset/", {"email": jane.email})
    links = ["/account/sign-in/", "/account/sign-up/", f"/account/sign-up/{join_token('ann@rules.example')}/"]
    links += ["/account/reset/", link_in(), f"/account/address/{address_token(jane, 'j@rules.example')}/"]
    for url in links:
        answer = client.get(url)
        assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True), url
