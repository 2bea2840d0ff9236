"""Sending digests: one mail a person, each person's state stored by itself, and never the same mail twice.

Whoever gets a mail is marked as told, and the mail stored, in one transaction before it goes to the mail server. A run
that is cut off between the two leaves one mail *sending*: nobody can know whether it went out, so it is not sent again,
but told to be unsure, and its text can be read at /account/watches/.
"""

import datetime
import logging
import smtplib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Digest, User, Watch, WatchMail
from rulesbase.watches.actions import settle_watches, short_digest
from rulesbase.watches.mail import Letter, letter, message
from rulesbase.watches.news import News, Reporter, news_for

# A mail that is being sent for longer than any server takes belongs to a run that was cut off.
_CUT_OFF = datetime.timedelta(minutes=10)
_TIMEOUT = 60
# A week, but for what the clock of a weekly job is early.
_WEEK = datetime.timedelta(days=7, hours=-3)
# As much may another run that began later be ahead of this one.
_BESIDE = datetime.timedelta(hours=1)
_KEPT = 10
# What a server says when it surely did not take a mail.
_REFUSALS = (
    smtplib.SMTPSenderRefused,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPHeloError,
    smtplib.SMTPNotSupportedError,
    # An address or a header that cannot be written; that is seen before anything is sent.
    ValueError,
)
log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """What became of a person: sent, would be sent, unsure, refused, late (told by another run), nothing, or not due.

    ``subject`` and ``items`` are those of the mail, if there was something to tell.
    """

    user: str
    status: str
    subject: str = ""
    items: int = 0
    why: str = ""


class NoServer(Exception):
    """The mail server cannot be reached. Nobody was told anything, and nothing was marked."""


def send_digests(*, dry_run: bool = False, now: datetime.datetime | None = None) -> Iterator[Outcome]:
    """Send what is due; yields what became of each person who watches something and wants mail. Raises NoServer."""
    now = now or timezone.now()
    if not dry_run:
        settle_watches()
        yield from _cut_off(now)
    reporter = Reporter(catalogue(), now)
    server = _Server()
    try:
        for mail, watches in _people():
            if not _is_due(mail, reporter):
                yield Outcome(mail.user.get_username(), "not due")
                continue
            yield _one(server, reporter, mail, watches, dry_run=dry_run)
    finally:
        server.close()


def _people() -> Iterator[tuple[WatchMail, list[Watch]]]:
    """Those who watch something, want mail and have an address, with what they watch."""
    wanting = WatchMail.objects.exclude(frequency=WatchMail.Frequency.NEVER).exclude(user__email="")
    watching = wanting.filter(user__is_active=True, user__watches__isnull=False).order_by("user")
    keys = list(watching.values_list("user", flat=True).distinct())
    for at in range(0, len(keys), 200):
        some = keys[at : at + 200]
        # Whoever ended the mails since the run began gets none.
        mails = {one.user_id: one for one in wanting.filter(user__in=some, user__is_active=True).select_related("user")}
        watches = Watch.objects.filter(user__in=some).select_related("rule").order_by("user", "pk")
        for user, mine in groupby(watches, key=lambda watch: watch.user_id):
            if user in mails:
                yield mails[user], list(mine)


def _is_due(mail: WatchMail, reporter: Reporter) -> bool:
    if mail.frequency == WatchMail.Frequency.WEEKLY:
        # Of a moment that is still to come it was noted by a clock that was ahead.
        return not -_BESIDE <= reporter.now - mail.last_at < _WEEK
    newest = reporter.newest
    return newest is not None and (mail.told_version is None or newest > mail.told_version)


def _one(server: "_Server", reporter: Reporter, mail: WatchMail, watches: Sequence[Watch], *, dry_run: bool) -> Outcome:
    name = mail.user.get_username()
    news = news_for(reporter, mail, watches)
    if not news.items:
        if not dry_run:
            _mark(mail, reporter, ())
        return Outcome(name, "nothing")
    written = letter(mail, news)
    if dry_run:
        return Outcome(name, "would be sent", written.subject, news.items)
    # Before anybody is marked as told: a server that is not there took nothing.
    server.open()
    digest = _claim(mail, reporter, news, written)
    if digest is None:
        return Outcome(name, "late")
    status, why = server.send(mail, digest, written)
    _settle(mail, digest, status)
    return Outcome(name, status, written.subject, news.items, why)


