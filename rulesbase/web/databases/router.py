"""The database router: reads go to the primary, or to a replica if one is set (DATABASE_REPLICA_URL).

`failover` chooses once for each request. The content stamp and the rows come from one database, so a lagging replica
cannot store old content under a new stamp.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Model

PRIMARY, REPLICA = "default", "replica"
# Sessions, accounts, limits and codes decide on rights, so they are never read from a lagging copy.
CURRENT_ONLY = {"admin", "auth", "axes", "contenttypes", "otp_static", "otp_totp", "sessions"}
_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)


@contextmanager
def replica_reads(allowed: bool) -> Iterator[None]:
    """Allow reads from the replica inside, or forbid them with False."""
    token = _reads_replica.set(allowed)
    try:
        yield
    finally:
        _reads_replica.reset(token)


class ReplicaRouter:
    """Send writes to `default`, and reads outside transactions to the database chosen for the request."""

    def db_for_read(self, model: type[Model], **hints: object) -> str:
        """Return the alias to read this model from."""
        current_only = model._meta.app_label in CURRENT_ONLY or model._meta.label == "rulesbase.User"
        if current_only or not _reads_replica.get() or transaction.get_connection(PRIMARY).in_atomic_block:
            return PRIMARY
        return REPLICA

    def db_for_write(self, model: type[Model], **hints: object) -> str:
        """Return the alias to write to: never the replica."""
        return PRIMARY

    def allow_relation(self, obj1: Model, obj2: Model, **hints: object) -> bool:
        """Allow all relations: both databases hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """Never migrate the replica, which gets its tables by replication."""
        return db != REPLICA
