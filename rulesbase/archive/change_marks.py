"""Marks of changes: kind of the last change of each rule for the margin, and changed rules by chapter."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Change


class Mark(NamedTuple):
    """A change for the margin: kind of mark, date, and number before it."""

    kind: str
    date: datetime.date
    old_number: str


# The marks of changes of the text alone.
TEXT_MARKS = {"substance": "reworded", "wording": "wording", "references": "refs", "typography": "typo"}


def mark_kind(kind: str, weight: str) -> str:
    """Return the mark of a change: added, removed, split, merged first, then reworded, moved, others."""
    if kind in ("added", "removed", "split", "merged"):
        return kind
    if weight in ("substance", "example"):
        return "reworded"
    if kind in ("renumbered", "moved"):
        return kind
    return TEXT_MARKS.get(weight, "same")


def last_changes(rules: Collection[int], versions: Catalogue, until: datetime.date) -> dict[int, Mark]:
    """Return Rule -> its last change up to a date. One query."""
    # The dates are known, and the Rules are those of one document: joins for both would take most of the time.
    days = {one.pk: one.date for one in versions.all if one.date <= until}
    rows = Change.every.filter(rule__in=rules).exclude(kind=Change.Kind.REMOVED)
    latest: dict[int, tuple[datetime.date, str, str, str]] = {}
    for rule, version, kind, weight, old in rows.values_list("rule_id", "version_id", "kind", "weight", "old_number"):
        day = days.get(version)
        if day and (rule not in latest or latest[rule][0] < day):
            latest[rule] = day, kind, weight, old
    return {rule: Mark(mark_kind(kind, weight), date, old) for rule, (date, kind, weight, old) in latest.items()}


def changed_in(version: CatalogueVersion) -> dict[str, int]:
    """Return chapter -> number of added or reworded rules in a version. One query."""
    counts: defaultdict[str, int] = defaultdict(int)
    words = Q(weight__in=(Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)) | Q(kind=Change.Kind.ADDED)
    rows = Change.objects.filter(version=version.pk, item="rule").filter(words)
    for number in rows.values_list("new_number", flat=True):
        counts[chapter_of(number)] += 1
    return dict(counts)
