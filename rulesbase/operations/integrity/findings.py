"""Findings of integrity checks: a table, the row or place in it, and a sentence."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

Found = Iterator[tuple[str, str, str]]


def all_wrong(rows: QuerySet[Any], what: str) -> Found:
    """Yield a finding for each row; ``what`` says what is wrong with it."""
    for pk in rows.values_list("pk", flat=True):
        yield rows.model._meta.db_table, f"row {pk}", what
