"""Maintenance: everybody goes on reading, and nobody writes. By the setting, or by a file that says so."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connections
from django.utils import timezone

from rulesbase.core.atomic_files import write_atomic

# Seconds after which to try again, where nobody said.
RETRY_AFTER = 300
_READS = (
    "SELECT",
    "SAVEPOINT",
    "RELEASE",
    "ROLLBACK",
    "PRAGMA",
    "BEGIN",
    "SHOW",
    "SET ",
    "EXPLAIN",
    "DECLARE",
    "FETCH",
)


class Maintenance(NamedTuple):
    """Since when (empty: by the setting), and after how many seconds to try again."""

    since: str
    retry_after: int


class UnderMaintenance(Exception):
    """Something was about to be written."""


def _flag_file() -> Path:
    return Path(settings.OPERATIONS_DIR) / "maintenance"


def maintenance() -> Maintenance | None:
    """What holds now; None in ordinary times. One look at a file."""
    try:
        content = _flag_file().read_bytes()
    except FileNotFoundError:
        return Maintenance("", RETRY_AFTER) if settings.MAINTENANCE else None
    except OSError:
        # It is there, and only what it says cannot be read.
        return Maintenance("", RETRY_AFTER)
    try:
        body = json.loads(content)
        return Maintenance(str(body["since"]), int(body["retry_after"]))
    except (ValueError, TypeError, KeyError, OverflowError):
        # A file that somebody made by hand, in whatever encoding, means it too.
        return Maintenance("", RETRY_AFTER)


def begin(retry_after: int = RETRY_AFTER) -> None:
    """Begin it, for all processes that share the folder. Raises OSError where the file cannot be written."""
    body = Maintenance(timezone.now().isoformat(timespec="seconds"), retry_after)
    write_atomic(_flag_file(), json.dumps(body._asdict()))


def end() -> bool:
    """End it; whether there was a file to take away. What the setting says stays."""
    try:
        _flag_file().unlink()
    except FileNotFoundError:
        return False
    return True


_refusing: ContextVar[bool] = ContextVar("refusing", default=False)


def writes_are_refused() -> bool:
    """Whether this is a page that is read under maintenance. Commands write all the same."""
    return _refusing.get()


@contextmanager
def refuse_writes() -> Iterator[list[str]]:
    """Raise UnderMaintenance within, whatever would write to a database: some pages note something as they are read.

    Gives the list of what was refused, for somebody may have caught it on the way.
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
