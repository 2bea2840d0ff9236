"""Look up dictionary keys in templates."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def get(mapping: Mapping[str, object], key: str) -> object:
    """Return the value of a variable key; None if it is missing."""
    return mapping.get(key)
