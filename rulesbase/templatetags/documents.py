"""Template tags: addresses of the Comprehensive Rules from the pages of any document."""

from django import template

from rulesbase.core.documents import document_name, document_url
from rulesbase.engine.text.documents import COMPREHENSIVE_RULES

register = template.Library()


@register.simple_tag
def rules_url(name: str) -> str:
    """Return the address of a page of the Comprehensive Rules, on a page of any document."""
    return document_url(COMPREHENSIVE_RULES, name)


@register.simple_tag
def active_document_name() -> str:
    """Return the name of the document of this page; empty for the Comprehensive Rules."""
    return document_name()
