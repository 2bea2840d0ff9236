"""Signed unsubscribe links of digests. They need no sign-in and are valid for a year."""

import datetime

from django.core import signing
from django.urls import reverse

from rulesbase.models import User

LASTS = datetime.timedelta(days=366)
_SALT = "rulesbase.unsubscribe"


def unsubscribe_path(user: User) -> str:
    """Return the address that unsubscribes a user."""
    return reverse("unsubscribe", args=[signing.dumps(user.pk, salt=_SALT)])


def read_unsubscribe_link(token: str) -> tuple[User | None, str]:
    """Return the user of a link, or None and why the link is invalid: forged, expired or gone."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return None, "expired"
    except signing.BadSignature:
        return None, "forged"
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user, "" if user else "gone"
