"""Write icons, and marks of an icon with a word."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesbase.core.icons_html import icon, icon_sprite
from rulesbase.reading.text_html import mark_words

register = template.Library()
register.simple_tag(icon)
register.simple_tag(icon_sprite)


@register.simple_tag
def change_mark(kind: str, word: str = "", link: str = "") -> SafeString:
    """Write a kind of change: its icon and its usual word, or ``word``, with a link if there is one."""
    word = word or mark_words()[kind]
    shown = format_html('<a href="{}">{}</a>', link, word) if link else word
    return format_html('<span class="mark k-{}">{}{}</span>', kind, icon(kind), shown)
