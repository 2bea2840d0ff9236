"""How many mails the forms may cause, and what happens when none can be sent."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from rulesbase.models import SentMail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URLS = ["/account/sign-up/", "/account/reset/"]


def ask(client: Client, address: str, url: str = URLS[0], place: str = "203.0.113.5") -> int:
    return client.post(url, {"email": address}, REMOTE_ADDR=place).status_code


def test_one_address_gets_three_an_hour_without_a_message(client: Client) -> None:
    tries = [ask(client, "jane@rules.example", url, f"203.0.113.{at}") for at, url in enumerate(URLS * 3)]
    assert tries == [200] * 6
    assert len(mail.outbox) == 3
    ask(client, "john@rules.example")
    assert len(mail.outbox) == 4
    # No address is stored.
    stored = list(SentMail.objects.values_list("digest", flat=True))
    assert {len(digest) for digest in stored} == {64}
    assert "jane" not in " ".join(stored)


def test_one_place_causes_twenty_an_hour(client: Client) -> None:
    tries = [ask(client, f"jane{at}@rules.example") for at in range(30)]
    assert tries == [200] * 20 + [429] * 10
    assert len(mail.outbox) == 20
    refused = client.post(URLS[1], {"email": "x@rules.example"}, REMOTE_ADDR="203.0.113.5")
    assert refused.headers["Retry-After"] == "3600"
    # Requests above the limit of a place or an address fill no table.
    assert SentMail.objects.count() == 20 + 21
    tries = [ask(client, "john@rules.example", place=f"203.0.113.{at + 9}") for at in range(9)]
    assert tries == [200] * 9
    assert SentMail.objects.count() == 20 + 21 + 9 + 4


def test_one_household_is_one_place(client: Client) -> None:
    tries = [ask(client, f"j{at}@rules.example", place=f"2001:db8:1:2::{at}") for at in range(1, 22)]
    assert tries[-1] == 429
    assert ask(client, "x@rules.example", place="2001:db8:1:3::1") == 200


def test_behind_a_proxy_the_place_is_what_the_proxy_saw(client: Client, settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    claims = {"x-forwarded-for": "198.51.100.9, 203.0.113.5"}
    for at in range(20):
        client.post(URLS[0], {"email": f"jane{at}@rules.example"}, headers=claims, REMOTE_ADDR="127.0.0.1")
    assert ask(client, "x@rules.example", place="203.0.113.5") == 429
    assert ask(client, "x@rules.example", place="198.51.100.9") == 200
    # Other claims are ignored.
    spoofed = {"x-forwarded-for": "203.0.113.5"}
    assert (
        client.post(URLS[0], {"email": "y@rules.example"}, headers=spoofed, REMOTE_ADDR="203.0.113.9").status_code
        == 200
    )
    settings.TRUSTED_PROXIES = []
    assert (
        client.post(URLS[0], {"email": "z@rules.example"}, headers=claims, REMOTE_ADDR="127.0.0.1").status_code == 200
    )


def test_an_hour_later(client: Client) -> None:
    for _ in range(4):
        ask(client, "jane@rules.example")
    SentMail.objects.update(sent_at=timezone.now() - timedelta(minutes=61))
    ask(client, "jane@rules.example")
    assert len(mail.outbox) == 4
    assert SentMail.objects.count() == 2


def test_a_mail_server_that_fails(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(EmailMessage, "send", fail)
    response = client.post(URLS[0], {"email": "jane@rules.example"})
    assert response.status_code == 503
    assert b"could not be sent" in response.content
