"""What holds where people wait for answers, and not for commands: how long, and that what they sent came whole."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import connections

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
# A verb that is tried three times must be over before gunicorn takes a worker (after 30 seconds) for dead.
SECONDS = 8
# One statement may take so long, which no statement of a page does; gunicorn ends a worker after 30 seconds.
_STATEMENT_SECONDS = 20
# Whoever does nothing in the midst of a transaction for so long is stopped, and others wait for what it holds.
_IDLE_SECONDS = 60


def limit_waiting() -> None:
    """Let whoever waits for another's write hear of it (503, and when to try again) before the server loses patience.

    Commands and migrations have longer limits, and none for a statement: nobody looks at an empty page meanwhile.
    Called before the first connection is made.
    """
    for alias in connections:
        connections[alias].close()
        given = connections.settings[alias]
        options = given.setdefault("OPTIONS", {})
        if given["ENGINE"].endswith("sqlite3"):
            options["timeout"] = SECONDS
        elif given["ENGINE"].endswith("postgresql"):
            limits = (
                f"-c statement_timeout={_STATEMENT_SECONDS}s -c lock_timeout={SECONDS}s "
                f"-c idle_in_transaction_session_timeout={_IDLE_SECONDS}s"
            )
            options["options"] = f"{options.get('options', '')} {limits}".strip()


def reject_short_bodies(application: Application) -> Application:
    """Let a body that ends before its stated length be an error, and not a shorter file.

    Servers give the program what came, and it would read a form that was cut off as one that ends there.
    """

    def whole(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) and "wsgi.input" in environ:
            environ["wsgi.input"] = LengthCheckedBody(environ["wsgi.input"], int(length))
        return application(environ, start_response)

    return whole


class LengthCheckedBody:
    """What a client sends, of a length that it stated. Reading beyond what came raises ConnectionError."""

    def __init__(self, stream: Any, length: int) -> None:
        self._stream, self._left = stream, length

    def read(self, size: int = -1) -> bytes:
        """So many bytes, fewer only at the end."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        data: bytes = self._stream.read(wanted) if wanted else b""
        self._left -= len(data)
        if len(data) < wanted:
            raise ConnectionError("The body ended too early.")
        return data

    def readline(self, size: int = -1) -> bytes:
        """A line, or so much of it."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        data: bytes = self._stream.readline(wanted) if wanted else b""
        self._left -= len(data)
        if len(data) < wanted and not data.endswith(b"\n"):
            raise ConnectionError("The body ended too early.")
        return data
