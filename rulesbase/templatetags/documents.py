"""Template tags: addresses of the Comprehensive Rules from the pages of any document."""

from django import template

from rulesbase.archive.catalogue import catalogue
from rulesbase.core import document_urls as names
from rulesbase.desk.targets import desk_languages
from rulesbase.engine.documents import COMPREHENSIVE_RULES, RULEBOOK, active_document
from rulesbase.engine.text import document_numbers
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Document, Version

register = template.Library()


@register.simple_tag
def rules_url(name: str) -> str:
    """Return the address of a page of the Comprehensive Rules, on a page of any document."""
    return names.document_url(COMPREHENSIVE_RULES, name)


register.filter(names.visible_number)
register.filter("shown_number", document_numbers.shown_number)
register.filter(chapter_of)


@register.simple_tag
def is_rulebook() -> bool:
    """Return whether the page is of a rulebook of before 1999."""
    return active_document() == RULEBOOK


register.simple_tag(names.document_name)
register.simple_tag(names.document_mark)
register.simple_tag(names.document_prefix)
register.simple_tag(names.named)
register.simple_tag(names.entry_url)


@register.inclusion_tag("desk/_documents.html")
def desk_documents(name: str, language: str = "") -> dict[str, object]:
    """Link a page of the desk for each document that has versions and can be translated into the language."""
    having = set(Version.every.values_list("document", flat=True).distinct())
    args = [language] if language else []
    links = [
        (one.label, names.document_url(one.value, name, *args), one == active_document())
        for one in Document
        if one in having and (not language or _is_translated_into(one.value, language))
    ]
    return {"links": links}


def _is_translated_into(document: str, language: str) -> bool:
    """Return whether the desk of a document has a language."""
    with names.in_document(document):
        return language in desk_languages(catalogue())
