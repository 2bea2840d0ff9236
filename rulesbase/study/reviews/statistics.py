"""Statistics: cards due a day, retention, and weak chapters.

Each needs a few queries, however many cards there are.
"""

from bisect import bisect_right
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Avg, Count, Q, QuerySet

from rulesbase.models import Grade, Studied, StudyOptions, User
from rulesbase.study.reviews.options import days_from, options_of
from rulesbase.study.reviews.scheduling import AGAIN, NEW, REVIEW

DAYS = 30
LOOKED_BACK = timedelta(days=90)
# Fewer grades give no meaningful share.
FEW = 10
# A chapter below this share is weak.
WEAK = 0.85


class DueDay(NamedTuple):
    """A day of the user, and how many cards are due on it; overdue cards count on the first."""

    day: date
    cards: int


class Retention(NamedTuple):
    """Grades of cards in review: how many, how many remembered, and the share that FSRS expected (0 to 1)."""

    asked: int
    remembered: int
    promised: float | None

    @property
    def share(self) -> float | None:
        """Return the share that was remembered; None without grades."""
        return self.remembered / self.asked if self.asked else None

    @property
    def percent(self) -> int | None:
        """Return the share in percent."""
        return None if self.share is None else round(100 * self.share)


class ChapterStatistics(NamedTuple):
    """A chapter by the key of its Rule (None for the glossary and own cards): cards begun, and retention."""

    rule: int | None
    public_id: str
    cards: int
    retention: Retention

    @property
    def is_weak(self) -> bool:
        """Return whether there are enough grades and fewer were remembered than FSRS expected."""
        found = self.retention
        return found.asked >= FEW and found.share is not None and found.share < min(found.promised or 1, WEAK)


_COUNTED = {
    "asked": Count("pk"),
    "remembered": Count("pk", filter=Q(grade__gt=AGAIN)),
    "promised": Avg("promised"),
}


def forecast(user: User, *, now: datetime, options: StudyOptions | None = None) -> list[DueDay]:
    """Return how many cards are due on each of the next days, today first with the overdue ones."""
    options = options or options_of(user)
    ahead = days_from(options, now, DAYS)
    found = Studied.objects.filter(user=user, due__lt=ahead[-1].ends).open().exclude(state=NEW)
    begins = [day.begins for day in ahead]
    # Most are overdue and on the first day: let the database count them.
    open_now = found.filter(buried_until=None)
    counts = [open_now.filter(due__lt=ahead[0].ends).count()] + [0] * (DAYS - 1)
    for due in open_now.filter(due__gte=ahead[0].ends).values_list("due", flat=True):
        counts[bisect_right(begins, due) - 1] += 1
    for due, until in found.filter(buried_until__isnull=False).values_list("due", "buried_until"):
        # A buried card waits for its day.
        first = next((at for at, day in enumerate(ahead) if until is None or day.date >= until), DAYS)
        at = max(bisect_right(begins, due) - 1, first)
        if at < DAYS:
            counts[at] += 1
    return [DueDay(day.date, count) for day, count in zip(ahead, counts, strict=True)]


def retention(user: User, *, now: datetime) -> Retention:
    """Return the retention of the last 90 days, of cards in review, without learning steps."""
    return Retention(**_asked(user, now).aggregate(**_COUNTED))


def chapters(user: User, *, now: datetime) -> list[ChapterStatistics]:
    """Return every chapter that has cards of this user, with its retention of the last 90 days.

    The lowest retention comes first; chapters without grades come last.
    """
    by, named = "question__chapter", "question__chapter__public_id"
    studied = Studied.objects.filter(user=user).open().exclude(state=NEW).order_by()
    cards = {rule: (name, count) for rule, name, count in studied.values_list(by, named).annotate(count=Count("pk"))}
    asked = _asked(user, now).order_by().values(by).annotate(**_COUNTED)
    by_chapter = {row.pop(by): Retention(**row) for row in asked}
    found = [
        ChapterStatistics(rule, name or "", count, by_chapter.get(rule, Retention(0, 0, None)))
        for rule, (name, count) in cards.items()
    ]
    return sorted(
        found, key=lambda one: (one.retention.share is None, one.retention.share or 0, -one.cards, one.rule or 0)
    )


def _asked(user: User, now: datetime) -> QuerySet[Grade]:
    """Return the grades of cards in review, which FSRS expected to be remembered."""
    since = now - LOOKED_BACK
    return Grade.objects.filter(user=user, undone_at=None, at__gte=since, at__lte=now, before__state=REVIEW)
