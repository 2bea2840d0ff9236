"""Whether the replica is too far behind: it must know by now what the primary knew some seconds ago.

A replica that stands still answers as well as ever, and nobody would be told that its pages are of yesterday. What is
compared is `State.generation`, which rises with whatever strangers see; that the primary wrote something else says
nothing. It is looked up beside the requests: no page waits for a primary that hangs.
"""

import logging
import threading
import time

from django.conf import settings
from django.db import DatabaseError, connections

from config.routers import PRIMARY, REPLICA
from rulesbase.models import State

log = logging.getLogger(__name__)


class Lag:
    """What one process knows of it. Raises nothing: of databases that do not answer `config.sources` hears itself."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._next = 0.0
        self._known = 0
        self.is_too_long = False

    def look_when_due(self) -> None:
        """Look again if the last time is long enough ago; who calls does not wait for it."""
        if time.monotonic() < self._next or not self._turn.acquire(blocking=False):
            return
        self._next = time.monotonic() + settings.REPLICA_LAG
        threading.Thread(target=self._look_beside, name="replica-lag", daemon=True).start()

    def look(self) -> None:
        """Compare what the replica knows with what the primary knew when this was called before."""
        try:
            read, now = _generation(REPLICA), _generation(PRIMARY)
        except (DatabaseError, OSError):
            return
        too_long, self._known = read < self._known, now
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


def _generation(alias: str) -> int:
    return State.objects.using(alias).values_list("generation", flat=True).first() or 0


lag = Lag()
