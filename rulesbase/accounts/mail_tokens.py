"""Signed links in mails: they say by themselves what they are for, work for a day, and nothing is stored."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from rulesbase.models import User

_JOIN, _ADDRESS = "rulesbase.join", "rulesbase.address"


class NewAddress(NamedTuple):
    """An account that is to have another address."""

    user: User
    address: str


def join_token(address: str) -> str:
    """Return the token for making an account with this address."""
    return signing.dumps(address, salt=_JOIN)


def read_join_token(token: str) -> str | None:
    """Return the address that the token confirms; None if it is not ours or too old."""
    value = _read(token, _JOIN)
    return value if isinstance(value, str) else None


def address_token(user: User, address: str) -> str:
    """Return the token for giving this account another address; works once, as it names the one before, and only
    as long as the password is the same: whoever lost an account to somebody takes it back by setting a new one."""
    return signing.dumps([user.pk, user.email, address, _state(user)], salt=_ADDRESS)


def _state(user: User) -> str:
    return salted_hmac(_ADDRESS, user.password, algorithm="sha256").hexdigest()[:32]


def read_address_token(token: str) -> NewAddress | None:
    """Return what the token confirms; None if it is not ours, too old, or used."""
    value = _read(token, _ADDRESS)
    if not isinstance(value, list) or len(value) != 4:
        return None
    pk, before, address, state = value
    user = User.objects.filter(pk=pk, email=before, is_active=True).first()
    return NewAddress(user, address) if user and constant_time_compare(state, _state(user)) else None


def _read(token: str, salt: str) -> object:
    try:
        return signing.loads(token, salt=salt, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
