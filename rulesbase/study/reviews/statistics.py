"""What is to come and what became of it: cards due a day, what was remembered, and chapters that need work.

Each is a few queries over sets, whatever number of cards there is.
"""

from bisect import bisect_right
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Q, QuerySet

from rulesbase.models import Grade, Studied, StudyOptions, User
from rulesbase.study.reviews.days import days_from
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.scheduling import AGAIN, NEW, REVIEW

DAYS = 30
LOOKED_BACK = timedelta(days=90)
# Of fewer grades a share says nothing.
FEW = 10
# Who keeps this share of a chapter needs not work at it more than at others.
WEAK = 0.85


class DueDay(NamedTuple):
    """A day of the person, and how many cards are due on it; those overdue count on the first."""

    day: date
    cards: int


class Retention(NamedTuple):
    """What was remembered of the cards that were due to be: `promised` is the share that FSRS expected, both 0 to 1."""

    asked: int
    remembered: int
    promised: float | None

    @property
    def share(self) -> float | None:
        """The share that was remembered; None where nothing was asked."""
        return self.remembered / self.asked if self.asked else None


class ChapterStatistics(NamedTuple):
    """A chapter by the key of its Rule (None for the glossary and own cards): cards begun, and what was kept."""

    rule: int | None
    public_id: str
    cards: int
    retention: Retention

    @property
    def is_weak(self) -> bool:
        """Whether it was asked often enough to say so, and less was kept than FSRS expected."""
        found = self.retention
        return found.asked >= FEW and found.share is not None and found.share < min(found.promised or 1, WEAK)


_COUNTED = {
    "asked": Count("pk"),
    "remembered": Count("pk", filter=Q(grade__gt=AGAIN)),
    "promised": Avg("promised"),
}


def forecast(user: User, *, now: datetime, days: int = DAYS, options: StudyOptions | None = None) -> list[DueDay]:
    """How many cards are due on each of the next days, today first with all that is overdue."""
    options = options or options_of(user)
    ahead = days_from(options, now, days)
    found = Studied.objects.filter(user=user, due__lt=ahead[-1].ends).open().exclude(state=NEW)
    begins = [day.begins for day in ahead]
    # Those overdue are the most, and all on the first day: the database counts them.
    open_now = found.filter(buried_until=None)
    counts = [open_now.filter(due__lt=ahead[0].ends).count()] + [0] * (days - 1)
    for due in open_now.filter(due__gte=ahead[0].ends).values_list("due", flat=True):
        counts[bisect_right(begins, due) - 1] += 1
    for due, until in found.filter(buried_until__isnull=False).values_list("due", "buried_until"):
        # One that is set aside waits for its day.
        first = next((at for at, day in enumerate(ahead) if until is None or day.date >= until), days)
        at = max(bisect_right(begins, due) - 1, first)
        if at < days:
            counts[at] += 1
    return [DueDay(day.date, count) for day, count in zip(ahead, counts, strict=True)]


def retention(user: User, *, now: datetime) -> Retention:
    """What was remembered in the last 90 days of cards in review; learning steps do not count."""
    return _retention(_asked(user, now).aggregate(**_COUNTED))


def chapters(user: User, *, now: datetime) -> list[ChapterStatistics]:
    """Every chapter that has cards of this person: how many, and what was kept of it in the last 90 days.

    Those of which the least is kept come first; those without a grade last.
    """
    by, named = "question__chapter", "question__chapter__public_id"
    studied = Studied.objects.filter(user=user).open().exclude(state=NEW).order_by()
    cards = {rule: (name, count) for rule, name, count in studied.values_list(by, named).annotate(count=Count("pk"))}
    asked = _asked(user, now).order_by().values(by).annotate(**_COUNTED)
    by_chapter = {row[by]: _retention(row) for row in asked}
    found = [
        ChapterStatistics(rule, name or "", count, by_chapter.get(rule, Retention(0, 0, None)))
        for rule, (name, count) in cards.items()
    ]
    return sorted(
        found, key=lambda one: (one.retention.share is None, one.retention.share or 0, -one.cards, one.rule or 0)
    )


def _asked(user: User, now: datetime) -> QuerySet[Grade]:
    """Grades of cards in review, which FSRS expected to be remembered."""
    since = now - LOOKED_BACK
    return Grade.objects.filter(user=user, undone_at=None, at__gte=since, at__lte=now, before__state=REVIEW)


def _retention(row: dict[str, Any]) -> Retention:
    return Retention(row["asked"], row["remembered"], row["promised"])
