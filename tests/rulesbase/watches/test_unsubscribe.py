"""/account/unsubscribe/: ends mails without signing in."""

import datetime
from unittest import mock

import pytest
from django.core import signing
from django.test import Client

from rulesbase.accounts.mail_tokens import unsubscribe_path
from rulesbase.models import User, WatchMail
from rulesbase.watches.actions import mail_settings
from tests.rulesbase.feeds.conftest import SITE

pytestmark = pytest.mark.usefixtures("two")


@pytest.fixture
def link(reader: User) -> str:
    mail_settings(reader, SITE, "en")
    return unsubscribe_path(reader)


def test_asks_and_then_does_it(client: Client, link: str) -> None:
    asked = client.get(link)
    assert "Unsubscribe?" in asked.content.decode()
    assert "no-store" in asked.headers["Cache-Control"]
    assert WatchMail.objects.get().frequency == "version"
    assert "will get no more e-mails" in client.post(link).content.decode()
    assert WatchMail.objects.get().frequency == "never"


def test_one_click_of_a_mail_program(link: str) -> None:
    # RFC 8058: no cookies, no token, this form.
    assert Client(enforce_csrf_checks=True).post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert WatchMail.objects.get().frequency == "never"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_forged_link_does_nothing(client: Client, link: str, method: str) -> None:
    token = link.split("/")[-2]
    other = token[:-1] + ("A" if token[-1] != "A" else "B")
    for one in (other, "x", token.partition(":")[0], signing.dumps(1, salt="other")):
        response = getattr(client, method)(f"/account/unsubscribe/{one}/")
        assert response.status_code == 404
        assert "not from this site" in response.content.decode()
    assert WatchMail.objects.get().frequency == "version"


def test_an_expired_link_does_nothing(client: Client, reader: User) -> None:
    mail_settings(reader, SITE, "en")
    ago = datetime.datetime.now(datetime.UTC).timestamp() - 367 * 24 * 3600
    with mock.patch("django.core.signing.time.time", return_value=ago):
        link = unsubscribe_path(reader)
    response = client.post(link)
    assert response.status_code == 410
    assert "more than a year old" in response.content.decode()
    assert WatchMail.objects.get().frequency == "version"


def test_anyone_who_left(client: Client, reader: User, link: str) -> None:
    reader.delete()
    response = client.get(link)
    assert response.status_code == 410
    assert "closed or deleted" in response.content.decode()
