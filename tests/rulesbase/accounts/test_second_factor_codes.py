"""Second factors after a clock that was ahead; a mail server that does not answer."""

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


# ---- A mail server that does not answer ----


@pytest.mark.django_db
def test_a_mail_server_that_does_not_answer_is_given_up(settings: Settings) -> None:
    assert settings.EMAIL_TIMEOUT == 10
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        begun = time.monotonic()
        assert not send("accounts/mail/password_changed.txt", "ada@example.org", name="ada", host="rules.example")
        assert time.monotonic() - begun < _SOON
