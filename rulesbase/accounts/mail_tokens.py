"""Signed tokens of links in mails. They contain all data; nothing is stored."""

import datetime
from enum import StrEnum
from typing import Any, cast

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from rulesbase.models import User

_JOIN, _ADDRESS, _UNSUBSCRIBE = "rulesbase.join", "rulesbase.address", "rulesbase.unsubscribe"
# How long a link to end mails works; other links work for a day.
LASTS = datetime.timedelta(days=366)


def join_token(address: str) -> str:
    """Return the token for creating an account with this address."""
    return signing.dumps(address, salt=_JOIN)


def read_join_token(token: str) -> str | None:
    """Return the address that the token confirms; None if it is forged or too old."""
    return cast("str | None", _read(token, _JOIN))


def address_token(user: User, address: str) -> str:
    """Return the token for changing the address of this account.

    It contains the old address, so it works once. It is bound to the password: setting a new password makes it
    invalid, so that the owner can take back an account.
    """
    return signing.dumps([user.pk, user.email, address, _state(user)], salt=_ADDRESS)


def _state(user: User) -> str:
    return salted_hmac(_ADDRESS, user.password, algorithm="sha256").hexdigest()[:32]


def read_address_token(token: str) -> tuple[User, str] | None:
    """Return what the token confirms; None if it is forged, too old, or used."""
    value = _read(token, _ADDRESS)
    if value is None:
        return None
    pk, before, address, state = value
    user = User.objects.filter(pk=pk, email=before, is_active=True).first()
    return (user, address) if user and constant_time_compare(state, _state(user)) else None


def _read(token: str, salt: str) -> Any:
    """Return what a token signs; None if it is forged or too old."""
    try:
        return signing.loads(token, salt=salt, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None


class Mails(StrEnum):
    """The kinds of mails that a user can stop."""

    WATCHES = "watches"
    DESK = "desk"


def unsubscribe_path(user: User, mails: Mails = Mails.WATCHES) -> str:
    """Return the address that ends one kind of mails to a user."""
    # Links to end mails of watches have only the key of the user, as they had before there were other kinds.
    value = user.pk if mails is Mails.WATCHES else [user.pk, mails]
    return reverse("unsubscribe", args=[signing.dumps(value, salt=_UNSUBSCRIBE)])


def read_unsubscribe_link(token: str) -> tuple[User | None, Mails, str]:
    """Return user and kind of mails of a link; without a user why the link is invalid: forged, expired or gone."""
    try:
        value = signing.loads(token, salt=_UNSUBSCRIBE, max_age=LASTS)
    except signing.SignatureExpired:
        return None, Mails.WATCHES, "expired"
    except signing.BadSignature:
        return None, Mails.WATCHES, "forged"
    pk, mails = (value[0], Mails(value[1])) if isinstance(value, list) else (value, Mails.WATCHES)
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user, mails, "" if user else "gone"