# ---- What is stored ----


def _mark(mail: WatchMail, reporter: Reporter, watches: Sequence[Watch], *, mailed: bool = False) -> bool:
    """Mark somebody as told, with the rulings of some watches; false where another run was quicker."""
    marks = {"told_version": reporter.newest, "told_action": max(mail.told_action, reporter.last_action)}
    if mailed:
        marks["last_at"] = reporter.now
    changed = WatchMail.objects.filter(pk=mail.pk, turn=mail.turn).update(turn=F("turn") + 1, **marks)
    if changed:
        Watch.objects.bulk_update(watches, ["known"])
    return bool(changed)


def _claim(mail: WatchMail, reporter: Reporter, news: News, written: Letter) -> Digest | None:
    """Mark a person as told and store the mail, as one; None where another run did."""
    told = [part for part in news.parts if part.rulings]
    before = {
        "version": mail.told_version.isoformat() if mail.told_version else None,
        "action": mail.told_action,
        "last": mail.last_at.isoformat(),
        "known": {part.watch.pk: list(part.watch.known) for part in told},
    }
    for part in told:
        part.watch.known = [*part.watch.known, *(short_digest(one.digest) for one in part.rulings)]
    with transaction.atomic():
        if not _mark(mail, reporter, [part.watch for part in told], mailed=True):
            return None
        old = Digest.objects.filter(user=mail.user).order_by("-pk").values_list("pk", flat=True)[_KEPT - 1 :]
        Digest.objects.filter(pk__in=list(old)).exclude(status=Digest.Status.SENDING).delete()
        return Digest.objects.create(
            user=mail.user, subject=written.subject[:200], text=written.text, items=news.items, before=before
        )


def _settle(mail: WatchMail, digest: Digest, status: str) -> None:
    """Store what became of a mail. What was surely not sent is told again by the next run."""
    with transaction.atomic():
        Digest.objects.filter(pk=digest.pk).update(status=status)
        if status != Digest.Status.REFUSED:
            return
        before = digest.before
        restored = WatchMail.objects.filter(pk=mail.pk, turn=mail.turn + 1).update(
            turn=F("turn") + 1,
            told_version=before["version"],
            told_action=before["action"],
            last_at=datetime.datetime.fromisoformat(before["last"]),
        )
        if restored:
            for pk, known in before["known"].items():
                Watch.objects.filter(pk=pk).update(known=known)


def _cut_off(now: datetime.datetime) -> Iterator[Outcome]:
    """Mails of runs that were cut off are unsure from now on."""
    rows = Digest.objects.filter(status=Digest.Status.SENDING, made_at__lt=now - _CUT_OFF).select_related("user")
    for row in rows.order_by("pk"):
        if Digest.objects.filter(pk=row.pk, status=Digest.Status.SENDING).update(status=Digest.Status.UNSURE):
            name = User.get_username(row.user)
            yield Outcome(name, Digest.Status.UNSURE.value, row.subject, row.items, "the run that sent it was cut off")


# ---- The mail server ----


class _Server:
    """One connection for all mails, opened when the first is to be sent and again after it broke."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def open(self) -> None:
        """Make sure of the connection. Raises NoServer."""
        if self._connection is not None:
            return
        connection = get_connection(timeout=_TIMEOUT)
        try:
            connection.open()
        except OSError as error:
            # smtplib's own errors are among these.
            raise NoServer(f"{type(error).__name__}: {error}") from error
        self._connection = connection

    def send(self, mail: WatchMail, digest: Digest, written: Letter) -> tuple[str, str]:
        """Hand a mail over: sent, refused (surely not sent) or unsure; and why."""
        assert self._connection is not None
        try:
            self._connection.send_messages([message(mail, digest, written)])
        except _REFUSALS as error:
            self.close()
            return Digest.Status.REFUSED.value, type(error).__name__
        except OSError as error:
            self.close()
            # No address in the log: it would outlive the account.
            log.error("A digest (%s) is unsure: %s", digest.public_id, type(error).__name__)
            return Digest.Status.UNSURE.value, type(error).__name__
        return Digest.Status.SENT.value, ""

    def close(self) -> None:
        """End the connection; a broken one too."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
            self._connection = None
