"""/account/second-factor/ and its backup codes"""

import datetime
import re

import pytest
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.models import User
from tests.support.make import PASSWORD, make_user, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URL = "/account/second-factor/"


def current_code(device: TOTPDevice, steps: int = 0) -> str:
    return f"{TOTP(device.bin_key, drift=steps).token():06d}"


def enrol(client: Client, user: User) -> list[str]:
    """Set the second factor up as a person does; return the backup codes."""
    client.force_login(user)
    client.get(URL)
    form = {"code": current_code(TOTPDevice.objects.get(user=user)), "password": PASSWORD}
    page = client.post(URL, form).content.decode()
    return re.findall(r"<code>([a-z2-7]{8})</code>", page)


@pytest.fixture
def later(client: Client) -> Client:
    """Return a session that was opened after the set-up, with the password alone."""
    user = make_user()
    enrol(client, user)
    return signed_in(user)


def is_verified(client: Client) -> bool:
    return "set up; you entered a code in this session" in client.get("/account/").content.decode()


def test_set_up_shows_one_key_until_it_is_used(client: Client) -> None:
    client.force_login(make_user())
    pages = [client.get(URL).content for _ in range(2)]
    assert b'src="/account/second-factor/picture.svg"' in pages[0]
    keys = [re.findall(rb"<code>([A-Z2-7]+)</code>", page) for page in pages]
    assert keys[0] == keys[1] != []
    assert TOTPDevice.objects.count() == 1
    picture = client.get("/account/second-factor/picture.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.headers["Cache-Control"] == "private, no-store"
    assert b"<svg" in picture.content
    assert b"style=" not in picture.content
    wrong = client.post(URL, {"code": "nonsense", "password": PASSWORD})
    assert b"This code is wrong" in wrong.content
    assert not TOTPDevice.objects.get().confirmed
    assert not is_verified(client)


def test_an_open_session_alone_sets_none_up(client: Client) -> None:
    """Nor gets codes: they would lock its owner out, or let an intruder back in."""
    user = make_user()
    client.force_login(user)
    client.get(URL)
    code = current_code(TOTPDevice.objects.get())
    for password in ("", "not a password of theirs"):
        page = client.post(URL, {"code": code, "password": password}).content
        assert b'id="id_password_error"' in page
    assert not TOTPDevice.objects.get().confirmed
    # What was tried with a wrong password is not used up.
    assert client.post(URL, {"code": code, "password": PASSWORD}).status_code == 200
    assert is_verified(client)
    old = set(StaticToken.objects.values_list("token", flat=True))
    asked = client.post("/account/second-factor/codes/").content
    assert b'name="password"' in asked
    assert b'class="error"' not in asked
    wrong = client.post("/account/second-factor/codes/", {"password": "not theirs"}).content
    assert b"The password is wrong." in wrong
    assert set(StaticToken.objects.values_list("token", flat=True)) == old


def test_next_session_needs_a_code(later: Client) -> None:
    assert not is_verified(later)
    assert b"picture.svg" not in later.get(URL).content
    assert later.get("/account/second-factor/picture.svg").status_code == 404
    # The code of this half minute was used up at the set-up; the next one is allowed early.
    code = current_code(TOTPDevice.objects.get(), steps=1)
    response = later.post(URL, {"code": f"{code[:3]} {code[3:]}", "next": "/help/marks/"})
    assert response.headers["Location"] == "/help/marks/"
    assert is_verified(later)


def test_a_code_opens_once(later: Client) -> None:
    later.post(URL, {"code": current_code(TOTPDevice.objects.get())})
    assert not is_verified(later)


def test_backup_code_opens_once(client: Client) -> None:
    user = make_user()
    code = enrol(client, user)[0]
    for works in (True, False):
        later = signed_in(user)
        later.post(URL, {"code": code.upper()})
        assert is_verified(later) is works
    assert StaticToken.objects.count() == 9


def test_wrong_codes_bring_a_pause(later: Client) -> None:
    device = TOTPDevice.objects.get()
    wrong = f"{(int(current_code(device)) + 1) % 1_000_000:06d}"
    later.post(URL, {"code": wrong})
    page = later.post(URL, {"code": current_code(device, steps=1)})
    assert b"Wait 1 second," in page.content
    assert not is_verified(later)
    # Each wrong code doubles the wait.
    TOTPDevice.objects.update(throttling_failure_timestamp=datetime.datetime.fromtimestamp(0, datetime.UTC))
    later.post(URL, {"code": wrong})
    assert b"Wait 2 seconds" in later.post(URL, {"code": wrong}).content


def test_setting_up_gives_ten_backup_codes_and_new_ones_replace_them(client: Client) -> None:
    old = enrol(client, make_user())
    assert len(set(old)) == 10
    assert TOTPDevice.objects.get().confirmed
    assert is_verified(client)
    page = client.post("/account/second-factor/codes/", {"password": PASSWORD}).content.decode()
    new = re.findall(r"<code>([a-z2-7]{8})</code>", page)
    assert len(new) == 10
    assert not set(old) & set(new)
    assert set(StaticToken.objects.values_list("token", flat=True)) == set(new)


def test_new_backup_codes_only_with_the_second_factor(client: Client) -> None:
    user = make_user()
    old = enrol(client, user)
    later = signed_in(user)
    response = later.post("/account/second-factor/codes/")
    assert response.headers["Location"] == f"{URL}?next=/account/"
    assert set(StaticToken.objects.values_list("token", flat=True)) == set(old)
    # Loading the codes again makes no others.
    assert client.get("/account/second-factor/codes/").headers["Location"] == "/account/"
    assert set(StaticToken.objects.values_list("token", flat=True)) == set(old)


def test_signing_in_goes_on_to_the_code(client: Client) -> None:
    user = make_user("jane")
    sent = {"username": "jane", "password": PASSWORD, "next": "/study/"}
    assert Client().post("/account/sign-in/", sent)["Location"] == "/study/"
    enrol(client, user)
    later = Client()
    asked = later.post("/account/sign-in/", sent)["Location"]
    assert asked == "/account/second-factor/?next=/study/"
    device = TOTPDevice.objects.get(user=user)
    # The code that set it up counts no second time.
    assert later.post(asked, {"code": current_code(device, 1)})["Location"] == "/study/"
    assert is_verified(later)
