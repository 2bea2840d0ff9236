"""Lines of the log: plain ones for people, or one JSON object a line for programs; each with its request's number."""

import datetime
import json
import logging
import re
import time
from textwrap import indent
from types import TracebackType

from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.request_id import current

# What begins another line somewhere, moves a terminal's cursor, or turns what follows round.
_SIGNS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
# Django's own, on answers of which it has written a line.
_MARK = "_has_been_logged"


def without_line(response: HttpResponseBase) -> None:
    """Let an answer pass without a line of the log: it is meant to be so, or would hide everything else."""
    setattr(response, _MARK, True)


class WithRequest(logging.Filter):
    """Gives each line the number of the request in which it was written."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through."""
        record.request_id = current() or "-"
        return True


class CacheFailures(logging.Filter):
    """Say once a minute, in one line, that the shared cache does not answer."""

    _next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the first failure of a minute through."""
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + 60
        error = record.exc_info[1] if record.exc_info else None
        why = type(getattr(error, "__cause__", None) or error).__name__
        record.msg, record.args = "The shared cache does not answer, and nothing is cached: %s", (why,)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class PlainLines(logging.Formatter):
    """One line for people; behind it, set in, how an error came about."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Write a record; nothing in it can begin another line."""
        record.message = _SIGNS.sub(_escaped, record.message)
        return super().formatMessage(record)

    def formatException(self, ei: _Error) -> str:
        """Write an error. What it says of strangers' words begins no line as records do."""
        lines = super().formatException(ei).split("\n")
        return indent("\n".join(_SIGNS.sub(_escaped, line) for line in lines), "  ")


def _escaped(sign: re.Match[str]) -> str:
    return sign[0].encode("unicode_escape").decode("ascii")


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, request_id, and where there is one, path and error."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record; nothing in it can begin another line."""
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
