"""The second factor: codes of an authenticator app, and backup codes."""

import math
from datetime import timedelta
from io import BytesIO
from typing import Any, cast

import segno
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.core.maintenance import writes_are_refused
from rulesbase.models import User

BACKUP_CODES = 10
APP_DIGITS = 6
# Session key: the password was right, the code is still missing.
CODE_REQUIRED = "code_owed"
MINUTE = timedelta(minutes=1)
# Session key: the pending device whose key this session was shown.
_SHOWN = "factor_shown"


def has_second_factor(user: User) -> bool:
    """Return whether this account has a confirmed second factor."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def pending_device(user: User, session: SessionBase) -> TOTPDevice | None:
    """Return the unconfirmed device of this session, or create one; None if maintenance forbids that.

    A device shown to another session is deleted, as an intruder may have copied its key.
    """
    waiting = TOTPDevice.objects.filter(user=user, confirmed=False)
    device = waiting.filter(pk=session.get(_SHOWN, 0)).first()
    if device is None and not writes_are_refused():
        waiting.delete()
        device = TOTPDevice.objects.create(user=user, confirmed=False, name="app")
        session[_SHOWN] = device.pk
    return device


def matching_device(user: User, code: str, *, confirmed: bool = True) -> Device | None:
    """Return the device that this code belongs to and use the code up; None if it is wrong or too early.

    With `confirmed` false, check the pending device and confirm it if the code is right.
    """
    with transaction.atomic():
        # The lock prevents that one code, sent twice at once, opens two sessions.
        for device in map(_without_future_failure, _devices(user, code, confirmed).select_for_update()):
            if device.verify_token(code):
                device.confirmed = True
                device.save(update_fields=["confirmed"])
                return cast(Device, device)
    return None


def _devices(user: User, code: str, confirmed: bool) -> QuerySet[Any]:
    # Six digits are a code of the app: a backup code must not count as a wrong code of the app, nor the reverse.
    of_the_app = not confirmed or (len(code) == APP_DIGITS and code.isdecimal())
    devices: QuerySet[Any] = (TOTPDevice if of_the_app else StaticDevice).objects.all()
    return devices.filter(user=user, confirmed=confirmed).order_by("pk")


def _without_future_failure(device: Any) -> Any:
    """Reset a failure in the future, from a clock that was ahead; it would lock the device until then."""
    failed_at = device.throttling_failure_timestamp
    if failed_at is not None and failed_at > timezone.now() + MINUTE:
        device.throttle_reset(commit=False)
    return device


def seconds_to_wait(user: User, code: str, *, confirmed: bool = True) -> int:
    """Return how many seconds this account must wait before the next try of such a code; 0 if none."""
    wait = 0
    for device in map(_without_future_failure, _devices(user, code, confirmed)):
        allowed, details = device.verify_is_allowed()
        if not allowed:
            left = (details["locked_until"] - timezone.now()).total_seconds()
            wait = max(wait, math.ceil(left), 1)
    return wait


def new_backup_codes(user: User) -> list[str]:
    """Replace this account's backup codes and return the new ones; they are shown once."""
    with transaction.atomic():
        device, _ = StaticDevice.objects.get_or_create(user=user, defaults={"name": "backup"})
        device.token_set.all().delete()
        codes = [StaticToken.random_token() for _ in range(BACKUP_CODES)]
        StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def qr_code(device: TOTPDevice) -> bytes:
    """Return the device's set-up URI as a QR code: SVG, dark on light in every theme."""
    file = BytesIO()
    segno.make(device.config_url, micro=False).save(file, kind="svg", scale=4, dark="#000", light="#fff")
    return file.getvalue()
