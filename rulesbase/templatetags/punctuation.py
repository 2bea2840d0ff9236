"""Write punctuation in the style of the page's language: French has a space before a colon, Japanese full-width
signs."""

from django import template
from django.utils.translation import pgettext

from rulesbase.core.punctuation import brackets, colon, comma, in_brackets

register = template.Library()
register.simple_tag(colon)
register.simple_tag(comma)
register.filter(in_brackets)


@register.simple_tag
def full_stop() -> str:
    """Write the full stop of a sentence."""
    # Translators: at the end of a sentence that a template puts together. Japanese: 。
    return pgettext("punctuation", ".")


@register.simple_tag
def open_bracket() -> str:
    """Write an opening bracket with the space before it."""
    return brackets().partition("%s")[0]


@register.simple_tag
def close_bracket() -> str:
    """Write a closing bracket."""
    return brackets().partition("%s")[2]
