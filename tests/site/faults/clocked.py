"""The real application on a clock that jumps: `gunicorn tests.site.faults.clocked`.

The file that FAULTS_CLOCK names holds by how many seconds it is wrong. Where libfaketime is not installed this is as
near as a process comes: every clock that the program asks is set, and only those of the system are not.
"""

import datetime
import os
import time
from pathlib import Path
from typing import Any

from django.utils import timezone

_FILE = Path(os.environ["FAULTS_CLOCK"])
_real_time, _real_now = time.time, timezone.now


def _wrong() -> float:
    return float(_FILE.read_text() or 0)


def _time() -> float:
    return _real_time() + _wrong()


def _now() -> datetime.datetime:
    return _real_now() + datetime.timedelta(seconds=_wrong())


class _Wrong(datetime.datetime):
    """A datetime whose now is that of the clock."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        """As the clock has it."""
        return cls.fromtimestamp(_time(), tz)


# Before the program is loaded, so that whoever takes these by name takes the wrong ones.
time.time = _time
timezone.now = _now

from django.contrib.auth import tokens  # noqa: E402

from config.wsgi import application  # noqa: E402

tokens.datetime = _Wrong  # type: ignore[attr-defined]
__all__ = ["application"]
