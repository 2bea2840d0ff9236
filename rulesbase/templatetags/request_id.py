"""Write the request id on error pages, so that users can report it."""

from django import template

from rulesbase.core import logging

register = template.Library()


@register.simple_tag
def request_id() -> str:
    """Return the id of this request, which is also in the log."""
    return logging.request_id.get()
