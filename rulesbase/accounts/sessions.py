"""Open sessions of accounts: record, list and end them."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from importlib import import_module
from typing import cast

from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from rulesbase.accounts.user_agent import device_of
from rulesbase.core.database.write_lock import write_if_free
from rulesbase.core.maintenance import writes_are_refused
from rulesbase.models import OpenSession, User

# Precision of "last seen": at most one write in ten minutes.
STEP = timedelta(minutes=10)
_RECORDED = "noted"
_IS_THERE = Exists(Session.objects.filter(session_key=OuterRef("session_key")))


def record_use(request: HttpRequest) -> bool:
    """Record that this session is in use now, at most once in STEP.

    Return True if the session was saved here: the caller then renews the cookie. If the database is busy, a later
    request records it.
    """
    key, now = request.session.session_key, timezone.now()
    recorded_key, recorded_at = request.session.get(_RECORDED, ("", 0))
    # Ignore a time in the future, from a clock that was ahead.
    if key is None or (recorded_key == key and 0 <= now.timestamp() - recorded_at < STEP.total_seconds()):
        return False
    changed = request.session.modified

    def write() -> None:
        # Changing the password changes the session key.
        held = OpenSession.objects.filter(session_key=recorded_key) if recorded_key else OpenSession.objects.none()
        if not held.update(session_key=key, seen_at=now):
            browser, system = device_of(request.headers.get("User-Agent", ""))
            user = cast(User, request.user)
            row = OpenSession(user=user, session_key=key, browser=browser, system=system, seen_at=now)
            # Two first requests in parallel add one row.
            OpenSession.objects.bulk_create([row], ignore_conflicts=True)
        request.session[_RECORDED] = (key, int(now.timestamp()))
        if not changed:
            # If the view changed the session, Django saves it after this middleware.
            request.session.save()

    try:
        # At sign-in wait for the write: an unrecorded session would outlive its account.
        done = _write_now(write) if not recorded_key and request.method == "POST" else write_if_free(write)
    except UpdateError:
        # The session was ended in parallel.
        done = False
    except IntegrityError:
        # The account was deleted in parallel: sign out.
        request.session.flush()
        return False
    if not done and _RECORDED in request.session:
        request.session[_RECORDED] = (recorded_key, recorded_at)
    request.session.modified = changed
    return done and not changed


def _write_now(write: Callable[[], None]) -> bool:
    if writes_are_refused():
        return False
    with transaction.atomic():
        write()
    return True


def sessions_of(user: User) -> list[OpenSession]:
    """Return the open sessions of an account, last seen first; `forget_old_sessions` deletes expired ones."""
    oldest = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return list(OpenSession.objects.filter(_IS_THERE, user=user, seen_at__gte=oldest))


def forget_old_sessions() -> int:
    """Delete expired sessions, and records of sessions that no longer exist; return how many expired."""
    gone, _by_model = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    OpenSession.objects.exclude(_IS_THERE).delete()
    return gone


def end_session(user: User, pk: int) -> bool:
    """End one session of this account; return False if it has no such session."""
    return bool(_end(OpenSession.objects.filter(user=user, pk=pk)))


def end_sessions(user: User, *, but: str | None = None) -> int:
    """End all sessions of this account except the one with the key `but`; return how many."""
    rows = OpenSession.objects.filter(user=user)
    return _end(rows.exclude(session_key=but) if but else rows)


def _end(rows: Iterable[OpenSession]) -> int:
    ended = list(rows)
    for row in ended:
        import_module(settings.SESSION_ENGINE).SessionStore().delete(row.session_key)
    OpenSession.objects.filter(pk__in=[row.pk for row in ended]).delete()
    return len(ended)
