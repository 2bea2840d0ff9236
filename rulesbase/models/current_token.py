"""By which token somebody acts at this moment, for the rows that say who did what."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# As long as the name of a token may be.
LONGEST_NAME = 60
_token: ContextVar[str] = ContextVar("token", default="")


def token_now() -> str:
    """The name of the token by which is acted; empty where a person is at a page."""
    return _token.get()


@contextmanager
def through(name: str) -> Iterator[None]:
    """Let what is done within be done by a token."""
    held = _token.set(name[:LONGEST_NAME])
    try:
        yield
    finally:
        _token.reset(held)
