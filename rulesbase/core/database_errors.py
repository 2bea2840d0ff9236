"""Whether an error says that a database is gone, and not that it was asked what it cannot answer; or a disk full."""

import errno
import logging

from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError

# Of PostgreSQL: a connection that broke (class 08), a server that ends or begins (57P), and a primary that became a
# replica. What has no code never reached a server.
_READ_ONLY = "25006"
_CODES = ("08", "57P", _READ_ONLY)
_NO_FILE = "SQLITE_CANTOPEN"
_IN_THE_WAY = ("55P03", "SQLITE_BUSY")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
# What Python says, without a number for it, where nothing can be written to any folder for files that pass.
_NO_FOLDER = "No usable temporary directory"
SAFE = ("GET", "HEAD", "OPTIONS")


def connection_failure(error: BaseException | None) -> str:
    """Why the database cannot be asked, in a line; empty where the error is another."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return ""
    cause = error.__cause__
    code, name = getattr(cause, "sqlstate", ""), getattr(cause, "sqlite_errorname", "")
    if name != _NO_FILE and code is not None and not code.startswith(_CODES):
        return ""
    return " ".join(str(error).split()) or type(error).__name__


def is_read_only(error: BaseException | None) -> bool:
    """Whether the database takes no writes: a primary that became a replica."""
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", "") == _READ_ONLY


def disk_failure(error: BaseException | None) -> str:
    """Why a file could not be written, in a line, where the disk takes nothing; empty where the error is another."""
    if not isinstance(error, OSError):
        return ""
    reason = " ".join(str(error).split())
    return reason if error.errno in _NO_ROOM or _NO_FOLDER in reason else ""


def is_lock_timeout(error: BaseException) -> bool:
    """Whether an error says that somebody else was writing, and was waited for in vain."""
    cause = error.__cause__
    return {getattr(cause, "sqlstate", None), getattr(cause, "sqlite_errorname", None)} & set(_IN_THE_WAY) != set()


class OneLine(logging.Filter):
    """Of pages that a database or a disk failed, the log has no lines that tell of the program, but what is missing.

    With several databases `rulesbase.web.databases.failover` logs when one goes and why, once.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let through what is no news of that kind, and all of it where one database is all there is."""
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
