"""The id of a request: in its response, in each line of the log, and on error pages."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("request_id", default="")
# Ids accepted from a proxy: none that could forge or flood the log.
_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


def current() -> str:
    """Return the id of the current request; empty outside of requests."""
    return _current.get()


def accepted_id(given: str) -> str:
    """Return the id that a proxy sent if it is valid, else a new one."""
    return given if _VALID.fullmatch(given) else secrets.token_hex(8)


@contextmanager
def request_scope(number: str) -> Iterator[None]:
    """Set the id of the current request inside."""
    token = _current.set(number)
    try:
        yield
    finally:
        _current.reset(token)
