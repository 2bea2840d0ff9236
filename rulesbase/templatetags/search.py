"""Highlight search terms in texts."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rulesbase.engine.search.highlight import Piece
from rulesbase.search.other_documents import DocumentHits
from rulesbase.search.page import ShownHit

register = template.Library()


@register.simple_tag
def among(hits: Iterable[ShownHit], elsewhere: Iterable[DocumentHits]) -> list[ShownHit]:
    """Return hits in the rules with those in other documents, best first."""
    others = [hit for one in elsewhere or () for hit in one.hits]
    return sorted((*(hits or ()), *others), key=lambda hit: -hit.score)


@register.filter
def marks(pieces: Iterable[Piece]) -> SafeString:
    """Write the pieces of a text, matches in ``<mark>``."""
    parts = (f"<mark>{escape(piece.text)}</mark>" if piece.marked else escape(piece.text) for piece in pieces)
    return mark_safe("".join(parts))  # noqa: S308 - made of escaped parts
