"""Write numbers with separators for people, with a point for SVG; read numbers of addresses, forms and headers."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils import formats

_Default = TypeVar("_Default", int, None)

# The longest number that always fits into a column of 64 bits.
_MOST_DIGITS = 18


def read_number(given: str | None, default: _Default, most_digits: int = _MOST_DIGITS) -> int | _Default:
    """Return a whole number of an address or form; ``default`` for other text or more digits than ``most_digits``."""
    return int(given) if given and given.isdecimal() and len(given) <= most_digits else default


def stated_length(environ: Mapping[str, Any]) -> int:
    """Return the Content-Length in a WSGI environment or in ``request.META``; 0 without a number."""
    given = environ.get("CONTENT_LENGTH") or ""
    if not (given.isascii() and given.isdecimal()):
        return 0
    # More digits would be a larger number still, but zeros before them count nothing.
    return int(given.lstrip("0")[:_MOST_DIGITS] or 0)


def figure(number: int) -> str:
    """Write a number with the separators of the page's language: 3,153."""
    # Most numbers are small, and looking up the separator is slow.
    return str(number) if -1000 < number < 1000 else formats.number_format(number, use_l10n=True, force_grouping=True)


def percent(number: float) -> str:
    """Write a position for a picture: 3.57%."""
    return f"{number:.2f}%"


def px(number: float) -> str:
    """Write a length for a picture: 27.4."""
    return f"{number:.1f}"
