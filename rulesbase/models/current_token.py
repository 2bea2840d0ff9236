"""The API token of the current request, for rows that record it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Longest name of a token.
LONGEST_NAME = 60
_token: ContextVar[str] = ContextVar("token", default="")


def token_now() -> str:
    """Return the name of the token in use; empty for requests without one."""
    return _token.get()


@contextmanager
def using_token(name: str) -> Iterator[None]:
    """Set the token in use inside the block."""
    held = _token.set(name[:LONGEST_NAME])
    try:
        yield
    finally:
        _token.reset(held)
