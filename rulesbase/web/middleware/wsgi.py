"""Settings of the web process, not of commands: shorter database timeouts, and a check for complete bodies."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import connections

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
# Lock timeout. An action is tried three times and must end before gunicorn kills the worker after 30 seconds.
LOCK_SECONDS = 8
# Limit of one statement, below gunicorn's 30 seconds.
_STATEMENT_SECONDS = 20
# Limit of an idle transaction, whose locks others wait for.
_IDLE_SECONDS = 60


def limit_waiting() -> None:
    """Set shorter database timeouts, so that a request that waits for a lock gets a 503 before gunicorn kills it.

    Commands and migrations have longer limits, and none for a statement. Call it before the first connection.
    """
    for alias in connections:
        connections[alias].close()
        given = connections.settings[alias]
        options = given.setdefault("OPTIONS", {})
        if given["ENGINE"].endswith("sqlite3"):
            options["timeout"] = LOCK_SECONDS
        elif given["ENGINE"].endswith("postgresql"):
            limits = (
                f"-c statement_timeout={_STATEMENT_SECONDS}s -c lock_timeout={LOCK_SECONDS}s "
                f"-c idle_in_transaction_session_timeout={_IDLE_SECONDS}s"
            )
            options["options"] = f"{options.get('options', '')} {limits}".strip()


def reject_short_bodies(application: Application) -> Application:
    """Make a body that ends before its Content-Length an error.

    Servers pass on what arrived, and Django would read a form that was cut off as a shorter one.
    """

    def with_checked_body(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["wsgi.input"] = LengthCheckedBody(environ["wsgi.input"])
        return application(environ, start_response)

    return with_checked_body


class LengthCheckedBody:
    """A request body. Reading past its end raises ConnectionError: Django asks for no more than the Content-Length."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        """Return ``size`` bytes."""
        data: bytes = self._stream.read(size)
        if len(data) < size:
            raise ConnectionError("The body ended too early.")
        return data

    def readline(self, size: int) -> bytes:
        """Return a line, or its first ``size`` bytes."""
        data: bytes = self._stream.readline(size)
        if len(data) < size and not data.endswith(b"\n"):
            raise ConnectionError("The body ended too early.")
        return data
