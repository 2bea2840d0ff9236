"""Whether the replica is too far behind: it must know by now what the primary knew some seconds ago.

A replica that stands still answers as well as ever, and nobody would be told that its pages are of yesterday. What is
compared are places in PostgreSQL's log; of databases that keep no such log, `State.generation`, which rises with the
rules, cards and translations. It is looked up beside the requests: no page waits for a primary that hangs.
"""

import logging
import threading
import time
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connections

from config.routers import PRIMARY, REPLICA
from rulesbase.models import State

log = logging.getLogger(__name__)

# The one that may be behind is asked first: what it gets meanwhile is no lag.
_BOTH = (REPLICA, PRIMARY)


class _Places(NamedTuple):
    """How far the two are, by what is counted."""

    what: str
    primary: int
    replica: int


class Lag:
    """What one process knows of it. Raises nothing: of databases that do not answer `config.sources` hears itself."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._next = 0.0
        self._known = _Places("", 0, 0)
        self.is_too_long = False

    def look_when_due(self) -> None:
        """Look again if the last time is long enough ago; who calls does not wait for it."""
        if time.monotonic() < self._next or not self._turn.acquire(blocking=False):
            return
        self._next = time.monotonic() + settings.REPLICA_LAG
        try:
            threading.Thread(target=self._look_beside, name="replica-lag", daemon=True).start()
        except RuntimeError:
            # There are too many threads: another time.
            self._turn.release()

    def look(self) -> None:
        """Compare what the replica knows with what the primary knew when this was called before."""
        try:
            now = _by_log() or _by_generation()
        except (DatabaseError, OSError):
            return
        too_long = now.what == self._known.what and now.replica < self._known.primary
        self._known = now
        if too_long and not self.is_too_long:
            said = "The replica is more than %d s behind: pages come from the primary until it has caught up"
            log.warning(said, settings.REPLICA_LAG)
        elif self.is_too_long and not too_long:
            log.warning("The replica has caught up")
        self.is_too_long = too_long

    def _look_beside(self) -> None:
        try:
            self.look()
        finally:
            # Of this thread.
            connections.close_all()
            self._turn.release()


def _by_log() -> _Places | None:
    """Bytes of PostgreSQL's log, asked of the replica first; None where it is no replica of that kind."""
    if connections[REPLICA].vendor != "postgresql":
        return None
    with connections[REPLICA].cursor() as cursor:
        cursor.execute("SELECT (pg_last_wal_replay_lsn() - '0/0')::bigint WHERE pg_is_in_recovery()")
        there = cursor.fetchone()
    if there is None or there[0] is None:
        return None
    with connections[PRIMARY].cursor() as cursor:
        cursor.execute("SELECT (pg_current_wal_lsn() - '0/0')::bigint")
        (here,) = cursor.fetchone() or (0,)
    return _Places("log", int(here), int(there[0]))


def _by_generation() -> _Places:
    there, here = (State.objects.using(alias).values_list("generation", flat=True).first() or 0 for alias in _BOTH)
    return _Places("generation", here, there)


lag = Lag()
