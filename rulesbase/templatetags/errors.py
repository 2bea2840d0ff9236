"""Write errors: the attributes of form fields with one, and the request id of error pages."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesbase.core import logging

register = template.Library()


@register.simple_tag
def field_error_attributes(problem: object, field: str, help: str = "") -> SafeString:
    """Write ARIA attributes in the tag of a field: ``{% field_error_attributes problem "name" "name-help" %}``.

    ``problem`` is a Refused or empty; _field_errors.html writes its message below the field.
    """
    if getattr(problem, "field", "") != field:
        return format_html(' aria-describedby="{}"', help) if help else SafeString("")
    return format_html(' aria-invalid="true" aria-describedby="problem{}"', f" {help}" if help else "")


@register.simple_tag
def request_id() -> str:
    """Return the id of this request, which is also in the log, so that users can report it."""
    return logging.request_id.get()
