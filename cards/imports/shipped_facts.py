"""Load the facts on names that ship with the software: interchangeable names, changes of printed names."""

import csv
import datetime
from pathlib import Path

from cards.models import Interchangeable, NameEvent
from rulesbase.core.write_lock import content_lock

FOLDER = Path(__file__).parents[1] / "data"


def load_shipped() -> int:
    """Replace the shipped rows; return how many were added, changed or deleted.

    Rows of curators stay, and shipped rows on the same names are skipped.
    """
    with content_lock() as state:
        changed = _load_interchangeable() + _load_events()
        if changed:
            state.content_changed()
    return changed


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _load_interchangeable() -> int:
    own = {frozenset(pair) for pair in Interchangeable.objects.filter(shipped=False).values_list("name", "other")}
    wanted = {
        (row["name"], row["other"], datetime.date.fromisoformat(row["since"]) if row["since"] else None, row["source"])
        for row in _rows("interchangeable.csv")
        if frozenset((row["name"], row["other"])) not in own
    }
    fields = ("name", "other", "since", "source")
    there = {tuple(row): pk for pk, *row in Interchangeable.objects.filter(shipped=True).values_list("pk", *fields)}
    gone = [pk for row, pk in there.items() if row not in wanted]
    Interchangeable.objects.filter(pk__in=gone).delete()
    new = sorted(row for row in wanted if row not in there)
    Interchangeable.objects.bulk_create(
        Interchangeable(shipped=True, **dict(zip(fields, row, strict=True))) for row in new
    )
    return len(gone) + len(new)


def _load_events() -> int:
    own = set(NameEvent.objects.filter(shipped=False).values_list("card_name", "language", "kind"))
    fields = ("card_name", "language", "kind", "printed", "instead", "when", "card_set", "reason", "source")
    wanted = {
        tuple(row[field] for field in fields)
        for row in _rows("name_events.csv")
        if (row["card_name"], row["language"], row["kind"]) not in own
    }
    there = {tuple(row): pk for pk, *row in NameEvent.objects.filter(shipped=True).values_list("pk", *fields)}
    gone = [pk for row, pk in there.items() if row not in wanted]
    NameEvent.objects.filter(pk__in=gone).delete()
    new = sorted(row for row in wanted if row not in there)
    NameEvent.objects.bulk_create(NameEvent(shipped=True, **dict(zip(fields, row, strict=True))) for row in new)
    return len(gone) + len(new)
