"""Personal data of notes, reading lists and the path: exported for the person, deleted with the account."""

from typing import Any

from rulesbase.accounts.personal_data import Part, part, register, rows, with_children
from rulesbase.models import PathStep, ReadingItem, ReadingList, ReadItem, RuleNote, User


def _lists(user: User) -> list[dict[str, Any]]:
    lists = ReadingList.objects.filter(owner=user).order_by("pk")
    list_rows = rows(lists, "public_id", "name", "about", "made_at", "changed_at", shared="is_shared")
    items = ReadingItem.objects.filter(of__owner=user).order_by("of", "position", "pk")
    item_rows = rows(items, "document", "number", "day", "name", "oracle_id", "comment", rule="rule__public_id")
    return with_children(lists, list_rows, "items", zip(items.values_list("of", flat=True), item_rows, strict=True))


def register_parts() -> None:
    """Register the parts of annotations. Called once, at program start."""
    note = "document number day language phrase before after note made_at changed_at".split()
    read = {"list": "item__of__public_id", "document": "item__document", "number": "item__number", "name": "item__name"}
    register(
        part("notes_on_rules", RuleNote, "user", note, {"rule": "rule__public_id"}),
        Part("reading_lists", (ReadingList,), _lists),
        part("read_items", ReadItem, "user", ["at"], read),
        part("path_steps", PathStep, "user", ["step", "at"]),
    )
