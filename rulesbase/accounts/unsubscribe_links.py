"""Signed unsubscribe links of mails. They need no sign-in and are valid for a year."""

import datetime
from enum import StrEnum

from django.core import signing
from django.urls import reverse

from rulesbase.models import User

LASTS = datetime.timedelta(days=366)
_SALT = "rulesbase.unsubscribe"


class Mails(StrEnum):
    """The kinds of mails that a user can stop."""

    WATCHES = "watches"
    DESK = "desk"


def unsubscribe_path(user: User, mails: Mails = Mails.WATCHES) -> str:
    """Return the address that ends one kind of mails to a user."""
    # Links to end mails of watches have only the key of the user, as they had before there were other kinds.
    value = user.pk if mails is Mails.WATCHES else [user.pk, mails]
    return reverse("unsubscribe", args=[signing.dumps(value, salt=_SALT)])


def read_unsubscribe_link(token: str) -> tuple[User | None, Mails, str]:
    """Return user and kind of mails of a link; without a user why the link is invalid: forged, expired or gone."""
    try:
        value = signing.loads(token, salt=_SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return None, Mails.WATCHES, "expired"
    except signing.BadSignature:
        return None, Mails.WATCHES, "forged"
    pk, mails = (value[0], Mails(value[1])) if isinstance(value, list) else (value, Mails.WATCHES)
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user, mails, "" if user else "gone"
