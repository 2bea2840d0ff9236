"""A PostgreSQL that is not waited for without end.

A server that is stopped, or a disk that hangs, breaks no connection: its machine goes on saying that it is there, and
whoever has asked would wait until somebody comes. Long before, the connection is given up here, as one that broke.
"""

import time
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

from config.patience import SOON, patience, patience_now

_A_MOMENT = 1.0
_Result = TypeVar("_Result")


class Connection(psycopg.Connection[Any]):
    """A connection that gives up. Raises OperationalError then, and is closed."""

    def wait(self, gen: PQGen[_Result], interval: float = 0.1, timeout: float | None = None) -> _Result:
        """As the driver's own; where it names no time, with ours."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        seconds = patience_now()
        try:
            return super().wait(gen, interval, seconds)
        except _WaitTimeout:
            # What it was asked may still be done or not: nobody can go on with it.
            self.pgconn.finish()
            raise psycopg.OperationalError(f"the server did not answer within {seconds:g} s") from None


class _Driver:
    """The driver as Django knows it, but for the connections that it makes."""

    connect = staticmethod(Connection.connect)

    def __getattr__(self, name: str) -> Any:
        return getattr(psycopg, name)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with such connections."""

    Database: Any = _Driver()

    _silent_until = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Django's. Where nobody answered a moment ago, that is said at once: a page asks more than once."""
        begun = time.monotonic()
        if begun < self._silent_until:
            raise psycopg.OperationalError("the server did not answer a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            if time.monotonic() - begun > _A_MOMENT:
                self._silent_until = time.monotonic() + 2 * _A_MOMENT
            raise

    def is_usable(self) -> bool:
        """Whether the connection still answers, soon."""
        with patience(SOON):
            return bool(super().is_usable())
