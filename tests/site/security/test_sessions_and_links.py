"""What ends a session, a link of a mail, or a right: at once, and for everybody who holds one."""

from unittest.mock import patch

import pytest
from django.contrib.auth.forms import PasswordChangeForm
from django.core import mail
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.accounts.mail_tokens import address_token, read_address_token
from rulesbase.accounts.roles import group_of
from rulesbase.models import User
from tests.rulesbase.accounts.mails import link_in
from tests.rulesbase.accounts.views.test_second_factor import enrol
from tests.support.make import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.django_db
PRIVATE = "/account/"


def test_a_new_second_factor_ends_sessions_that_knew_none() -> None:
    user = make_user("jane", "curators")
    elsewhere, here = signed_in(user), signed_in(user)
    assert elsewhere.get(PRIVATE).status_code == 200
    enrol(here, user)
    assert elsewhere.get(PRIVATE).status_code == 302
    assert here.get(PRIVATE).status_code == 200


def test_the_code_gives_the_session_a_new_key() -> None:
    user = make_user("jane", "curators")
    client = signed_in(user)
    before = client.session.session_key
    enrol(client, user)
    assert client.session.session_key != before


def test_a_removed_device_verifies_no_one(settings: object) -> None:
    setattr(settings, "SECOND_FACTOR_DEMANDED", True)  # noqa: B010
    user = make_user("jane", "curators")
    client = signed_in(user)
    enrol(client, user)
    assert client.get("/curate/status/").status_code == 200
    TOTPDevice.objects.filter(user=user).delete()
    assert client.get("/curate/status/").headers["Location"].startswith("/account/second-factor/")


def test_a_group_that_is_left_opens_nothing_any_more() -> None:
    user = make_user("jane", "curators")
    client = signed_in(user)
    assert client.get("/curate/status/").status_code == 200
    user.groups.set([group_of("readers")])
    assert client.get("/curate/status/").status_code == 403


@pytest.mark.parametrize("how", ["closed", "deleted"])
def test_an_account_that_is_gone_has_no_session(how: str) -> None:
    user = make_user("jane")
    client = signed_in(user)
    assert client.get(PRIVATE).status_code == 200
    if how == "closed":
        User.objects.update(is_active=False)
    else:
        user.delete()
    assert client.get(PRIVATE).status_code == 302


def test_a_new_password_needs_the_second_factor_where_there_is_one() -> None:
    user = make_user("jane")
    enrol(signed_in(user), user)
    stolen = signed_in(user)
    form = {"old_password": PASSWORD, "new_password1": "a quite new battery", "new_password2": "a quite new battery"}
    assert stolen.post("/account/password/", form).headers["Location"].startswith("/account/second-factor/")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_a_new_password_ends_links_to_another_address() -> None:
    """An intruder asked for their own address; its owner then set a new password."""
    user = make_user("jane", email="jane@rules.example")
    signed_in(user).post("/account/address/", {"email": "eve@evil.example", "password": PASSWORD})
    link = link_in()
    Client().post("/account/reset/", {"email": "jane@rules.example"})
    new = {"new_password1": "a quite new battery", "new_password2": "a quite new battery"}
    assert Client().post(link_in(), new).status_code == 200
    assert Client().post(link).status_code == 410
    user.refresh_from_db()
    assert user.email == "jane@rules.example"


def test_a_password_set_by_a_mail_wins_over_a_change_in_parallel() -> None:
    """Somebody with the old one sends another at the very moment at which its owner sets a new one."""
    user = make_user("jane", email="jane@rules.example")
    thief = signed_in(user)
    assert thief.get(PRIVATE).status_code == 200
    Client().post("/account/reset/", {"email": "jane@rules.example"})
    link, hashing = link_in(), PasswordChangeForm.save
    new = {"new_password1": "a quite new battery", "new_password2": "a quite new battery"}

    def meanwhile(form: PasswordChangeForm, commit: bool = True) -> object:
        assert Client().post(link, new).status_code == 200
        return hashing(form, commit)

    theirs = {"old_password": PASSWORD, "new_password1": "staple of thieves", "new_password2": "staple of thieves"}
    with patch.object(PasswordChangeForm, "save", meanwhile):
        answer = thief.post("/account/password/", theirs)
    assert "The password is wrong." in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password("a quite new battery")
    assert thief.get(PRIVATE).status_code == 302
    assert [str(one.subject) for one in mail.outbox[1:]] == ["Your password at testserver was changed"]


def test_nor_is_an_address_confirmed_at_that_moment() -> None:
    user = make_user("jane", email="jane@rules.example")
    token = address_token(user, "eve@evil.example")

    def read(given: str) -> tuple[User, str] | None:
        found = read_address_token(given)
        user.set_password("a quite new battery")
        user.save()
        return found

    with patch("rulesbase.accounts.views.account.read_address_token", read):
        assert Client().post(f"/account/address/{token}/").status_code == 410
    user.refresh_from_db()
    assert user.email == "jane@rules.example"


def test_a_session_begins_with_a_key_of_its_own() -> None:
    """A session cannot be given beforehand (fixation)."""
    make_user("jane")
    client = Client()
    client.cookies["sessionid"] = "chosen-by-somebody-else-0000000"
    client.post("/account/sign-in/", {"username": "jane", "password": PASSWORD})
    assert client.get(PRIVATE).status_code == 200
    assert client.session.session_key != "chosen-by-somebody-else-0000000"


def test_it_ends_by_itself() -> None:
    make_user("jane")
    client = Client()
    client.post("/account/sign-in/", {"username": "jane", "password": PASSWORD})
    assert 0 < int(client.cookies["sessionid"]["max-age"]) <= 14 * 24 * 3600
