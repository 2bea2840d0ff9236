"""Show the text of notes, which authors wrote in Markdown."""

import re

from django import template

register = template.Library()

# The label may have brackets of its own, and the address may be a command of the author's own site.
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\([^()]*\)")
_SIGNS = re.compile(r"(?m)^#{1,6} +|\*\*")


@register.filter
def plain_markdown(text: str) -> str:
    """Return a text without the signs of links, headings and bold words."""
    return _SIGNS.sub("", _LINK.sub(r"\1", text))
