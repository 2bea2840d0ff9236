"""Status of the site for curators: contents, pending work, failures, missing versions."""

import datetime
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections
from django.db.models import Count, Min
from django.utils import timezone

from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.missing_versions import newer_official
from rulesbase.core.languages import language_word
from rulesbase.core.maintenance import maintenance
from rulesbase.desk.queues import plan_of
from rulesbase.desk.targets import desk_languages
from rulesbase.imports.failure_log import failed_imports
from rulesbase.models import Digest, Edition, QuestionNote, TermEntry, Translation, Upload, Version, WrittenRevision
from rulesbase.operations.backup.create import last_backup

# Age from which a backup counts as too old.
STALE_BACKUP = datetime.timedelta(days=2)


def site_status() -> dict[str, Any]:
    """Return the current status for its page. ``newer`` are official versions later than any in the archive."""
    real = Version.objects.readable().filter(is_sample=False)
    dates = frozenset(real.values_list("date", flat=True))
    backup = last_backup()
    backup_at = datetime.datetime.fromisoformat(backup.at) if backup else None
    return {
        "program": settings.VERSION,
        "engine_name": connections["default"].display_name,
        "size": database_size(),
        "versions": len(dates),
        "newest": max(dates, default=None),
        "newer": newer_official(dates),
        "languages": _languages(),
        "waiting": _waiting(),
        "failed": failed_imports(),
        "backup": backup,
        "backup_at": backup_at,
        "backup_is_stale": backup_at is None or timezone.now() - backup_at > STALE_BACKUP,
        "maintenance": maintenance(),
    }


def database_size() -> int:
    """Return the size of the database in bytes, with its WAL files."""
    connection = connections["default"]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    name = str(connection.settings_dict["NAME"])
    return sum(path.stat().st_size for path in (Path(name), Path(f"{name}-wal")) if path.exists())


def _languages() -> list[dict[str, object]]:
    """Return the languages with their editions, and the progress of their translations at the version in force."""
    versions = catalogue()
    known = desk_languages(versions)
    editions = Counter(Edition.objects.values_list("language", flat=True))
    review = Counter(Translation.objects.filter(status=Translation.Status.REVIEW).values_list("language", flat=True))
    found: list[dict[str, object]] = []
    for code in dict.fromkeys([*known, *sorted(editions.keys() - {"en"})]):
        plan = plan_of(versions, code, checks=False) if code in known else None
        found.append(
            {
                "code": code,
                "word": language_word(code),
                "editions": editions[code],
                "counts": dict(plan.progress.states) if plan else {},
                "review": review[code],
            }
        )
    return found


def _waiting() -> list[dict[str, Any]]:
    """Return work that waits for a person or a command: of each kind its count, and the time of the oldest."""
    rows = (
        ("review", Translation.objects.filter(status=Translation.Status.REVIEW)),
        ("questions", WrittenRevision.objects.filter(status=WrittenRevision.Status.REVIEW)),
        ("notes", QuestionNote.objects.filter(status=QuestionNote.Status.OPEN)),
        ("terms", TermEntry.objects.filter(status=TermEntry.Status.SUGGESTED)),
        ("uploads", Upload.objects.all()),
        ("mails", Digest.objects.filter(status__in=(Digest.Status.SENDING, Digest.Status.UNSURE))),
    )
    return [
        {"name": name} | found.order_by().aggregate(number=Count("pk"), since=Min("made_at")) for name, found in rows
    ]
