"""The number of a request: in its answer, in each line of the log, and on error pages, so that a person can cite it."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("request_id", default="")
# What a proxy may say: nothing that could forge a line of the log, or fill it.
_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


def current() -> str:
    """The number of the request that is answered at this moment; empty outside of requests."""
    return _current.get()


def accepted_id(given: str) -> str:
    """The number that a proxy gave, where it is a sane one, else a new one."""
    return given if _SANE.fullmatch(given) else secrets.token_hex(8)


@contextmanager
def request_scope(number: str) -> Iterator[None]:
    """Let what is done within belong to the request of this number."""
    held = _current.set(number)
    try:
        yield
    finally:
        _current.reset(held)
