"""How the site does, for curators: what it holds, what waits for somebody, what failed, and what it lacks."""

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connections
from django.utils import timezone

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.languages import language_word
from rulesbase.core.maintenance import Maintenance, maintenance
from rulesbase.desk.queues import plan_of
from rulesbase.desk.targets import desk_languages
from rulesbase.imports.failure_log import Failure, failed_imports
from rulesbase.models import (
    Digest,
    Edition,
    QuestionNote,
    TermEntry,
    Translation,
    Upload,
    Version,
    WrittenRevision,
)
from rulesbase.operations.backup.create import Backup, last_backup
from rulesbase.reading.coverage import Gap, known_gaps

# Older than that, a backup is no comfort.
STALE_BACKUP = datetime.timedelta(days=2)
# Clocks of two machines differ by less.
_BESIDE = datetime.timedelta(minutes=1)


class Covered(NamedTuple):
    """A language: its editions, and how far its translations are at the version in force."""

    code: str
    word: str
    editions: int
    counts: dict[str, int]
    review: int


class Waits(NamedTuple):
    """Something that waits: how many, and since when the oldest does."""

    name: str
    number: int
    since: datetime.datetime | None


@dataclass(frozen=True)
class SiteStatus:
    """All of it. ``newer`` are official versions of a later day than any that is here."""

    program: str
    engine: str
    size: int
    versions: int
    newest: datetime.date | None
    newer: list[Gap]
    languages: list[Covered]
    waiting: list[Waits]
    failed: list[Failure]
    noted: Backup | None
    maintenance: Maintenance | None

    @property
    def engine_name(self) -> str:
        """What people call the database."""
        return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(self.engine, self.engine)

    @property
    def backup(self) -> Backup | None:
        """The last backup. One of a moment still to come was noted by a clock that was ahead, and says nothing."""
        return self.noted if self.noted and _moment(self.noted) <= timezone.now() + _BESIDE else None

    @property
    def backup_at(self) -> datetime.datetime | None:
        """When it was made."""
        return _moment(self.backup) if self.backup else None

    @property
    def backup_is_stale(self) -> bool:
        """Whether there is none, or none that is recent."""
        return self.backup_at is None or timezone.now() - self.backup_at > STALE_BACKUP


def _moment(backup: Backup) -> datetime.datetime:
    return datetime.datetime.fromisoformat(backup.at)


def site_status() -> SiteStatus:
    """Look at everything once."""
    real = Version.objects.readable().filter(is_sample=False)
    dates = set(real.values_list("date", flat=True))
    newest = max(dates, default=None)
    return SiteStatus(
        program=settings.VERSION,
        engine=connections["default"].vendor,
        size=database_size(),
        versions=len(dates),
        newest=newest,
        newer=[gap for gap in known_gaps(dates) if newest and gap.addresses and gap.date > newest],
        languages=_languages(),
        waiting=_waiting(),
        failed=failed_imports(),
        noted=last_backup(),
        maintenance=maintenance(),
    )


def database_size() -> int:
    """The bytes of the database on its disk, with what is written beside it."""
    connection = connections["default"]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    name = str(connection.settings_dict["NAME"])
    return sum(path.stat().st_size for path in (Path(name), Path(f"{name}-wal")) if path.exists())


def _languages() -> list[Covered]:
    versions = catalogue()
    known = desk_languages(versions, tuple(code for code, _name in settings.LANGUAGES))
    held: dict[str, int] = {}
    for language in Edition.objects.values_list("language", flat=True):
        held[language] = held.get(language, 0) + 1
    review: dict[str, int] = {}
    for language in Translation.objects.filter(status="review").values_list("language", flat=True):
        review[language] = review.get(language, 0) + 1
    found: list[Covered] = []
    for code in dict.fromkeys([*known, *sorted(held.keys() - {"en"})]):
        plan = plan_of(versions, code, checks=False) if code in known else None
        counts = {str(state): count for state, count in plan.sheet.counts().items()} if plan else {}
        found.append(Covered(code, language_word(code), held.get(code, 0), counts, review.get(code, 0)))
    return found


def _waiting() -> list[Waits]:
    """What somebody, or a run of a command, has to see to."""
    unsure = Digest.objects.filter(status__in=(Digest.Status.SENDING, Digest.Status.UNSURE))
    rows = (
        ("review", Translation.objects.filter(status=Translation.Status.REVIEW), "made_at"),
        ("questions", WrittenRevision.objects.filter(status=WrittenRevision.Status.REVIEW), "made_at"),
        ("notes", QuestionNote.objects.filter(status=QuestionNote.Status.OPEN), "made_at"),
        ("terms", TermEntry.objects.filter(status=TermEntry.Status.SUGGESTED), "made_at"),
        ("uploads", Upload.objects.all(), "made_at"),
        ("mails", unsure, "made_at"),
    )
    return [
        Waits(name, found.count(), found.order_by(when).values_list(when, flat=True).first())
        for name, found, when in rows
    ]
