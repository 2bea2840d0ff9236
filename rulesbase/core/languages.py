"""What languages of texts are called: in the language of the page, and in their own, as their readers look for them."""

from django.utils.translation import gettext

from rulesbase.engine.languages import text_language


def language_word(code: str) -> str:
    """Return the name of a language in that of the page; the code where we have none."""
    name = text_language(code).name
    return gettext(name) if name else code


def own_name(code: str) -> str:
    """Return the name of a language in itself; the code where we have none."""
    return text_language(code).own_name or code
