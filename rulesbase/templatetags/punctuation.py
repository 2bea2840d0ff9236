"""Write punctuation in the style of the page's language: French has a space before a colon, Japanese full-width
signs."""

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from rulesbase.core.punctuation import colon, comma

register = template.Library()
register.simple_tag(colon)
register.simple_tag(comma)


@register.simple_tag
def full_stop() -> str:
    """Write the full stop of a sentence."""
    # Translators: at the end of a sentence that a template puts together. Japanese: 。
    return pgettext("punctuation", ".")


@register.simple_tag
def open_bracket() -> str:
    """Write an opening bracket with the space before it."""
    return _brackets().partition("%s")[0]


@register.simple_tag
def close_bracket() -> str:
    """Write a closing bracket."""
    return _brackets().partition("%s")[2]


def _brackets() -> str:
    # Translators: an addition in brackets behind a word, with the space between them. Japanese: （%s）
    return pgettext("punctuation", " (%s)")


@register.filter
def in_brackets(text: str) -> SafeString:
    """Write a text in brackets with the space before it: ``{{ word }}{{ addition|in_brackets }}``."""
    before, _, behind = _brackets().partition("%s")
    return mark_safe(f"{conditional_escape(before)}{conditional_escape(text)}{conditional_escape(behind)}")  # noqa: S308
