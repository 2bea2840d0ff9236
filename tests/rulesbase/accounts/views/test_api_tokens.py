"""/account/tokens/: tokens for programs, made, shown once, revoked."""

import re
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.accounts.api_tokens import MOST, digest_of, make_token, token_of
from rulesbase.models import ApiToken, User
from tests.rulesbase.accounts.views.test_second_factor import enrol
from tests.support.make import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.django_db
URL = "/account/tokens/"
FORM = {"name": "night run", "scope": "write", "days": "90", "password": PASSWORD}


@pytest.fixture
def jane(client: Client) -> User:
    user = make_user("jane", "curators")
    client.force_login(user)
    return user


def secret_in(page: str) -> str:
    found = re.search(r"<code class=\"account-secret\">(rb_[\w-]{43})</code>", page)
    assert found
    return found[1]


def test_a_token_is_shown_once_and_stored_as_a_digest(client: Client, jane: User) -> None:
    made = client.post(URL, FORM)
    secret = secret_in(made.content.decode())
    assert made.headers["Cache-Control"] == "private, no-store"
    row = ApiToken.objects.get()
    assert (row.name, row.scope, row.hint, row.used_at) == ("night run", "write", secret[:7], None)
    assert row.expires_at is not None
    assert timedelta(days=89) < row.expires_at - timezone.now() < timedelta(days=90)
    # Only the digest is stored.
    assert row.digest == digest_of(secret)
    assert secret not in str(ApiToken.objects.values().get())
    page = client.get(URL).content.decode()
    assert "night run" in page
    assert secret not in page
    assert client.get("/api/v1/desk/", headers={"Authorization": f"Bearer {secret}"}).json()["token"] == "night run"
    assert client.post(f"{URL}{row.pk}/revoke/").headers["Location"] == URL
    assert client.get("/api/v1/desk/", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


@pytest.mark.parametrize(
    ("name", "value"),
    # An open session alone makes none, as it would open the desk whatever its owner does to session and password.
    [
        ("name", ""),
        ("name", "x" * 61),
        ("scope", "all"),
        ("days", "7"),
        ("days", "x"),
        ("password", ""),
        ("password", "?"),
    ],
)
def test_what_makes_no_token(client: Client, jane: User, name: str, value: str) -> None:
    page = client.post(URL, FORM | {name: value})
    assert (page.status_code, b'class="error"' in page.content) == (422, True)
    assert not ApiToken.objects.exists()


def test_names_differ_and_there_is_an_end(client: Client, jane: User) -> None:
    make_token(jane, "night run", "read", 0)
    make_token(make_user("john"), "day run", "read", 0)
    page = client.post(URL, FORM)
    assert (page.status_code, "You already have an API token with this name" in page.content.decode()) == (422, True)
    for at in range(1, MOST):
        make_token(jane, f"run {at}", "read", 0)
    assert "Revoke one" in client.post(URL, FORM | {"name": "one more"}).content.decode()
    assert ApiToken.objects.filter(user=jane).count() == MOST


def test_tokens_of_others_are_not_ones_own(client: Client, jane: User) -> None:
    other = make_token(make_user("john"), "of john", "read", 0)
    assert "of john" not in client.get(URL).content.decode()
    assert client.post(f"{URL}{other.token.pk}/revoke/").status_code == 404
    assert token_of(other.secret) == other.token


def test_behind_the_second_factor(client: Client, jane: User, settings: LazySettings) -> None:
    settings.SECOND_FACTOR_DEMANDED = True
    for answer in (client.get(URL), client.post(URL, FORM)):
        assert answer.headers["Location"].startswith("/account/second-factor/")
    assert not ApiToken.objects.exists()
    enrol(client, jane)
    secret = secret_in(client.post(URL, FORM).content.decode())
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/desk/", headers=headers).status_code == 200
    # Another session of the same account owes the code, whatever the site demands.
    settings.SECOND_FACTOR_DEMANDED = False
    second = signed_in(jane)
    assert second.get(URL).headers["Location"].startswith("/account/second-factor/")
    # Who gave the factor up writes no more.
    settings.SECOND_FACTOR_DEMANDED = True
    TOTPDevice.objects.filter(user=jane).delete()
    answer = client.get("/api/v1/desk/", headers=headers)
    assert (answer.status_code, "two-factor authentication" in answer.json()["detail"]) == (403, True)
