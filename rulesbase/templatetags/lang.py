"""Mark text of another language inside a sentence of the page."""

import re

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulesbase.core.languages import language_word, own_name

register = template.Library()
register.filter(language_word)
register.filter(own_name)
_JAPANESE = re.compile("([\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]+)")


@register.filter
def mark_japanese(words: str) -> SafeString:
    """``{{ words|mark_japanese }}``: set ``lang`` on Japanese text on pages in another language."""
    text = str(conditional_escape(words))
    if get_language() == "ja":
        return mark_safe(text)  # noqa: S308 - escaped above
    return mark_safe(_JAPANESE.sub(lambda found: format_html('<span lang="ja">{}</span>', found[0]), text))  # noqa: S308
