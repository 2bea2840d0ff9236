"""A clock that was ahead: second factors and news of translations; a mail server that does not answer."""

import socket
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.mail import send
from rulesbase.models import ActionLog, Source
from rulesbase.watches.news import NewsReader
from tests.support.make import make_user

# Seconds, far fewer than a server that does not answer takes without a limit.
_SOON = 5.0


@pytest.mark.django_db
@pytest.mark.parametrize("device", [TOTPDevice, StaticDevice])
def test_wrong_codes_of_the_future_lock_no_second_factor(device: Any) -> None:
    user = make_user("ada")
    made = device.objects.create(user=user, name="x", confirmed=True)
    code = "123456" if device is TOTPDevice else "abcdefgh"
    if device is StaticDevice:
        made.token_set.create(token=code)
    wrong = "000000" if device is TOTPDevice else "hgfedcba"
    assert factor.matching_device(user, wrong) is None
    assert factor.seconds_to_wait(user, wrong) > 0
    ahead = timezone.now() + timedelta(days=9)
    device.objects.update(throttling_failure_timestamp=ahead, throttling_failure_count=9)
    assert factor.seconds_to_wait(user, wrong) == 0
    assert factor.matching_device(user, wrong) is None
    # This one counts as the first.
    made.refresh_from_db()
    assert made.throttling_failure_count == 1
    assert factor.seconds_to_wait(user, wrong) > 0
    device.objects.update(throttling_failure_timestamp=ahead)
    if device is StaticDevice:
        assert factor.matching_device(user, code) is not None


@pytest.mark.django_db
def test_translations_of_the_future_are_reported_once() -> None:
    now = timezone.now()

    def log(**ago: float) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: now - timedelta(**ago))
            return ActionLog.objects.create(verb="imported", language="fr", source=source).pk

    source = Source.objects.create(sha256="0" * 64, language="fr", name="x", size=1, parser_version=1, whole=True)
    seen: list[list[int]] = []
    rows = [log(days=-2), log(hours=1)]
    for later in range(3):
        reporter = NewsReader(now + timedelta(minutes=later))
        after = seen[-1][-1] if seen else 0
        came, _left = reporter.changes("fr", after)
        seen.append([*sorted(one.last for one in came), reporter.last_action])
        if later == 0:
            # Its transaction may be open: later rows wait for it.
            rows += [log(seconds=10), log(hours=2)]
    assert seen == [[*rows[:2], rows[1]], [*rows[2:], rows[3]], [rows[3]]]


# ---- A mail server that does not answer ----


@pytest.mark.django_db
def test_a_mail_server_that_does_not_answer_is_given_up(settings: Settings) -> None:
    assert settings.EMAIL_TIMEOUT == 10
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        begun = time.monotonic()
        assert not send("password_changed", "ada@example.org", name="ada", host="rules.example")
        assert time.monotonic() - begun < _SOON
