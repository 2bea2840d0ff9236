"""Notes on rules changes as JSON data and as plain text, for comparisons."""

import datetime
from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import notes_between
from rulesbase.models import RemarkOnRule, VersionNote


class RemarkData(TypedDict):
    """A remark on one rule: cited number, and public id of the Rule if the version has that number."""

    number: str
    rule: str | None
    text: str


class NoteData(TypedDict):
    """A note as JSON. ``version`` is where it is shown, ``late`` if that is not its own."""

    version: str
    late: bool
    kind: str
    language: str
    title: str
    original: str
    author: str
    date: str
    address: str
    text: str
    remarks: list[RemarkData]


def notes_data(one: datetime.date, other: datetime.date) -> list[NoteData]:
    """Return the notes on the versions after the earlier of two dates, up to the later. Two queries."""
    remarks = Prefetch("remarks", RemarkOnRule.objects.select_related("rule"))
    return [_data(note) for note in notes_between(one, other).prefetch_related(remarks)]


def _data(note: VersionNote) -> NoteData:
    return {
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
            {"number": one.number, "rule": one.rule.public_id if one.rule else None, "text": one.excerpt}
            for one in note.remarks.all()
        ],
    }


def notes_text(notes: Iterable[VersionNote]) -> list[str]:
    """Return notes as lines of plain text under a heading, with title, author, date and address; [] without notes."""
    lines = []
    for note in notes:
        title = f"{note.title} ({note.original})" if note.original else note.title
        parts = (title, note.author, note.date.isoformat(), note.address)
        lines.append(f"  {note.version}  " + ", ".join(part for part in parts if part))
    return [_("Why it changed"), *lines, ""] if lines else []
