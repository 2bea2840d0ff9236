"""Write whole numbers with separators for people; read those of addresses and forms."""

from typing import TypeVar

from django.utils import formats

_Default = TypeVar("_Default", int, None)

# The longest number that always fits into a column of 64 bits.
_MOST_DIGITS = 18


def read_number(given: str | None, default: _Default, most_digits: int = _MOST_DIGITS) -> int | _Default:
    """Return a whole number of an address or form; ``default`` for other text or more digits than ``most_digits``."""
    return int(given) if given and given.isdecimal() and len(given) <= most_digits else default


def counted(count: int, one: str, many: str) -> str:
    """Write a count with its English noun, for messages that are not translated: 1 file, 2 files."""
    return f"{count} {one if count == 1 else many}"


def figure(number: int) -> str:
    """Write a number with the separators of the page's language: 3,153."""
    # Most numbers are small, and looking up the separator is slow.
    return str(number) if -1000 < number < 1000 else formats.number_format(number, use_l10n=True, force_grouping=True)
