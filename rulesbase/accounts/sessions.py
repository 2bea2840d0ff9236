"""Where somebody is signed in: noted as they read, shown to them, and ended by them."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from importlib import import_module
from typing import cast

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from rulesbase.accounts.user_agent import device_of
from rulesbase.core.maintenance import writes_are_refused
from rulesbase.core.write_lock import write_if_free
from rulesbase.models import OpenSession, User

# "Last seen" is as fine as this: one write in ten minutes, not one a page.
STEP = timedelta(minutes=10)
_NOTED = "noted"
_IS_THERE = Exists(Session.objects.filter(session_key=OuterRef("session_key")))


def note(request: HttpRequest) -> bool:
    """Note that this session is in use now. Costs nothing where that was noted a short while ago.

    Returns whether it was stored here, so that the browser has to hear of it.

    Nobody waits for it: while an import has SQLite's pen, it is left for a later page.
    """
    key, now = request.session.session_key, timezone.now()
    held_key, held_at = request.session.get(_NOTED, ("", 0))
    # A clock that was ahead and is right again must not keep it from being noted until then.
    if key is None or (held_key == key and 0 <= now.timestamp() - held_at < STEP.total_seconds()):
        return False
    changed = request.session.modified

    def write() -> None:
        # A change of the password gives the session a new key.
        held = OpenSession.objects.filter(session_key=held_key) if held_key else OpenSession.objects.none()
        if not held.update(session_key=key, seen_at=now):
            browser, system = device_of(request.headers.get("User-Agent", ""))
            user = cast(User, request.user)
            row = OpenSession(user=user, session_key=key, browser=browser, system=system, seen_at=now)
            # Two first pages at once note it once.
            OpenSession.objects.bulk_create([row], ignore_conflicts=True)
        request.session[_NOTED] = (key, int(now.timestamp()))
        if not changed:
            # What the page itself changed is stored behind it, and that waits.
            request.session.save()

    try:
        # Who signs in has waited to write already, and a session that nobody noted would outlive its account.
        done = _now(write) if not held_key and request.method == "POST" else write_if_free(write)
    except UpdateError:
        # The session was ended at this very moment.
        done = False
    except IntegrityError:
        # The account was deleted at this very moment: nothing of it stays, and the browser is signed out.
        request.session.flush()
        return False
    if not done and _NOTED in request.session:
        request.session[_NOTED] = (held_key, held_at)
    request.session.modified = changed
    return done and not changed


def _now(write: Callable[[], None]) -> bool:
    if writes_are_refused():
        return False
    with transaction.atomic():
        write()
    return True


def sessions_of(user: User) -> list[OpenSession]:
    """Return the sessions of an account that are open, the last seen first; those that ran out are forgotten."""
    rows = list(OpenSession.objects.filter(user=user))
    there = set(OpenSession.objects.filter(_IS_THERE, user=user).values_list("pk", flat=True))
    oldest = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    gone = [row for row in rows if row.seen_at < oldest or row.pk not in there]
    if gone:
        write_if_free(lambda: _end(gone))
    return [row for row in rows if row not in gone]


def forget_old_sessions() -> int:
    """Delete the sessions that ran out, and what was noted of any that is gone; return how many of the first."""
    gone, _by_model = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    OpenSession.objects.exclude(_IS_THERE).delete()
    return gone


def end_session(user: User, pk: int) -> bool:
    """End one session of this account; False if it has no such session."""
    return bool(_end(OpenSession.objects.filter(user=user, pk=pk)))


def end_sessions(user: User, *, but: str | None = None) -> int:
    """End all sessions of this account, except that with the key `but`; return how many."""
    rows = OpenSession.objects.filter(user=user)
    return _end(rows.exclude(session_key=but) if but else rows)


def _end(rows: Iterable[OpenSession]) -> int:
    ended = list(rows)
    for row in ended:
        _store().delete(row.session_key)
    OpenSession.objects.filter(pk__in=[row.pk for row in ended]).delete()
    return len(ended)


def _store() -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    return store
