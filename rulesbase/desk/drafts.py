"""What people are writing at this moment: kept as they type, one draft a person and text, and who else is there."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from rulesbase.core.write_lock import write_if_free
from rulesbase.desk.queue_rows import PRESENT
from rulesbase.desk.targets import Spot
from rulesbase.models import Draft, User

# A draft in which nothing was typed only says that somebody looked; after a day it says nothing.
_LOOKED = datetime.timedelta(days=1)
# That somebody is there is written down no more often than this.
_FRESH = datetime.timedelta(seconds=15)


class OtherWindow(Exception):
    """The same person typed in another window since; ``draft`` is what stands there."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("a later window")
        self.draft = draft


class Present(NamedTuple):
    """Somebody else who is at work on a text; ``typed`` tells whether they wrote anything."""

    name: str
    typed: bool
    touched_at: datetime.datetime


def drafts_of(spot: Spot) -> list[Draft]:
    """All drafts of a text. One query."""
    rows = Draft.objects.filter(original=spot.original, language=spot.language)
    return list(rows.select_related("user").order_by("opened_at"))


def open_draft(spot: Spot, user: User, base: int, drafts: Sequence[Draft]) -> Draft:
    """The draft of somebody who opens a text, which others see; ``drafts`` are those of the text."""
    now = timezone.now()
    mine = next((draft for draft in drafts if draft.user_id == user.pk), None)
    if mine is None:
        key = {"user": user, "original": spot.original, "language": spot.language}
        begun_now: list[Draft] = []

        def write() -> None:
            Draft.objects.filter(user=user, saves=0, touched_at__lt=now - _LOOKED).delete()
            begun_now.append(Draft.objects.get_or_create(**key, defaults={"base_revision": base})[0])

        # Who opens a text while an import writes reads it at once; others see them there with the first word typed.
        return begun_now[0] if write_if_free(write) else Draft(**key, base_revision=base)
    begun = mine.base_revision if mine.saves else base
    if begun != mine.base_revision or now - mine.touched_at > _FRESH:
        write_if_free(lambda: Draft.objects.filter(pk=mine.pk).update(touched_at=now, base_revision=begun))
    mine.base_revision = begun
    return mine


def others_at(drafts: Sequence[Draft], user: User) -> list[Present]:
    """Who else is at work on a text."""
    since = timezone.now() - PRESENT
    return [
        Present(draft.user.get_username(), draft.saves > 0, draft.touched_at)
        for draft in drafts
        if draft.user_id != user.pk and draft.touched_at >= since
    ]


def autosave(spot: Spot, user: User, heading: str, text: str, base: int, saves: int | None = None) -> Draft:
    """Keep what somebody has typed. ``saves`` is the count of the window; None writes in any case.

    Raises OtherWindow where another window of the same person was the last to write.
    """
    key = {"user": user, "original": spot.original, "language": spot.language}
    with transaction.atomic():
        try:
            with transaction.atomic():
                Draft.objects.get_or_create(**key, defaults={"base_revision": base})
        except IntegrityError:  # the other window made it at this very moment
            pass
        draft = Draft.objects.select_for_update().get(**key)
        if saves is not None and draft.saves > saves and (draft.text, draft.heading) != (text, heading):
            raise OtherWindow(draft)
        draft.heading, draft.text, draft.base_revision = heading, text, base
        draft.saves += 1
        draft.save()
    return draft


def discard(spot: Spot, user: User) -> None:
    """Forget what somebody has typed."""
    Draft.objects.filter(user=user, original=spot.original, language=spot.language).delete()
