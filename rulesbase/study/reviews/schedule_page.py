"""The part of the settings about the schedule: fitted parameters, retention by month, what another target costs."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet
from django.db.models.functions import TruncMonth

from rulesbase.engine.spaced_repetition.fitting import FEWEST
from rulesbase.engine.spaced_repetition.workload import costs
from rulesbase.models import DeckQuestion, Grade, StudyOptions, User
from rulesbase.study.reviews.days import zone_named
from rulesbase.study.reviews.fit_parameters import reviews_of
from rulesbase.study.reviews.scheduling import AGAIN, REVIEW, schedule_of

_LOOKED_BACK = timedelta(days=365)
# The height of the tallest bar, and the position of its lower end, in pixels.
_TALL, _FOOT = 66, 84

# Counts of grades: all, those that remembered, and the share that FSRS expected (0 to 1).
RETENTION_COUNTS = {
    "reviews": Count("pk"),
    "remembered": Count("pk", filter=Q(grade__gt=AGAIN)),
    "expected": Avg("promised"),
}


def grades_in_review(user: User, now: datetime, back: timedelta) -> QuerySet[Grade]:
    """Return the grades of cards in review, without learning steps, in the time before a moment."""
    return Grade.objects.filter(user=user, undone_at=None, at__gte=now - back, at__lte=now, before__state=REVIEW)


def bar_at(x: float, share: float, least: int = 0) -> dict[str, float]:
    """Return a bar of a figure: its left side in percent, its upper end and its height in pixels."""
    height = max(round(_TALL * share), least)
    return {"x": x, "y": _FOOT - height, "height": height}


def schedule_context(user: User, options: StudyOptions, *, now: datetime) -> dict[str, Any]:
    """Return the context of the part: three queries, and a simulation that is cached."""
    return {
        "fewest": FEWEST,
        "reviews": reviews_of(user),
        "months": _months(user, options, now),
        "targets": _targets(user, options),
    }


def _months(user: User, options: StudyOptions, now: datetime) -> list[dict[str, Any]]:
    """Return the retention of the past twelve months, of cards in review; months without reviews are left out."""
    by_month = TruncMonth("at", tzinfo=zone_named(options.time_zone))
    grades = grades_in_review(user, now, _LOOKED_BACK).annotate(month=by_month).order_by("month")
    found: list[dict[str, Any]] = [dict(row) for row in grades.values("month").annotate(**RETENTION_COUNTS)]
    bars = []
    for at, row in enumerate(found):
        share, expected = row["remembered"] / row["reviews"], row["expected"] or 0
        more = {"month": row["month"].date(), "percent": round(100 * share), "expected": round(100 * expected)}
        line = bar_at(0, expected)["y"]
        bars.append({**row, **bar_at(100 * at / max(len(found), 6), share), **more, "expected_y": line})
    return bars


def _targets(user: User, options: StudyOptions) -> list[dict[str, Any]]:
    """Return the reviews a day at each target retention, and the cards remembered after a year."""
    cards = DeckQuestion.objects.visible_to(user).filter(
        deck__enrolments__user=user, deck__enrolments__ended_at=None, question__retired_on=None
    )
    parameters = schedule_of(options).parameters
    found = costs(parameters, options.new_a_day, options.reviews_a_day, cards.values("question").distinct().count())
    most = max((one.reviews for one in found), default=0) or 1
    own = min(found, key=lambda one: abs(one.target - options.retention), default=None)
    return [
        {
            **bar_at(100 * at / len(found), one.reviews / most, 2),
            "middle": 100 * at / len(found) + 3,
            "percent": round(100 * one.target),
            "reviews": round(one.reviews),
            "remembered": one.remembered,
            "is_own": one is own,
        }
        for at, one in enumerate(found)
    ]
