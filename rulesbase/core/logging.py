"""Formatters and filters of the log: plain lines or one JSON object a line, each with the request id."""

import datetime
import json
import logging
import re
import time
from contextvars import ContextVar
from textwrap import indent
from types import TracebackType

from django.http import HttpRequest, HttpResponseBase

# The id of the current request: in its response, in each line of the log, on error pages. Empty outside of requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")
# Characters that begin a line, move a terminal's cursor, or change the text direction.
_SIGNS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
# Django sets this on responses that it has logged.
_MARK = "_has_been_logged"


def do_not_log(response: HttpResponseBase) -> None:
    """Keep Django from logging a response that is expected or would flood the log."""
    setattr(response, _MARK, True)


class WithRequest(logging.Filter):
    """Add the request id to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Set ``request_id`` and pass the record."""
        record.request_id = request_id.get() or "-"
        return True


class CacheFailures(logging.Filter):
    """Log at most once a minute, in one line, that the shared cache does not answer."""

    _next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass the first failure of a minute, as a warning without traceback."""
        if not record.exc_info:
            # Logging that is configured twice filters twice; this record is in one line already.
            return True
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + 60
        error = record.exc_info[1]
        why = type(getattr(error, "__cause__", None) or error).__name__
        record.msg, record.args = "The shared cache does not answer, and nothing is cached: %s", (why,)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class PlainLines(logging.Formatter):
    """Write one line for people, followed by the indented traceback of an error."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Write a record as one line; control characters are escaped."""
        record.message = _SIGNS.sub(_escaped, record.message)
        return super().formatMessage(record)

    def formatException(self, ei: _Error) -> str:
        """Write an error, indented, so that text of users in it cannot look like a record."""
        lines = super().formatException(ei).split("\n")
        return indent("\n".join(_SIGNS.sub(_escaped, line) for line in lines), "  ")


def _escaped(sign: re.Match[str]) -> str:
    return sign[0].encode("unicode_escape").decode("ascii")


class JsonLines(logging.Formatter):
    """Write one object a line: time, level, logger, message, request_id; if present method, path, status and error."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record as one line of JSON."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"method": request.method, "path": request.path}
        if status := getattr(record, "status_code", None):
            line["status"] = status
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
