"""The length that a request states for its body."""

from collections.abc import Mapping
from typing import Any


def stated_length(environ: Mapping[str, Any]) -> int:
    """Return the Content-Length in a WSGI environment or in ``request.META`` as Django reads it; 0 without a number."""
    try:
        return max(int(environ.get("CONTENT_LENGTH") or 0), 0)
    except ValueError:
        return 0
