"""Signed unsubscribe links of digests. They need no sign-in and are valid for a year."""

import datetime
from enum import Enum
from typing import NamedTuple

from django.core import signing
from django.urls import reverse

from rulesbase.models import User

LASTS = datetime.timedelta(days=366)
_SALT = "rulesbase.unsubscribe"


class LinkError(Enum):
    """Why a link is invalid."""

    FORGED = "forged"
    EXPIRED = "expired"
    GONE = "gone"


class UnsubscribeLink(NamedTuple):
    """The user of a link, or its error."""

    user: User | None
    flaw: LinkError | None


def unsubscribe_path(user: User) -> str:
    """Return the address that unsubscribes a user."""
    return reverse("unsubscribe", args=[signing.dumps(user.pk, salt=_SALT)])


def read_unsubscribe_link(token: str) -> UnsubscribeLink:
    """Read the token of an unsubscribe link."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return UnsubscribeLink(None, LinkError.EXPIRED)
    except signing.BadSignature:
        return UnsubscribeLink(None, LinkError.FORGED)
    user = User.objects.filter(pk=pk, is_active=True).first()
    return UnsubscribeLink(user, None if user else LinkError.GONE)
