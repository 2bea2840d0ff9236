"""Autosaved drafts, one per user and text, and who else edits a text now."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from rulesbase.core.database.write_lock import write_if_free
from rulesbase.core.grouping import grouped
from rulesbase.desk.targets import TranslationTarget
from rulesbase.models import Draft, User

# A user counts as editing a text for this long after the last save.
ACTIVE_FOR = datetime.timedelta(minutes=10)
# An empty draft only records that a user opened the text; it is deleted after a day.
_LOOKED = datetime.timedelta(days=1)
# The presence of a user is updated at most this often.
_FRESH = datetime.timedelta(seconds=15)


class DraftConflict(Exception):
    """The same user saved in another window since; ``draft`` is that draft."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("a later window")
        self.draft = draft


def drafts_of(target: TranslationTarget) -> list[Draft]:
    """Return all drafts of a text. One query."""
    rows = Draft.objects.filter(original=target.original, language=target.language)
    return list(rows.select_related("user").order_by("opened_at"))


def open_draft(target: TranslationTarget, user: User, base: int, drafts: Sequence[Draft]) -> Draft:
    """Return the draft of a user who opens a text, created if needed; ``drafts`` are those of the text."""
    now = timezone.now()
    mine = next((draft for draft in drafts if draft.user_id == user.pk), None)
    if mine is None:
        new = Draft(**_key(target, user), base_revision=base)

        def write() -> None:
            Draft.objects.filter(user=user, saves=0, touched_at__lt=now - _LOOKED).delete()
            # Another window may have created it just now.
            Draft.objects.bulk_create([new], ignore_conflicts=True)

        # During an import the page does not wait for the write lock; the first autosave creates the draft.
        write_if_free(write)
        return new
    base_revision = mine.base_revision if mine.saves else base
    if base_revision != mine.base_revision or now - mine.touched_at > _FRESH:
        write_if_free(lambda: Draft.objects.filter(pk=mine.pk).update(touched_at=now, base_revision=base_revision))
    mine.base_revision = base_revision
    return mine


def other_editors(drafts: Sequence[Draft], user: User) -> list[str]:
    """Return the names of the other users who edit a text now."""
    since = timezone.now() - ACTIVE_FOR
    active = (draft.user for draft in drafts if draft.touched_at >= since)
    return [one.get_username() for one in active if one != user]


def editors_at(language: str, originals: Iterable[int]) -> dict[int, list[str]]:
    """Return the names of the current editors by English text. One query."""
    since = timezone.now() - ACTIVE_FOR
    drafts = Draft.objects.filter(language=language, original__in=set(originals), touched_at__gte=since)
    return dict(grouped(drafts.order_by("opened_at").values_list("original_id", "user__username")))


def autosave(
    target: TranslationTarget, user: User, heading: str, text: str, base: int, saves: int | None = None
) -> Draft:
    """Store what a user has typed. ``saves`` is the save count of the window; None writes in any case.

    Raises DraftConflict if another window of the same user saved last.
    """
    key = _key(target, user)
    with transaction.atomic():
        Draft.objects.get_or_create(**key, defaults={"base_revision": base})
        draft = Draft.objects.select_for_update().get(**key)
        if saves is not None and draft.saves > saves and (draft.text, draft.heading) != (text, heading):
            raise DraftConflict(draft)
        draft.heading, draft.text, draft.base_revision = heading, text, base
        draft.saves += 1
        draft.save()
    return draft


def delete_draft(target: TranslationTarget, user: User) -> None:
    """Delete the draft of a user."""
    Draft.objects.filter(**_key(target, user)).delete()


def _key(target: TranslationTarget, user: User) -> dict[str, Any]:
    """Return the fields that identify the draft of a user."""
    return {"user": user, "original": target.original, "language": target.language}
