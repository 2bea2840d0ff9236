"""The punctuation that joins words in the language of the page."""

from django.utils.translation import pgettext


def colon() -> str:
    """Write what stands between a word and what it introduces."""
    # Translators: between a word and what follows. French: a no-break space before the colon. Japanese: ：
    return pgettext("punctuation", ": ")


def comma() -> str:
    """Write what stands between two items of a list."""
    # Translators: between two items of a list. Japanese: 、
    return pgettext("punctuation", ", ")
