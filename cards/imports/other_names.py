"""Import readings in kana and nicknames of cards from a CSV file."""

import csv
from pathlib import Path
from typing import NamedTuple

from cards.engine.lookup.normalize import fold
from cards.imports.errors import InvalidFile
from cards.models import Card, OtherName
from rulesbase.core.database.write_lock import content_lock

COLUMNS = ("card_name", "language", "name", "kind")
_LONGEST = 300


class NamesResult(NamedTuple):
    """How many rows a file has, how many are new, and the cards that the card data lack."""

    rows: int
    new: int
    unknown: tuple[str, ...]


def import_other_names(path: Path) -> NamesResult:
    """Add the rows of a file; known rows stay. Raise InvalidFile if a row cannot be used; then nothing is stored."""
    rows = _read(path)
    with content_lock() as state:
        before = OtherName.objects.count()
        OtherName.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
        new = OtherName.objects.count() - before
        if new:
            state.content_changed()
    wanted = {row.card_name for row in rows}
    known = set(Card.objects.in_play().filter(name__in=wanted).values_list("name", flat=True))
    return NamesResult(len(rows), new, tuple(sorted(wanted - known)))


def _read(path: Path) -> list[OtherName]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            if not set(COLUMNS) <= set(table.fieldnames or ()):
                raise InvalidFile(f"The first line must name the columns {', '.join(COLUMNS)}.")
            return [_row(row, table.line_num) for row in table]
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidFile("The file is not a CSV table in UTF-8.") from error


def _row(row: dict[str, str | None], line: int) -> OtherName:
    values = {column: (row[column] or "").strip() for column in COLUMNS}
    if values["kind"] not in OtherName.Kind:
        raise InvalidFile(f"Line {line}: the kind is one of {', '.join(OtherName.Kind.values)}.")
    if not (values["card_name"] and values["language"] and fold(values["name"])):
        raise InvalidFile(f"Line {line}: card_name, language and name must not be empty.")
    if max(map(len, values.values())) > _LONGEST or len(values["language"]) > 8:
        raise InvalidFile(f"Line {line}: a value is too long.")
    return OtherName(**values)
