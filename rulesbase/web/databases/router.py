"""Which database a page reads: the primary, or a replica where one is set (DATABASE_REPLICA_URL).

One choice holds for a whole page: the stamp by which it is cached and the rows that it is made of come from one
database, so a replica that lags can never put what is old under a stamp that is new. `failover` chooses.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Model

PRIMARY, REPLICA = "default", "replica"
# Sessions, accounts, limits and codes decide who may do what: a copy that lags must not answer that.
CURRENT_ONLY = {"admin", "auth", "axes", "contenttypes", "otp_static", "otp_totp", "sessions"}
_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)


@contextmanager
def replica_reads(allowed: bool) -> Iterator[None]:
    """While inside, reads may go to the replica (or, with False, may not)."""
    token = _reads_replica.set(allowed)
    try:
        yield
    finally:
        _reads_replica.reset(token)


class ReplicaRouter:
    """Writes go to `default`; reads to where the page reads, outside transactions."""

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
        """Both aliases hold the same rows, so any two may be related."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """The replica's tables come by replication."""
        return db != REPLICA
