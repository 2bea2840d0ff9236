"""Recently failed imports, stored in a file because their transaction is rolled back."""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from rulesbase.core.files import write_atomic

_MOST = 50
_LONGEST = 500


class Failure(NamedTuple):
    """A failed file: time, name and reason."""

    at: str
    name: str
    why: str


def _path() -> Path:
    return Path(settings.OPERATIONS_DIR) / "failed-imports.json"


def failed_imports() -> list[Failure]:
    """Return the recent failures, newest first."""
    try:
        return [Failure(*map(str, one)) for one in json.loads(_path().read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def note_imports(outcomes: Iterable[tuple[str, str]]) -> None:
    """Store each failed file with its reason; remove imported files, whose reason is empty."""
    outcomes = list(outcomes)
    again = {name for name, _ in outcomes}
    now = timezone.now().isoformat(timespec="seconds")
    # A folder that cannot be written to must not undo the import.
    with suppress(OSError):
        before = failed_imports()
        rows = [Failure(now, name[-_LONGEST:], why[:_LONGEST]) for name, why in outcomes if why]
        rows += [one for one in before if one.name not in again]
        if rows[:_MOST] != before:
            write_atomic(_path(), json.dumps(rows[:_MOST], ensure_ascii=False))
