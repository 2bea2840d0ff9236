"""Mails of accounts, and their limits by address and by client."""

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import salted_hmac

from rulesbase.models import SentMail
from rulesbase.web.rate_limits.client_ip import client_network

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
TO_ONE_ADDRESS = 3
FROM_ONE_PLACE = 20
log = logging.getLogger(__name__)


def too_many_from(request: HttpRequest) -> bool:
    """Count a request for a mail; return whether there were too many from its client."""
    return _limit_reached(_digest("place", client_network(request) or "unknown"), FROM_ONE_PLACE)


def too_many_to(address: str) -> bool:
    """Count a request for a mail; return whether there were too many to its address."""
    return _limit_reached(address_digest(address), TO_ONE_ADDRESS)


def send(template: str, to: str, **context: object) -> bool:
    """Send the mail of a template, whose first line is the subject; return False if the mail server refused it.

    ``template`` is its path. ``unsubscribe`` in the context is the address that ends such mails; mail programs offer it
    as a button (RFC 2369, RFC 8058).
    """
    unsubscribe = context.get("unsubscribe")
    subject, _, body = render_to_string(template, context).strip().partition("\n")
    headers = {"List-Unsubscribe": f"<{unsubscribe}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        EmailMessage(subject, body.strip() + "\n", to=[to], headers=headers if unsubscribe else None).send()
    except OSError as error:
        # Do not log the address: it would outlive the account.
        log.error("A mail (%s) was not sent: %s", template, type(error).__name__)
        return False
    return True


def address_digest(address: str) -> str:
    """Return the keyed digest under which mails to an address are counted."""
    return _digest("address", address.casefold())


def within_last_hour() -> Q:
    """Return the filter of mails that count for the limits."""
    now = timezone.now()
    # Ignore times in the future, from a clock that was ahead: they would block mails until then.
    return Q(sent_at__range=(now - HOUR, now + MINUTE))


def forget_old_mails() -> int:
    """Delete mails that no longer count; return how many."""
    return SentMail.objects.exclude(within_last_hour()).delete()[0]


def _limit_reached(digest: str, limit: int) -> bool:
    forget_old_mails()
    # Above the limit add no rows, which would fill the table.
    if SentMail.objects.filter(digest=digest).count() > limit:
        return True
    # Insert before counting, so that parallel requests see each other.
    SentMail.objects.create(digest=digest)
    return SentMail.objects.filter(digest=digest).count() > limit


def _digest(kind: str, value: str) -> str:
    return salted_hmac("rulesbase.mail", f"{kind}:{value}", secret=settings.SECRET_KEY, algorithm="sha256").hexdigest()
