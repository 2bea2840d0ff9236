"""Hits of a search as HTML, and search terms marked in texts."""

from collections.abc import Iterable

from django import template

from rulesbase.search.html import chosen_group_html, date_options, groups_html, hits_html, marked_html
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import ShownHit

register = template.Library()


@register.simple_tag
def merge_hits(hits: Iterable[ShownHit], elsewhere: Iterable[DocumentHits]) -> list[ShownHit]:
    """Return hits in the rules with those in other documents, best first."""
    others = [hit for one in elsewhere or () for hit in one.hits]
    return sorted((*(hits or ()), *others), key=lambda hit: -hit.found.score)


register.filter("marks", marked_html)
register.filter(hits_html)
register.filter(groups_html)
register.filter(chosen_group_html)
register.filter(date_options)
