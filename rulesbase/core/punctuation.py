"""Punctuation in the language of the page."""

from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext


def colon() -> str:
    """Return the colon with its spaces."""
    # Translators: between a word and what follows. French: a no-break space before the colon. Japanese: ：
    return pgettext("punctuation", ": ")


def comma() -> str:
    """Return the separator of two items of a list."""
    # Translators: between two items of a list. Japanese: 、
    return pgettext("punctuation", ", ")


def semicolon() -> str:
    """Return the separator of two clauses in a list."""
    # Translators: between two clauses of a list. French: a narrow no-break space before it. Japanese: ；
    return pgettext("punctuation", "; ")


def brackets() -> str:
    """Return brackets around ``%s``, with the space before them."""
    return _brackets(get_language())


# The list of versions on each page asks over a hundred times.
@lru_cache(maxsize=8)
def _brackets(_language: str | None) -> str:
    # Translators: an addition in brackets behind a word, with the space between them. Japanese: （%s）
    return pgettext("punctuation", " (%s)")


def in_brackets(text: str) -> SafeString:
    """Return a text in brackets with the space before it: ``{{ word }}{{ addition|in_brackets }}``."""
    return mark_safe(brackets() % conditional_escape(text))  # noqa: S308 - brackets are words of our own
