"""The length that a request states for its body."""

from collections.abc import Mapping
from typing import Any

# The longest number that always fits into a column of 64 bits.
_MOST_DIGITS = 18


def stated_length(environ: Mapping[str, Any]) -> int:
    """Return the Content-Length in a WSGI environment or in ``request.META``; 0 without a number."""
    given = environ.get("CONTENT_LENGTH") or ""
    if not (given.isascii() and given.isdecimal()):
        return 0
    # More digits would be a larger number still, but zeros before them count nothing.
    return int(given.lstrip("0")[:_MOST_DIGITS] or 0)
