"""What is wrong with a field, told at the field, for forms that are written by hand."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def wrong(problem: object, field: str, help: str = "") -> SafeString:
    """``{% wrong problem "name" "name-help" %}`` in the tag of a field: whether it is wrong, and what describes it.

    ``problem`` is a Refused or nothing; what it says stands below the field, by _wrong.html.
    """
    if getattr(problem, "field", "") != field:
        return format_html(' aria-describedby="{}"', help) if help else SafeString("")
    return format_html(' aria-invalid="true" aria-describedby="problem{}"', f" {help}" if help else "")
