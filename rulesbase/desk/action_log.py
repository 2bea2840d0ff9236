"""Rows of the action log about a translation."""

from collections.abc import Mapping

from rulesbase.desk.targets import TranslationTarget
from rulesbase.models import ActionLog, Translation, User


def log(
    target: TranslationTarget,
    verb: str,
    row: Translation,
    by: User,
    reason: str,
    *,
    before: Translation | None = None,
    old: str = "",
) -> None:
    """Add a row to the action log."""
    made = log_row(verb, row, target.place, by, reason, before=before.wording_id if before else None, old=old)
    made.original = target.original
    made.save()


def log_row(
    verb: str,
    row: Translation,
    place: str,
    by: User | None,
    reason: str,
    *,
    before: int | None = None,
    old: str = "",
    batch: str = "",
    details: Mapping[str, object] | None = None,
) -> ActionLog:
    """Return a row of the action log about a translation with its new status, not stored.

    ``before`` is the wording that it replaces, ``old`` the status before.
    """
    return ActionLog(
        verb=verb,
        author=by,
        language=row.language,
        place=place[:120],
        original_id=row.original_id,
        translation=row,
        before_id=before,
        after_id=row.wording_id,
        old_status=old,
        # A comment changes no status.
        new_status="" if verb in (ActionLog.Verb.COMMENTED, ActionLog.Verb.RESOLVED) else row.status,
        reason=reason[:500],
        batch=batch,
        details=details or {},
    )
