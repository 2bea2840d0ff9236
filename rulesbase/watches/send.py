"""Send digests: one mail per user, never the same mail twice.

One transaction stores the mail and marks its news as reported; then the mail goes to the mail server. A run that is
interrupted in between leaves one mail *sending*. Whether it was sent is unknown, so it is not sent again but marked
as unsure; its text is shown at /account/watches/.
"""

import datetime
import logging
import smtplib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Prefetch
from django.utils import timezone

from rulesbase.models import Digest, Watch, WatchMail
from rulesbase.watches.actions import all_reported, short_digest
from rulesbase.watches.mail import MailText, email_message, write_mail
from rulesbase.watches.news import News, NewsReader, has_unreported, news_for

# A mail that is *sending* for longer than this belongs to an interrupted run.
_CUT_OFF = datetime.timedelta(minutes=10)
_TIMEOUT = 60
# A weekly job may start a little early.
_WEEK = datetime.timedelta(days=7, hours=-3)
_STORED_MAILS = 10
# Errors after which the server has certainly not accepted a mail.
_REFUSALS = (
    smtplib.SMTPSenderRefused,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPHeloError,
    smtplib.SMTPNotSupportedError,
    # An invalid address or header, found before anything is sent.
    ValueError,
)
log = logging.getLogger(__name__)


class SendResult(NamedTuple):
    """The result for a user: sent, would be sent, unsure, refused, late (another run was first), nothing, or not due.

    ``subject`` and ``items`` describe the mail, if there was news.
    """

    user: str
    status: str
    subject: str = ""
    items: int = 0
    why: str = ""


class NoServer(Exception):
    """The mail server cannot be reached. Nothing was sent or marked."""


def send_digests(*, dry_run: bool = False, now: datetime.datetime | None = None) -> Iterator[SendResult]:
    """Send the due digests; yield the result for each user with watches who wants mail. Raises NoServer."""
    now = now or timezone.now()
    if not dry_run:
        yield from _mark_interrupted(now)
    reader = NewsReader(now)
    server = _Server()
    try:
        for mail, watches in _people():
            if not _is_due(mail, reader, watches):
                yield SendResult(mail.user.get_username(), "not due")
                continue
            yield _send_one(server, reader, mail, watches, dry_run=dry_run)
    finally:
        server.close()


def _people() -> Iterator[tuple[WatchMail, list[Watch]]]:
    """Yield the mail settings and watches of users who want mail and have an address."""
    wanting = WatchMail.objects.exclude(frequency=WatchMail.Frequency.NEVER).exclude(user__email="")
    watching = wanting.filter(user__is_active=True, user__in=Watch.objects.values("user")).order_by("user")
    watches = Prefetch("user__watches", Watch.objects.select_related("rule").order_by("pk"))
    keys = list(watching.values_list("pk", flat=True))
    for at in range(0, len(keys), 200):
        # Read again: a user may have unsubscribed since the run began.
        for mail in watching.filter(pk__in=keys[at : at + 200]).select_related("user").prefetch_related(watches):
            yield mail, list(mail.user.watches.all())


def _is_due(mail: WatchMail, reader: NewsReader, watches: Sequence[Watch]) -> bool:
    if mail.frequency == WatchMail.Frequency.WEEKLY:
        return reader.now - mail.last_at >= _WEEK
    return has_unreported(reader, mail, watches)


def _send_one(
    server: "_Server", reader: NewsReader, mail: WatchMail, watches: Sequence[Watch], *, dry_run: bool
) -> SendResult:
    name = mail.user.get_username()
    news = news_for(reader, mail, watches)
    if not news.items:
        if not dry_run:
            _mark(mail, reader, ())
        return SendResult(name, "nothing")
    written = write_mail(mail, news)
    if dry_run:
        return SendResult(name, "would be sent", written.subject, news.items)
    # Connect before marking the news as reported: an unreachable server accepts nothing.
    server.open()
    digest = _claim(mail, reader, news, written)
    if digest is None:
        return SendResult(name, "late")
    status, why = server.send(mail, digest, written)
    _store_result(mail, digest, status)
    return SendResult(name, status, written.subject, news.items, why)


# ---- What is stored ----


