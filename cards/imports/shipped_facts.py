"""Load the facts on names that ship with the software: interchangeable names, changes of printed names."""

from collections.abc import Callable, Mapping
from typing import Any

from cards.models import Interchangeable, NameEvent
from rulesbase.core.database.write_lock import content_lock
from rulesbase.engine.data_tables import data_rows


def load_shipped() -> int:
    """Replace the shipped rows; return how many were added, changed or deleted.

    Rows of curators stay, and shipped rows on the same names are skipped.
    """
    with content_lock() as state:
        changed = _load(Interchangeable, "interchangeable.csv", lambda row: frozenset((row["name"], row["other"])))
        changed += _load(NameEvent, "name_events.csv", lambda row: (row["card_name"], row["language"], row["kind"]))
        if changed:
            state.content_changed()
    return changed


def _load(model: Any, name: str, key: Callable[[Mapping[str, str]], object]) -> int:
    """Replace the shipped rows of a table by those of a file; rows with the ``key`` of a curator's row are skipped."""
    rows = data_rows(f"cards/data/{name}")
    fields = tuple(rows[0])
    own = {key(row) for row in model.objects.filter(shipped=False).values(*fields)}
    wanted = {tuple(row.values()): row for row in rows if key(row) not in own}
    there = {
        tuple(str(value or "") for value in row): pk
        for pk, *row in model.objects.filter(shipped=True).values_list("pk", *fields)
    }
    gone = [pk for row, pk in there.items() if row not in wanted]
    model.objects.filter(pk__in=gone).delete()
    new = sorted(row for row in wanted if row not in there)
    model.objects.bulk_create(
        model(
            shipped=True,
            **{field: value or None if field == "since" else value for field, value in wanted[row].items()},
        )
        for row in new
    )
    return len(gone) + len(new)
