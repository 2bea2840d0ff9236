"""What stands between words that a template puts together: a colon, a comma, a full stop, brackets, in the manner of
the page's language (French has a space before a colon, Japanese has full-width signs)."""

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from rulesbase.core.punctuation import colon, comma

register = template.Library()
register.simple_tag(colon)
register.simple_tag(comma)


@register.simple_tag
def stop() -> str:
    """Write what stands at the end of a sentence."""
    # Translators: at the end of a sentence that a template puts together. Japanese: 。
    return pgettext("punctuation", ".")


@register.simple_tag
def opening() -> str:
    """Write what stands before an addition in brackets, the space in front of it included."""
    return _brackets().partition("%s")[0]


@register.simple_tag
def closing() -> str:
    """Write what stands behind an addition in brackets."""
    return _brackets().partition("%s")[2]


def _brackets() -> str:
    # Translators: an addition in brackets behind a word, with the space between them. Japanese: （%s）
    return pgettext("punctuation", " (%s)")


@register.filter
def bracketed(text: str) -> SafeString:
    """Write an addition in brackets, the space in front of it included: ``{{ word }}{{ addition|bracketed }}``."""
    before, _, behind = _brackets().partition("%s")
    return mark_safe(f"{conditional_escape(before)}{conditional_escape(text)}{conditional_escape(behind)}")  # noqa: S308
