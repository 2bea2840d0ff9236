"""Links in digests that end them: signed, so that nobody needs to sign in, and good for a year."""

import datetime
from enum import Enum
from typing import NamedTuple

from django.core import signing
from django.urls import reverse

from rulesbase.models import User

LASTS = datetime.timedelta(days=366)
_SALT = "rulesbase.unsubscribe"


class Flaw(Enum):
    """What is wrong with a link."""

    FORGED = "forged"
    EXPIRED = "expired"
    GONE = "gone"


class Ending(NamedTuple):
    """Whose mails a link ends, or what is wrong with it."""

    user: User | None
    flaw: Flaw | None


def ending_path(user: User) -> str:
    """The address that ends the digests of an account."""
    return reverse("unsubscribe", args=[signing.dumps(user.pk, salt=_SALT)])


def read_ending(token: str) -> Ending:
    """Whose digests a link ends."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return Ending(None, Flaw.EXPIRED)
    except signing.BadSignature:
        return Ending(None, Flaw.FORGED)
    user = User.objects.filter(pk=pk, is_active=True).first()
    return Ending(user, None if user else Flaw.GONE)
