"""Whether an error says that a database is gone, and not that it was asked what it cannot answer."""

import logging

from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError

# Of PostgreSQL: a connection that broke (class 08), a server that ends or begins (57P), and a primary that became a
# replica. What has no code never reached a server.
_CODES = ("08", "57P", "25006")
_NO_FILE = "SQLITE_CANTOPEN"


def why_gone(error: BaseException | None) -> str:
    """Why the database cannot be asked, in a line; empty where the error is another."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return ""
    cause = error.__cause__
    code, name = getattr(cause, "sqlstate", ""), getattr(cause, "sqlite_errorname", "")
    if name != _NO_FILE and code is not None and not code.startswith(_CODES):
        return ""
    return " ".join(str(error).split()) or type(error).__name__


class OneLine(logging.Filter):
    """Drops what Django writes of each page that a database failed: `config.sources` writes when it goes, and why."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let through what is no news of that kind, and all of it where one database is all there is."""
        error = record.exc_info[1] if record.exc_info else None
        return len(settings.DATABASES) < 2 or not why_gone(error)
