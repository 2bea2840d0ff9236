"""Files that could not be imported lately: noted beside the database, for nothing of them may stand in it."""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from rulesbase.core.atomic_files import write_atomic

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
    with suppress(OSError):
        before = failed_imports()
        rows = [Failure(now, name[-_LONGEST:], why[:_LONGEST]) for name, why in failed]
        rows += [one for one in before if one.name not in again]
        if rows[:_MOST] != before:
            write_atomic(_note(), json.dumps(rows[:_MOST], ensure_ascii=False))
