"""A clock that was ahead and is right again: codes, digests, translations, backups; and a mail server without words."""

import socket
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from rulesbase.accounts import second_factor as factor
from rulesbase.accounts.mail import send
from rulesbase.archive.catalogue import catalogue
from rulesbase.models import ActionLog, Source, WatchMail
from rulesbase.operations.backup.create import back_up, note_backup
from rulesbase.operations.status import site_status
from rulesbase.watches.news import NewsReader
from rulesbase.watches.send import _is_due
from tests.support.make import make_user

# Far less than a server that says nothing would hold anybody without a limit.
_SOON = 5.0


@pytest.mark.django_db
@pytest.mark.parametrize("device", [TOTPDevice, StaticDevice])
def test_wrong_codes_of_a_moment_to_come_lock_no_second_factor(device: Any) -> None:
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
    # This one counts, as the first.
    made.refresh_from_db()
    assert made.throttling_failure_count == 1
    assert factor.seconds_to_wait(user, wrong) > 0
    device.objects.update(throttling_failure_timestamp=ahead)
    if device is StaticDevice:
        assert factor.matching_device(user, code) is not None


@pytest.mark.django_db
def test_a_mail_of_a_moment_to_come_keeps_no_other_back() -> None:
    now = timezone.now()
    reporter = NewsReader(catalogue(), now)

    def due(**ago: float) -> bool:
        return _is_due(WatchMail(frequency="weekly", last_at=now - timedelta(**ago)), reporter)

    assert due(days=-30)
    assert due(days=7)
    assert not due(days=6)
    # Another run that began a little later told them just now.
    assert not due(minutes=-9)


@pytest.mark.django_db
def test_translations_of_a_moment_to_come_are_told_once() -> None:
    now = timezone.now()

    def log(**ago: float) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: now - timedelta(**ago))
            return ActionLog.objects.create(verb="imported", language="fr", source=source).pk

    source = Source.objects.create(sha256="0" * 64, language="fr", name="x", size=1, parser_version=1, whole=True)
    told: list[list[int]] = []
    rows = [log(days=-2), log(hours=1)]
    for later in range(3):
        reporter = NewsReader(catalogue(), now + timedelta(minutes=later))
        after = told[-1][-1] if told else 0
        came, _left = reporter.changes("fr", after)
        told.append([*sorted(one.last for one in came), reporter.last_action])
        if later == 0:
            # In the making: what comes behind it waits for it.
            rows += [log(seconds=10), log(hours=2)]
    assert told == [[*rows[:2], rows[1]], [*rows[2:], rows[3]], [rows[3]]]


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("days", "known", "stale"), [(-300, False, True), (1, True, False), (3, True, True)])
def test_a_backup_of_a_moment_to_come_is_none(tmp_path: Path, days: int, known: bool, stale: bool) -> None:
    done = back_up(tmp_path / "a.backup")
    note_backup(replace(done, at=(timezone.now() - timedelta(days=days)).isoformat()))
    status = site_status()
    assert (status.backup is not None, status.backup_is_stale) == (known, stale)
    assert status.noted is not None
    ahead = replace(status, noted=replace(status.noted, at=(timezone.now() + timedelta(days=300)).isoformat()))
    assert (ahead.backup, ahead.backup_at, ahead.backup_is_stale) == (None, None, True)


# ---- A mail server that says nothing ----


@pytest.mark.django_db
def test_a_mail_server_that_says_nothing_is_left(settings: Settings) -> None:
    assert settings.EMAIL_TIMEOUT == 10
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        begun = time.monotonic()
        assert not send("password_changed", "ada@example.org", name="ada", host="rules.example")
        assert time.monotonic() - begun < _SOON
