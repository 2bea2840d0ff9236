"""For pages of errors: by which number a person can cite what happened."""

from django import template

from rulesbase.core.request_id import current

register = template.Library()


@register.simple_tag
def request_id() -> str:
    """The number of this request; it stands in the log too."""
    return current()
