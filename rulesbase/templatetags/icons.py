"""Write icons, and marks of an icon with a word."""

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from rulesbase.core.icons_html import icon, icon_sprite
from rulesbase.reading.text_html import MARK_WORDS

register = template.Library()
register.simple_tag(icon)
register.simple_tag(icon_sprite)


@register.simple_tag
def change_mark(kind: str, word: str = "", link: str = "") -> SafeString:
    """Write a kind of change: its icon and its usual word, or ``word``, with a link if there is one."""
    word = word or str(MARK_WORDS[kind])
    if link:
        shown = format_html('<a href="{}">{}</a>', link, word)
    else:
        # A sentence with a date is one piece of text, or the date would stand in a column of its own.
        shown = format_html("<span>{}</span>", word) if "<time" in word else conditional_escape(word)
    return format_html('<span class="mark k-{}">{}{}</span>', kind, icon(kind), shown)
