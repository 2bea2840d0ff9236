"""Write numbers with separators for people, with a point for SVG."""

from django.utils import formats


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
