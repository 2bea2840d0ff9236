"""Names of text languages, in the language of the page and in their own."""

from django.utils.translation import gettext

from rulesbase.engine.languages import text_language


def language_word(code: str) -> str:
    """Return the name of a language in the language of the page; the code if there is none."""
    name = text_language(code).name
    return gettext(name) if name else code


def own_name(code: str) -> str:
    """Return the name of a language in that language; the code if there is none."""
    return text_language(code).own_name or code
