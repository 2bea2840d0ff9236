"""Write the remarks of the parser in the language of the page."""

import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesbase.core.dates import day_text
from rulesbase.core.errors import message_text
from rulesbase.engine.issues import message_of
from rulesbase.engine.messages import Message

register = template.Library()


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
