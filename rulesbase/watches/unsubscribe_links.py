"""Links in digests that end them: signed, so that nobody needs to sign in, and good for a year."""

import datetime
from enum import Enum
from typing import NamedTuple

from django.core import signing
from django.urls import reverse

from rulesbase.models import User

LASTS = datetime.timedelta(days=366)
_SALT = "rulesbase.unsubscribe"


class LinkError(Enum):
    """What is wrong with a link."""

    FORGED = "forged"
    EXPIRED = "expired"
    GONE = "gone"


class UnsubscribeLink(NamedTuple):
    """Whose mails a link ends, or what is wrong with it."""

    user: User | None
    flaw: LinkError | None


def unsubscribe_path(user: User) -> str:
    """The address that ends the digests of an account."""
    return reverse("unsubscribe", args=[signing.dumps(user.pk, salt=_SALT)])


def read_unsubscribe_link(token: str) -> UnsubscribeLink:
    """Whose digests a link ends."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return UnsubscribeLink(None, LinkError.EXPIRED)
    except signing.BadSignature:
        return UnsubscribeLink(None, LinkError.FORGED)
    user = User.objects.filter(pk=pk, is_active=True).first()
    return UnsubscribeLink(user, None if user else LinkError.GONE)
