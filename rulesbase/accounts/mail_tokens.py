"""Signed tokens of links in mails. They contain all data, work for a day, and nothing is stored."""

from django.conf import settings
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from rulesbase.models import User

_JOIN, _ADDRESS = "rulesbase.join", "rulesbase.address"


def join_token(address: str) -> str:
    """Return the token for creating an account with this address."""
    return signing.dumps(address, salt=_JOIN)


def read_join_token(token: str) -> str | None:
    """Return the address that the token confirms; None if it is forged or too old."""
    value = _read(token, _JOIN)
    return value if isinstance(value, str) else None


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
    if not isinstance(value, list) or len(value) != 4:
        return None
    pk, before, address, state = value
    user = User.objects.filter(pk=pk, email=before, is_active=True).first()
    return (user, address) if user and constant_time_compare(state, _state(user)) else None


def _read(token: str, salt: str) -> object:
    try:
        return signing.loads(token, salt=salt, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
