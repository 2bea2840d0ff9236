"""Notes on rules changes as JSON data and as plain text, for comparisons."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import notes_between
from rulesbase.models import RemarkOnRule, VersionNote


def notes_data(one: datetime.date, other: datetime.date) -> list[dict[str, Any]]:
    """Return the notes on the versions after the earlier of two dates, up to the later. Two queries.

    ``version`` is where a note is shown, ``late`` if that is not its own. ``rule`` of a remark is null if the version
    lacks the cited number.
    """
    remarks = Prefetch("remarks", RemarkOnRule.objects.select_related("rule"))
    return [
        {
            "version": str(note.version),
            "late": note.late,
            "kind": note.kind,
            "language": note.language,
            "title": note.title,
            "original": note.original,
            "author": note.author,
            "date": note.date.isoformat(),
            "address": note.address,
            "text": note.text,
            "remarks": [
                {
                    "number": remark.number,
                    "rule": remark.rule.public_id if remark.rule else None,
                    "text": remark.excerpt,
                }
                for remark in note.remarks.all()
            ],
        }
        for note in notes_between(one, other).prefetch_related(remarks)
    ]


def notes_text(notes: Iterable[VersionNote]) -> list[str]:
    """Return notes as lines of plain text under a heading, with title, author, date and address; [] without notes."""
    lines = []
    for note in notes:
        title = f"{note.title} ({note.original})" if note.original else note.title
        parts = (title, note.author, note.date.isoformat(), note.address)
        lines.append(f"  {note.version}  " + ", ".join(part for part in parts if part))
    return [_("Reason for the change"), *lines, ""] if lines else []
