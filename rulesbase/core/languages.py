"""Names of text languages, in the language of the page and in their own; the language that an address names."""

from django.conf import settings
from django.utils.translation import get_language_from_path, gettext

from rulesbase.engine.languages import text_language


def language_word(code: str) -> str:
    """Return the name of a language in the language of the page; the code if there is none."""
    name = text_language(code).name
    return gettext(name) if name else code


def own_name(code: str) -> str:
    """Return the name of a language in that language; the code if there is none."""
    return text_language(code).own_name or code


def language_of_path(path: str) -> str:
    """Return the interface language of a path: that of its prefix, else English."""
    return get_language_from_path(path) or settings.LANGUAGE_CODE
