"""Write remarks: those of the parser in the language of the page, and those of bulletins without Markdown signs."""

import datetime
import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesbase.core.dates import day_text
from rulesbase.core.errors import message_text
from rulesbase.engine.issues import message_of
from rulesbase.engine.messages import Message

register = template.Library()

# The label may have brackets of its own, and the address may be a command of the author's own site.
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\([^()]*\)")
_SIGNS = re.compile(r"(?m)^#{1,6} +|\*\*")


@register.filter
def remark(problem: str) -> SafeString:
    """Write a stored remark as a paragraph; a sentence of an earlier release stays in English."""
    message = message_of(problem)
    if message is None:
        return format_html('<p lang="en">{}</p>', problem)
    values = {
        name: day_text(datetime.date.fromisoformat(str(value))) if name.endswith("date") else value
        for name, value in message.values.items()
    }
    return format_html("<p>{}</p>", message_text(Message(message.message, values)))


@register.filter
def plain_markdown(text: str) -> str:
    """Return a text without the signs of links, headings and bold words."""
    return _SIGNS.sub("", _LINK.sub(r"\1", text))
