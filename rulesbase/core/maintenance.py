"""Maintenance mode: the site can be read but not changed. Set by MAINTENANCE or by a file."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connections
from django.utils import timezone

from rulesbase.core.files import write_atomic

_FLAG = "maintenance"
# Default Retry-After in seconds.
RETRY_AFTER = 300
_READS = (*"SELECT SAVEPOINT RELEASE ROLLBACK PRAGMA BEGIN SHOW EXPLAIN DECLARE FETCH".split(), "SET ")


class Maintenance(NamedTuple):
    """Start of the maintenance (ISO; empty if set by MAINTENANCE) and Retry-After in seconds."""

    since: str
    retry_after: int


class UnderMaintenance(Exception):
    """A write was refused because of maintenance."""


def maintenance() -> Maintenance | None:
    """Return the maintenance in effect, or None. Reads one file."""
    try:
        body = json.loads(Path(settings.OPERATIONS_DIR, _FLAG).read_bytes())
        return Maintenance(str(body["since"]), int(body["retry_after"]))
    except FileNotFoundError:
        return Maintenance("", RETRY_AFTER) if settings.MAINTENANCE else None
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        # A file that cannot be read, or that somebody wrote in any encoding, counts too.
        return Maintenance("", RETRY_AFTER)


def begin(retry_after: int = RETRY_AFTER) -> None:
    """Begin maintenance for all processes that share the folder. Raises OSError if the file cannot be written."""
    body = Maintenance(timezone.now().isoformat(timespec="seconds"), retry_after)
    write_atomic(Path(settings.OPERATIONS_DIR, _FLAG), json.dumps(body._asdict()))


def end() -> None:
    """Remove the maintenance file, if there is one. MAINTENANCE stays in effect."""
    Path(settings.OPERATIONS_DIR, _FLAG).unlink(missing_ok=True)


_refusing: ContextVar[bool] = ContextVar("refusing", default=False)


def writes_are_refused() -> bool:
    """Return whether this request runs under maintenance. Commands are not affected."""
    return _refusing.get()


@contextmanager
def refuse_writes() -> Iterator[list[str]]:
    """Raise UnderMaintenance for every statement inside that would write to a database.

    Yields the list of refused statements, as the code inside may have caught the exception.
    """
    refused: list[str] = []

    def refuse(execute: Callable[..., Any], sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        if not sql.lstrip(" (\n").upper().startswith(_READS):
            refused.append(sql)
            raise UnderMaintenance
        return execute(sql, params, many, context)

    with ExitStack() as guards:
        for alias in connections:
            guards.enter_context(connections[alias].execute_wrapper(refuse))
        token = _refusing.set(True)
        try:
            yield refused
        finally:
            _refusing.reset(token)
