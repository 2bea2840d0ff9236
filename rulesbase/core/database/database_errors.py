"""Classify errors: a database that cannot be reached, a lock timeout, a full disk; put them in one line."""

import errno
import logging
import re

from django.conf import settings
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

# SQLSTATEs: broken connection (class 08), server starting or stopping (57P), a primary that became a replica. An error
# without a code never reached a server.
_READ_ONLY = "25006"
_CODES = ("08", "57P", _READ_ONLY)
_NO_FILE = "SQLITE_CANTOPEN"
_LOCKED = {"55P03", "SQLITE_BUSY"}
# A missing table or column: the SQLSTATEs, and the messages of SQLite, which has no codes for them.
_LACKING = {"42P01", "42703"}
_LACKING_WORDS = re.compile("no such (?:table|column)|has no column named")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
# Python's message, without an errno, if it can write to no temporary folder.
_NO_FOLDER = "No usable temporary directory"
SAFE = ("GET", "HEAD", "OPTIONS")


def connection_failure(error: BaseException | None) -> str:
    """Return in one line why the database cannot be reached; empty for other errors."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return ""
    cause = error.__cause__
    code, name = getattr(cause, "sqlstate", ""), getattr(cause, "sqlite_errorname", "")
    if name != _NO_FILE and code is not None and not code.startswith(_CODES):
        return ""
    return " ".join(str(error).split()) or type(error).__name__


def is_read_only(error: BaseException | None) -> bool:
    """Return whether the database takes no writes: a primary that became a replica."""
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", "") == _READ_ONLY


def disk_failure(error: BaseException | None) -> str:
    """Return in one line why the disk takes no writes; empty for other errors."""
    if not isinstance(error, OSError):
        return ""
    reason = " ".join(str(error).split())
    return reason if error.errno in _NO_ROOM or _NO_FOLDER in reason else ""


def command_message(error: DatabaseError) -> str:
    """Return what a command tells its user of a database error, and what to do; empty for an error of the program."""
    cause = error.__cause__
    code = getattr(cause, "sqlstate", None)
    # Waited for another writer.
    if code in _LOCKED or getattr(cause, "sqlite_errorname", None) in _LOCKED:
        return (
            "Another program is writing to the database and did not finish in time. The unfinished work of this "
            "command was undone. Run it again later."
        )
    if code in _LACKING or _LACKING_WORDS.search(str(cause)):
        what = str(cause).partition("\n")[0]
        return f"The database is not that of this release ({what}): run manage.py migrate first."
    reason = connection_failure(error)
    return f"The database cannot be reached: {reason}" if reason else ""


def first_line(error: Exception) -> str:
    """Return the first line of a database error, without statement and position."""
    return str(error).strip().partition("\n")[0]


class OneLineFilter(logging.Filter):
    """Log a failed database or disk in one line, without a traceback.

    With several databases `rulesbase.web.databases.failover` logs a lost one itself, once.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop failed reads of a lost database; shorten other such records; pass the rest unchanged."""
        error = record.exc_info[1] if record.exc_info else None
        gone = connection_failure(error) if len(settings.DATABASES) > 1 else ""
        why = gone or disk_failure(error)
        if not why:
            return True
        request = getattr(record, "request", None)
        method = getattr(request, "method", None) or "GET"
        if gone and method in SAFE:
            return False
        record.msg, record.args = "%s %s was refused: %s", (method, getattr(request, "path", ""), why)
        record.exc_info = record.exc_text = None
        return True
