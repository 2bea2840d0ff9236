"""How long an answer of PostgreSQL is waited for where people wait; `config.postgresql` holds to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Longer than anybody waits for a lock, shorter than a server waits for a worker; no statement of a page takes as long.
PATIENCE = 20.0
# Whether a database answers at all is asked with less.
SOON = 2.0
_patience = ContextVar("patience", default=PATIENCE)


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Wait so long for each answer within."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


def patience_now() -> float:
    """The seconds that an answer is waited for."""
    return _patience.get()
