"""Files that could not be imported lately: noted beside the database, for nothing of them may stand in it."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

_MOST = 50
_LONGEST = 500


class Failure(NamedTuple):
    """A file, when somebody tried to import it, and why that did not come about."""

    at: str
    name: str
    why: str


def _note() -> Path:
    return Path(settings.OPERATIONS_DIR) / "failed-imports.json"


def failed_imports() -> list[Failure]:
    """The last of them, newest first."""
    try:
        return [Failure(*map(str, one)) for one in json.loads(_note().read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def note_imports(done: Iterable[str], failed: Iterable[tuple[str, str]]) -> None:
    """Note the names of files that failed, with a sentence each; those that are ``done`` now have failed no more."""
    done, failed = set(done), list(failed)
    again = done | {name for name, _ in failed}
    now = timezone.now().isoformat(timespec="seconds")
    # What was imported is imported: a folder that cannot be written to does not undo that.
    with suppress(OSError), _turn():
        before = failed_imports()
        rows = [Failure(now, name[-_LONGEST:], why[:_LONGEST]) for name, why in failed]
        rows += [one for one in before if one.name not in again]
        if rows[:_MOST] == before:
            return
        beside = _note().with_name(f"failed-imports.{os.getpid()}")
        try:
            beside.write_text(json.dumps(rows[:_MOST], ensure_ascii=False), encoding="utf-8")
            os.replace(beside, _note())
        finally:
            beside.unlink(missing_ok=True)


@contextmanager
def _turn() -> Iterator[None]:
    """One at a time: two imports that end together note what both of them could not take. Raises OSError."""
    with _note().with_name("failed-imports.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
