"""Tying notes and things on reading lists to Rules again, after the lineage was computed anew."""

from typing import Any

from rulesbase.annotations.rule_texts import resettle
from rulesbase.models import ReadingItem, RuleNote, User


def settle_reading(user: User | None = None) -> int:
    """Tie what people (or one of them) noted and listed to the Rules that stand at its numbers on its days.

    Returns how many changed. Four queries where none did.
    """
    notes, items = RuleNote.objects.all(), ReadingItem.objects.exclude(day=None)
    if user is not None:
        notes, items = notes.filter(user=user), items.filter(of__owner=user)
    count = 0
    found: Any
    for found in (notes, items):
        for row in resettle(list(found.only("pk", "rule_id", "number", "day"))):
            found.model.objects.filter(pk=row.pk).update(rule=row.rule_id)
            count += 1
    return count
