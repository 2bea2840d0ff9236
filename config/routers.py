"""Which database is read: the primary, a replica where one is set (DATABASE_REPLICA_URL), or the replica for all.

One choice holds for all of a page: the stamp by which a page is kept and the rows that it is made of come from one
database, and a replica that lags can never put what is old under a stamp that is new. `config.sources` chooses.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from enum import Enum

from django.db import transaction
from django.db.models import Model

PRIMARY, REPLICA = "default", "replica"
# Sessions, accounts, limits and codes decide who may do what: a copy that lags must not answer that.
CURRENT_ONLY = {"admin", "auth", "axes", "contenttypes", "otp_static", "otp_totp", "sessions"}


class Source(Enum):
    """Where a page reads."""

    PRIMARY = "primary"
    # What everybody may see; who may do what is asked of the primary.
    REPLICA = "replica"
    # While the primary is gone: everything from the replica, sessions and accounts too.
    STAND_IN = "stand-in"


_source: ContextVar[Source] = ContextVar("source", default=Source.PRIMARY)


@contextmanager
def reading_from(source: Source) -> Iterator[None]:
    """Let what is read within come from there."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)


def replica_reads(allowed: bool) -> AbstractContextManager[None]:
    """While inside, reads may go to the replica (or, with False, may not)."""
    return reading_from(Source.REPLICA if allowed else Source.PRIMARY)


def replica_stands_in() -> bool:
    """Whether the primary is gone, so that nothing can be noted."""
    return _source.get() is Source.STAND_IN


class ReplicaRouter:
    """Writes go to `default`; reads to where the page reads, outside transactions."""

    def db_for_read(self, model: type[Model], **hints: object) -> str:
        """Return the alias to read this model from."""
        source = _source.get()
        if source is Source.STAND_IN:
            return REPLICA
        current_only = model._meta.app_label in CURRENT_ONLY or model._meta.label == "rulesbase.User"
        if current_only or source is Source.PRIMARY or transaction.get_connection(PRIMARY).in_atomic_block:
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
