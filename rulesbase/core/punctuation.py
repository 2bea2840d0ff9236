"""Punctuation in the language of the page."""

from django.utils.translation import pgettext


def colon() -> str:
    """Return the colon with its spaces."""
    # Translators: between a word and what follows. French: a no-break space before the colon. Japanese: ：
    return pgettext("punctuation", ": ")


def comma() -> str:
    """Return the separator of two items of a list."""
    # Translators: between two items of a list. Japanese: 、
    return pgettext("punctuation", ", ")
