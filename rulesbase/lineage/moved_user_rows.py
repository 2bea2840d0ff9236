"""Rows (notes, items of reading lists, watches, citations) whose number on their day now belongs to another Rule."""

import datetime
from collections.abc import Sequence
from typing import Any, Protocol

from django.db.models import QuerySet

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.models import Entry


class _AtPlace(Protocol):
    document: str
    number: str
    day: datetime.date | None
    rule_id: int | None


def moved_rules(rows: Sequence[_AtPlace]) -> dict[int, int]:
    """Return the Rule that has the number of a row on its day, by position in ``rows``, where it is not the row's Rule.

    One query.
    """
    entries = Entry.objects.filter(
        edition__version__document__in={row.document for row in rows},
        edition__language=DEFAULT_LANGUAGE,
        edition__version__date__in={row.day for row in rows},
        number__in={row.number for row in rows},
        rule__isnull=False,
    ).order_by("position")
    fields = ("edition__version__document", "number", "edition__version__date", "rule")
    there = {(document, number, day): rule for document, number, day, rule in entries.values_list(*fields)}
    now = (there.get((row.document, row.number, row.day)) for row in rows)
    return {at: rule for at, (row, rule) in enumerate(zip(rows, now, strict=True)) if rule and rule != row.rule_id}


def link_moved(found: QuerySet[Any]) -> int:
    """Link rows to the Rules that have their numbers on their days; return how many changed. One query, two if any."""
    rows = list(found)
    moved = moved_rules(rows)
    for at, rule in moved.items():
        rows[at].rule_id = rule
    found.model.objects.bulk_update([rows[at] for at in moved], ["rule"], batch_size=500)
    return len(moved)
