"""Sends reads to the replica where one is set (DATABASE_REPLICA_URL) and a page allows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Model

_allowed: ContextVar[bool] = ContextVar("replica_reads", default=False)
# Sessions, accounts, limits and codes decide who may do what: a copy that lags must not answer that.
CURRENT_ONLY = {"admin", "auth", "axes", "contenttypes", "otp_static", "otp_totp", "sessions"}


@contextmanager
def replica_reads(allowed: bool) -> Iterator[None]:
    """While inside, reads may go to the replica (or, with False, may not)."""
    token = _allowed.set(allowed)
    try:
        yield
    finally:
        _allowed.reset(token)


class ReplicaRouter:
    """Writes go to `default`; reads go to `replica` within `replica_reads(True)` and outside transactions."""

    def db_for_read(self, model: type[Model], **hints: object) -> str:
        """Return the alias to read this model from."""
        current_only = model._meta.app_label in CURRENT_ONLY or model._meta.label == "rulesbase.User"
        if current_only or not _allowed.get() or transaction.get_connection("default").in_atomic_block:
            return "default"
        return "replica"

    def db_for_write(self, model: type[Model], **hints: object) -> str:
        """Return the alias to write to: never the replica."""
        return "default"

    def allow_relation(self, obj1: Model, obj2: Model, **hints: object) -> bool:
        """Both aliases hold the same rows, so any two may be related."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """The replica's tables come by replication."""
        return db != "replica"
