"""Notes on versions: bulletins from files and bulletins known by their title. `models.bulletins` explains the words."""

import datetime
import hashlib
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, QuerySet

from rulesbase.core.database.write_lock import content_lock
from rulesbase.engine.data_tables import data_rows
from rulesbase.engine.documents import active_document
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.bulletins import Bulletin, read_bulletin
from rulesbase.models import Entry, RemarkOnRule, Version, VersionNote

_AHEAD = datetime.timedelta(days=60)
_BACK = datetime.timedelta(days=45)
# Rules take effect within three weeks of the bulletin about them; a version further off is another one.
_OWN = datetime.timedelta(days=21)


class NoteResult(NamedTuple):
    """Result of a bulletin: ``rules`` counts remarks linked to Rules, ``issues`` numbers missing in the version."""

    status: str
    note: VersionNote
    rules: int
    issues: int


def import_note(data: bytes, name: str) -> NoteResult:
    """Store a bulletin at its version.

    The status is *note*, or *known* for a file imported before. Raises NotRules, with ``name`` in the message, if the
    bytes are no bulletin or the archive has no version near its date; then nothing is stored.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    bulletin = read_bulletin(data)
    with content_lock() as state:
        if known := VersionNote.objects.filter(sha256=sha256).select_related("version").first():
            return _result("known", known)
        version = _version_for(bulletin.date, bulletin.remarks)
        if version is None:
            raise NotRules(f"{name} speaks of rules of {bulletin.date}; the archive has no version of those days.")
        note = _store(bulletin, version, sha256)
        link_remarks(note)
        state.content_changed()
    return _result("note", note)


def _store(bulletin: Bulletin, version: Version, sha256: str) -> VersionNote:
    note = VersionNote.objects.create(
        version=version,
        language=bulletin.language,
        kind=VersionNote.Kind.BULLETIN,
        title=bulletin.title[:300],
        original=bulletin.original[:300],
        author=bulletin.author[:120],
        date=bulletin.date,
        address=bulletin.address[:500],
        text=bulletin.text,
        sha256=sha256,
        late=_is_late(bulletin.date, version),
    )
    RemarkOnRule.objects.bulk_create(
        RemarkOnRule(note=note, number=number, excerpt=excerpt) for number, excerpt in bulletin.remarks.items()
    )
    return note


def _version_for(day: datetime.date, numbers: Collection[str]) -> Version | None:
    """Return the version near a date with most of the numbers; of equal ones the first from that date on."""
    near = Version.objects.filter(date__range=(day - _BACK, day + _AHEAD), is_sample=False)
    matching = near.filter(editions__language="en", editions__entries__number__in=numbers)
    counts = dict(matching.values_list("pk").annotate(Count("editions__entries__number", distinct=True)))

    def order(version: Version) -> tuple[int, bool, int]:
        return -counts.get(version.pk, 0), version.date < day, abs((version.date - day).days)

    return min((version for version in near if version.pk in counts), key=order, default=None)


def _is_late(day: datetime.date, version: Version) -> bool:
    return abs(version.date - day) > _OWN


def link_remarks(note: VersionNote) -> bool:
    """Link the remarks of a note to the Rules with these numbers in its version; return whether any changed."""
    remarks = list(note.remarks.all())
    entries = Entry.objects.filter(
        edition__version=note.version_id, edition__language="en", number__in=[one.number for one in remarks]
    )
    rules = dict(entries.order_by("-position").values_list("number", "rule"))
    moved = [one for one in remarks if one.rule_id != rules.get(one.number)]
    for one in moved:
        one.rule_id = rules.get(one.number)
    RemarkOnRule.objects.bulk_update(moved, ["rule"])
    return bool(moved)


def ensure_bulletins() -> int:
    """Store known bulletins whose version the archive has; return how many are new. Call it within ``content_lock``."""
    known = data_rows("rulesbase/data/bulletins.csv")
    there = set(VersionNote.objects.filter(title__in=[row["title"] for row in known]).values_list("title", flat=True))
    new = 0
    for row in known:
        day = datetime.date.fromisoformat(row["date"])
        near = Version.objects.filter(date__range=(day, day + _AHEAD), is_sample=False).order_by("date")
        if row["title"] not in there and (version := near.first()):
            VersionNote.objects.create(**row | {"date": day}, version=version, late=_is_late(day, version))
            new += 1
    return new


def update_bulletins() -> None:
    """Store known bulletins and move those from files to their versions, after an import of versions.

    So the order of imports of versions and bulletins does not matter. Idempotent.
    """
    if not Version.objects.exists():
        return
    with content_lock() as state:
        changed = ensure_bulletins() > 0
        for note in VersionNote.objects.select_related("version").prefetch_related("remarks"):
            if note.sha256:
                changed |= _moved(note, _version_for(note.date, [one.number for one in note.remarks.all()]))
            changed |= link_remarks(note)
        if changed:
            state.content_changed()


def _moved(note: VersionNote, version: Version | None) -> bool:
    if version is None or version == note.version:
        return False
    note.version, note.late = version, _is_late(note.date, version)
    note.save(update_fields=["version", "late"])
    return True


def _result(status: str, note: VersionNote) -> NoteResult:
    linked = note.remarks.filter(rule__isnull=False).count()
    return NoteResult(status, note, linked, note.remarks.count() - linked)


def notes_between(one: datetime.date, other: datetime.date) -> QuerySet[VersionNote]:
    """Return notes on the versions after the earlier of two dates, up to the later."""
    after, until = sorted((one, other))
    found = VersionNote.objects.filter(
        version__document=active_document(), version__date__gt=after, version__date__lte=until
    )
    return found.select_related("version").order_by("version__date", "date", "pk")


def notes_of(version: int) -> QuerySet[VersionNote]:
    """Return notes on the version with this id, without their texts."""
    return VersionNote.objects.filter(version=version).select_related("version").defer("text")


def remarks_on(rule: int) -> QuerySet[RemarkOnRule]:
    """Return the remarks of notes on the Rule with this id."""
    found = RemarkOnRule.objects.filter(rule=rule).select_related("note__version").defer("note__text")
    return found.order_by("note__date", "pk")
