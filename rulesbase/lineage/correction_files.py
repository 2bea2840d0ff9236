"""Export and import corrections as plain rows.

A row has both places by date and number, with the digests of their wordings. A database with other texts there
refuses the row.
"""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import COMPREHENSIVE_RULES, DOCUMENTS, RULEBOOK, document_active
from rulesbase.lineage.apply_corrections import VERB_ORDER
from rulesbase.lineage.corrections import DatedNumbers, correct, effects, entry_of
from rulesbase.lineage.term_corrections import correct_term
from rulesbase.models import Correction

_FIELDS = ("document", "verb", "old_date", "old_number", "new_date", "new_number", "reason")
_DIGESTS = ("old_digest", "new_digest")


class RowResult(NamedTuple):
    """Result of a row: *made*, *known* (already in force) or *refused*, with a message."""

    place: str
    status: str
    sentence: str


def export_corrections() -> list[dict[str, str]]:
    """Return all corrections in force by date: verb, places, reason and digests.

    A digest is empty if this database does not have the entry.
    """
    rows: list[dict[str, str]] = []
    for row in Correction.every.in_force().order_by("document", "new_date", "old_date", "new_number", "old_number"):
        with document_active(row.document):
            rows.append(
                {
                    **{name: str(getattr(row, name)) for name in _FIELDS},
                    "old_digest": _digest(row.old_date, row.old_number),
                    "new_digest": _digest(row.new_date, row.new_number),
                }
            )
    return rows


def import_corrections(rows: Sequence[object]) -> list[RowResult]:
    """Make the corrections of rows from ``export_corrections``, by date; refuse those that do not fit, row by row."""
    read = sorted((_read(row) for row in rows), key=_sort_key)
    with writing():
        return [_import_row(row, wrong) for row, wrong in read]


def _sort_key(read: tuple[dict[str, Any], str]) -> tuple[str, int]:
    """Sort by date; within a step links first, as splits and merges need them."""
    verb = str(read[0].get("verb", ""))
    return str(read[0].get("new_date", "")), VERB_ORDER.index(verb) if verb in VERB_ORDER else 0


def _read(row: object) -> tuple[dict[str, Any], str]:
    """Return (values, message about what is wrong or "")."""
    if not isinstance(row, Mapping):
        return {}, _("This is not a correction. A correction must be a JSON object.")
    values: dict[str, Any] = {name: row.get(name, "") for name in (*_FIELDS, *_DIGESTS)}
    # Files from before corrections named their document are of the Comprehensive Rules.
    values["document"] = values["document"] or COMPREHENSIVE_RULES
    strange = [name for name, value in values.items() if not isinstance(value, str)]
    strange += ["document"] if values["document"] not in DOCUMENTS else []
    # A term of a rulebook that is gone has no new number.
    needed = [name for name in _FIELDS if name != "new_number" or values["document"] != RULEBOOK]
    missing = [name for name in needed if not values[name]]
    if strange or missing:
        return values, _("This correction is not valid. Check these fields: %(names)s.") % {
            "names": ", ".join(strange + missing)
        }
    try:
        for name in ("old_date", "new_date"):
            values[name] = datetime.date.fromisoformat(values[name])
    except ValueError:
        return values, _("“%(date)s” is not a date. Write it as 2011-09-30.") % {"date": values[name]}
    return values, ""


def _import_row(row: dict[str, Any], wrong: str) -> RowResult:
    place = " ".join(f"{row.get(f'{side}_number', '')}@{row.get(f'{side}_date', '')}" for side in ("old", "new"))
    if wrong:
        return RowResult(place, "refused", wrong)
    where = {name: row[name] for name in _FIELDS if name != "reason"}
    known = Correction.every.in_force().filter(**where).first()
    if known:
        hint = _("This correction already exists on this site, but it changes nothing. You can remove the correction.")
        return RowResult(place, "known", "" if effects([known])[known.pk] else hint)
    try:
        with document_active(row["document"]):
            _make(row)
    except Refused as refusal:
        return RowResult(place, "refused", str(refusal))
    return RowResult(place, "made", "")


def _make(row: dict[str, Any]) -> None:
    """Make the correction of a row in the active document. Raises Refused."""
    if row["document"] == RULEBOOK:
        term = {"term": row["old_number"], "successor": row["new_number"]}
        correct_term(row["old_date"], **term, verb=row["verb"], reason=row["reason"], by=None)
        return
    for side in ("old", "new"):
        digest = row[f"{side}_digest"]
        if digest and entry_of(row[f"{side}_date"], row[f"{side}_number"]).wording.digest != digest:
            message = _(
                "Not imported: in the version of %(date)s, the text of %(number)s on this site is not the text in the "
                "file. Check the date."
            )
            raise Refused(message % {"number": row[f"{side}_number"], "date": row[f"{side}_date"].isoformat()})
    where = DatedNumbers(*(row[name] for name in DatedNumbers._fields))
    correct(row["verb"], where, reason=row["reason"], by=None)


def _digest(date: datetime.date, number: str) -> str:
    try:
        return entry_of(date, number).wording.digest
    except Refused:
        return ""
