"""Corrections as rows of plain data, from one database to another.

A row names both places by date and number, with the digests of their wordings: a database whose texts there are
others does not take it.
"""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.core.write_lock import writing
from rulesbase.lineage.apply_corrections import FORCING_ORDER
from rulesbase.lineage.corrections import correct, effects, entry_of
from rulesbase.models import Correction, User

_FIELDS = ("verb", "old_date", "old_number", "new_date", "new_number", "reason")
_DIGESTS = ("old_digest", "new_digest")


class Taken(NamedTuple):
    """What became of a row: *made*, *known* (it stands already) or *refused*, with a sentence that says why."""

    place: str
    status: str
    sentence: str


def export_corrections() -> list[dict[str, str]]:
    """All corrections in force, by date: verb, places, reason, and the digests of the texts that are there.

    A digest is empty where the place is not in this database.
    """
    rows: list[dict[str, str]] = []
    for row in Correction.objects.in_force().order_by("new_date", "old_date", "new_number", "old_number"):
        rows.append(
            {
                **{name: str(getattr(row, name)) for name in _FIELDS},
                "old_digest": _digest(row.old_date, row.old_number),
                "new_digest": _digest(row.new_date, row.new_number),
            }
        )
    return rows


def import_corrections(rows: Sequence[object], *, by: User | None = None) -> list[Taken]:
    """Make the corrections of these rows, in the order of their dates, as ``export_corrections`` gives them.

    What a database cannot hold is refused row by row; the rest is made.
    """
    read = sorted((_read(row) for row in rows), key=_turn)
    with writing():
        return [_take(row, wrong, by) for row, wrong in read]


def _turn(read: tuple[dict[str, Any], str]) -> tuple[str, int]:
    """By dates; within a step links come first, as splits and merges hang on them."""
    verb = str(read[0].get("verb", ""))
    return str(read[0].get("new_date", "")), FORCING_ORDER.index(verb) if verb in FORCING_ORDER else 0


def _read(row: object) -> tuple[dict[str, Any], str]:
    """(values, what is wrong with the row, if anything)."""
    if not isinstance(row, Mapping):
        return {}, _("This is no correction: it must be an object.")
    values: dict[str, Any] = {name: row.get(name, "") for name in (*_FIELDS, *_DIGESTS)}
    strange = [name for name, value in values.items() if not isinstance(value, str)]
    missing = [name for name in _FIELDS if not values[name]]
    if strange or missing:
        return values, _("This is no correction: look at %(names)s.") % {"names": ", ".join(strange + missing)}
    try:
        for name in ("old_date", "new_date"):
            values[name] = datetime.date.fromisoformat(values[name])
    except ValueError:
        return values, _("“%(date)s” is no date. Write it as 2011-09-30.") % {"date": values[name]}
    return values, ""


def _take(row: dict[str, Any], wrong: str, by: User | None) -> Taken:
    place = " ".join(f"{row.get(f'{side}_number', '')}@{row.get(f'{side}_date', '')}" for side in ("old", "new"))
    if wrong:
        return Taken(place, "refused", wrong)
    where = {name: row[name] for name in _FIELDS if name != "reason"}
    known = Correction.objects.in_force().filter(**where).first()
    if known:
        return Taken(place, "known", "" if effects([known])[known.pk] else _("It stands here without effect."))
    try:
        for side in ("old", "new"):
            digest = row[f"{side}_digest"]
            if digest and entry_of(row[f"{side}_date"], row[f"{side}_number"]).wording.digest != digest:
                raise Refused(
                    _("%(number)s of %(date)s has other words here.")
                    % {"number": row[f"{side}_number"], "date": row[f"{side}_date"].isoformat()}
                )
        correct(**where, reason=row["reason"], by=by)
    except Refused as refusal:
        return Taken(place, "refused", str(refusal))
    return Taken(place, "made", "")


def _digest(date: datetime.date, number: str) -> str:
    try:
        return entry_of(date, number).wording.digest
    except Refused:
        return ""
