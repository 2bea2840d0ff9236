"""Counts of what a change of the rules touches, on other pages."""

from typing import Any

from django import template
from django.urls import reverse

from rulesbase.archive.catalogue import NotFound, catalogue
from rulesbase.compare.queries import Pair, pair_of
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.impact.kinds import impact_kinds
from rulesbase.impact.queries import kind_counts, public_counts, rule_scope
from rulesbase.models import Edition, Rule

register = template.Library()
_COUNTS = "impact/_counts.html"


@register.inclusion_tag(_COUNTS)
def impact_of_pair(pair: Pair) -> dict[str, Any]:
    """Show the counts of what rests on the rules that changed between two versions of the rules.

    Without translations, so that a cached comparison outlives their approval.
    """
    if active_document() != COMPREHENSIVE_RULES:
        return {}
    counts = public_counts(pair, frozenset({"translations"}))
    rows = [(kind.name, kind.code, counts[kind.code]) for kind in impact_kinds() if counts.get(kind.code)]
    return {"rows": rows, "address": reverse("impact", args=[str(pair.a), str(pair.b)]), "changed": True}


@register.inclusion_tag(_COUNTS)
def impact_of_edition(edition: Edition | None) -> dict[str, Any]:
    """Show the counts for an English edition, compared with the version before it."""
    if edition is None or edition.language != "en" or active_document() != COMPREHENSIVE_RULES:
        return {}
    versions = catalogue()
    before = [version for version in versions.complete if version.date < edition.version.date]
    if not before:
        return {}
    try:
        return impact_of_pair(pair_of(str(before[-1]), str(edition.version)))
    except NotFound:
        return {}


@register.inclusion_tag(_COUNTS)
def impact_of_rule(rule: Rule) -> dict[str, Any]:
    """Show the counts of what rests on a Rule, as its page of impact does."""
    versions = catalogue()
    if not versions.complete or active_document() != COMPREHENSIVE_RULES:
        return {}
    counts = kind_counts(rule_scope(versions, rule))
    rows = [(one.kind.name, one.kind.code, one.total) for one in counts if one.total]
    return {"rows": rows, "address": reverse("rule_impact", args=[rule.public_id])}
