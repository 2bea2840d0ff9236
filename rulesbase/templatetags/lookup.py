"""What the templates of the rules need beyond Django's own; text becomes HTML in rendering.py."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def get(mapping: Mapping[str, object], key: str) -> object:
    """Look a key up that is a variable; None where it is not there."""
    return mapping.get(key)
