"""Mails to people, and how many anybody may cause."""

import logging
from datetime import timedelta
from enum import Enum

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import salted_hmac

from rulesbase.models import SentMail
from rulesbase.web.ratelimits.client_ip import client_network

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
TO_ONE_ADDRESS = 3
FROM_ONE_PLACE = 20
log = logging.getLogger(__name__)


class MailDecision(Enum):
    """What becomes of a mail that a form asks for."""

    SEND = "send"
    # The address had enough. Nobody is told: that would say that somebody else asks for it as well.
    DROP = "drop"
    REFUSE = "refuse"


def decide_mail(request: HttpRequest, address: str) -> MailDecision:
    """Count this wish for a mail and say what becomes of it."""
    if _enough(_digest("place", client_network(request)), FROM_ONE_PLACE):
        return MailDecision.REFUSE
    return MailDecision.DROP if _enough(address_digest(address), TO_ONE_ADDRESS) else MailDecision.SEND


def send(template: str, to: str, **context: object) -> bool:
    """Send the mail of a template, whose first line is the subject; False if the mail server did not take it."""
    subject, _, body = render_to_string(f"account/mail/{template}.txt", context).strip().partition("\n")
    try:
        send_mail(subject, body.strip() + "\n", None, [to])
    except OSError as error:
        # No address in the log: it would outlive the account.
        log.error("A mail (%s) was not sent: %s", template, type(error).__name__)
        return False
    return True


def address_digest(address: str) -> str:
    """Return what an address is counted under."""
    return _digest("address", address.casefold())


def counted() -> Q:
    """Those mails that a limit still looks at."""
    now = timezone.now()
    # One of a moment still to come is of a clock that was ahead: else nobody would get mails until that moment.
    return Q(sent_at__range=(now - HOUR, now + MINUTE))


def forget_old_mails() -> int:
    """Drop what no limit looks at any more; how many went."""
    return SentMail.objects.exclude(counted()).delete()[0]


def _enough(digest: str, limit: int) -> bool:
    forget_old_mails()
    # Whoever asks on and on is refused without another row: they would fill the table.
    if SentMail.objects.filter(digest=digest).count() > limit:
        return True
    # Stored before it is counted: of many at once each sees at least itself and those that came before.
    SentMail.objects.create(digest=digest)
    return SentMail.objects.filter(digest=digest).count() > limit


def _digest(kind: str, value: str) -> str:
    return salted_hmac("rulesbase.mail", f"{kind}:{value}", secret=settings.SECRET_KEY, algorithm="sha256").hexdigest()
