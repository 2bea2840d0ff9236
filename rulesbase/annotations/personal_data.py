"""Personal data of notes, reading lists and the path: exported for the person, deleted with the account."""

from typing import Any

from rulesbase.accounts.personal_data import Part, register, rows
from rulesbase.models import PathStep, ReadingItem, ReadingList, ReadItem, RuleNote, User


def _notes(user: User) -> list[dict[str, Any]]:
    fields = ("number", "day", "language", "phrase", "before", "after", "note", "made_at", "changed_at")
    return rows(RuleNote.objects.filter(user=user).order_by("pk"), *fields, rule="rule__public_id")


def _lists(user: User) -> list[dict[str, Any]]:
    found = ReadingList.objects.filter(owner=user).order_by("pk")
    lists = rows(found, "public_id", "name", "about", "made_at", "changed_at", shared="is_shared")
    items: dict[int, list[dict[str, Any]]] = {}
    on = ReadingItem.objects.filter(of__owner=user).order_by("of", "position", "pk")
    fields = ("number", "day", "name", "oracle_id", "comment")
    for key, row in zip(on.values_list("of", flat=True), rows(on, *fields, rule="rule__public_id"), strict=True):
        items.setdefault(key, []).append(row)
    return [
        {**row, "items": items.get(key, [])} for key, row in zip(found.values_list("pk", flat=True), lists, strict=True)
    ]


def _read(user: User) -> list[dict[str, Any]]:
    found = ReadItem.objects.filter(user=user).order_by("pk")
    return rows(found, "at", list="item__of__public_id", number="item__number", name="item__name")


def _path(user: User) -> list[dict[str, Any]]:
    return rows(PathStep.objects.filter(user=user).order_by("pk"), "step", "at")


def register_parts() -> None:
    """Register the parts of annotations. Called once, at program start."""
    register(
        Part("notes_on_rules", (RuleNote,), _notes),
        Part("reading_lists", (ReadingList,), _lists),
        Part("read_items", (ReadItem,), _read),
        Part("path_steps", (PathStep,), _path),
    )