def _mark(mail: WatchMail, reader: NewsReader, watches: Sequence[Watch], *, mailed: bool = False) -> bool:
    """Mark the news as reported, with the rulings of some watches; return False if another run was first."""
    marks = {"told_action": max(mail.told_action, reader.last_action), **all_reported(reader.versions)}
    if mailed:
        marks["last_at"] = reader.now
    changed = WatchMail.objects.filter(pk=mail.pk, turn=mail.turn).update(turn=F("turn") + 1, **marks)
    if changed:
        Watch.objects.bulk_update(watches, ["known"])
    return bool(changed)


def _claim(mail: WatchMail, reader: NewsReader, news: News, written: MailText) -> Digest | None:
    """Mark the news as reported and store the mail in one transaction; None if another run was first."""
    with_rulings = [part for part in news.parts if part.rulings]
    before = {
        "version": mail.told_version.isoformat() if mail.told_version else None,
        "documents": mail.told_documents,
        "action": mail.told_action,
        "last": mail.last_at.isoformat(),
        "known": {part.watch.pk: list(part.watch.known) for part in with_rulings},
    }
    for part in with_rulings:
        part.watch.known = [*part.watch.known, *(short_digest(one.digest) for one in part.rulings)]
    with transaction.atomic():
        if not _mark(mail, reader, [part.watch for part in with_rulings], mailed=True):
            return None
        old = Digest.objects.filter(user=mail.user).order_by("-pk").values_list("pk", flat=True)[_STORED_MAILS - 1 :]
        Digest.objects.filter(pk__in=list(old)).exclude(status=Digest.Status.SENDING).delete()
        return Digest.objects.create(
            user=mail.user, subject=written.subject[:200], text=written.text, items=news.items, before=before
        )


def _store_result(mail: WatchMail, digest: Digest, status: str) -> None:
    """Store the result of a mail. If it was refused, restore the marks, so that the next run reports the news again."""
    with transaction.atomic():
        Digest.objects.filter(pk=digest.pk).update(status=status)
        if status != Digest.Status.REFUSED:
            return
        before = digest.before
        restored = WatchMail.objects.filter(pk=mail.pk, turn=mail.turn + 1).update(
            turn=F("turn") + 1,
            told_version=before["version"],
            told_documents=before.get("documents", {}),
            told_action=before["action"],
            last_at=datetime.datetime.fromisoformat(before["last"]),
        )
        if restored:
            for pk, known in before["known"].items():
                Watch.objects.filter(pk=pk).update(known=known)


def _mark_interrupted(now: datetime.datetime) -> Iterator[SendResult]:
    """Mark the mails of interrupted runs as unsure."""
    rows = Digest.objects.filter(status=Digest.Status.SENDING, made_at__lt=now - _CUT_OFF).select_related("user")
    for row in rows.order_by("pk"):
        if Digest.objects.filter(pk=row.pk, status=Digest.Status.SENDING).update(status=Digest.Status.UNSURE):
            name, why = row.user.get_username(), "the run that sent it was cut off"
            yield SendResult(name, Digest.Status.UNSURE.value, row.subject, row.items, why)


# ---- The mail server ----


class _Server:
    """A connection for all mails, opened with the first mail and again after an error."""

    @cached_property
    def _connection(self) -> BaseEmailBackend:
        # Made with the first mail: wrong mail settings raise an error here.
        return get_connection(timeout=_TIMEOUT)

    def open(self) -> None:
        """Open the connection; an open one stays. Raises NoServer."""
        try:
            self._connection.open()
        except OSError as error:
            # smtplib's errors are subclasses of OSError.
            raise NoServer(f"{type(error).__name__}: {error}") from error

    def send(self, mail: WatchMail, digest: Digest, written: MailText) -> tuple[str, str]:
        """Send a mail; return the status (sent, refused or unsure) and the reason."""
        try:
            self._connection.send_messages([email_message(mail, digest, written)])
        except _REFUSALS as error:
            self.close()
            return Digest.Status.REFUSED.value, type(error).__name__
        except OSError as error:
            self.close()
            # Log no e-mail address: the log outlives the account.
            log.error("A digest (%s) is unsure: %s", digest.public_id, type(error).__name__)
            return Digest.Status.UNSURE.value, type(error).__name__
        return Digest.Status.SENT.value, ""

    def close(self) -> None:
        """Close the connection, even a broken one."""
        if "_connection" in vars(self):
            with suppress(OSError):
                self._connection.close()
