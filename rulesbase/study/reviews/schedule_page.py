"""The part of the settings about the schedule: fitted parameters, retention by month, what another target costs."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Q
from django.db.models.functions import TruncMonth

from rulesbase.engine.spaced_repetition.fitting import FEWEST, is_available
from rulesbase.engine.spaced_repetition.workload import costs
from rulesbase.models import DeckQuestion, Grade, StudyOptions, User
from rulesbase.study.reviews.fit_parameters import reviews_of
from rulesbase.study.reviews.options import zone_named
from rulesbase.study.reviews.scheduling import AGAIN, REVIEW, schedule_of

_LOOKED_BACK = timedelta(days=365)
# The height of the tallest bar, and the position of its lower end, in pixels.
_TALL, _FOOT = 66, 84


class MonthBar(NamedTuple):
    """Reviews of a month: the position of the bar (percent), its height and that of what FSRS expected (pixels)."""

    x: float
    y: int
    height: int
    expected_y: int
    month: date
    reviews: int
    percent: int
    expected: int


class TargetBar(NamedTuple):
    """A target retention in percent: the bar of its reviews a day, and the cards remembered after a year."""

    x: float
    middle: float
    y: int
    height: int
    percent: int
    reviews: int
    remembered: int
    is_own: bool


def schedule_context(user: User, options: StudyOptions, *, now: datetime) -> dict[str, Any]:
    """Return the context of the part: three queries, and a simulation that is cached."""
    return {
        "can_fit": is_available(),
        "fewest": FEWEST,
        "reviews": reviews_of(user),
        "months": _months(user, options, now),
        "targets": _targets(user, options),
    }


def _months(user: User, options: StudyOptions, now: datetime) -> list[MonthBar]:
    """Return the retention of the past twelve months, of cards in review; months without reviews are left out."""
    rows = Grade.objects.filter(
        user=user, undone_at=None, at__gte=now - _LOOKED_BACK, at__lte=now, before__state=REVIEW
    )
    by_month = rows.annotate(month=TruncMonth("at", tzinfo=zone_named(options.time_zone))).order_by("month")
    found = list(
        by_month.values("month").annotate(
            reviews=Count("pk"), remembered=Count("pk", filter=Q(grade__gt=AGAIN)), expected=Avg("promised")
        )
    )
    bars = []
    for at, row in enumerate(found):
        share, expected = row["remembered"] / row["reviews"], row["expected"] or 0
        height, line = round(_TALL * share), _FOOT - round(_TALL * expected)
        x, month = 100 * at / max(len(found), 6), row["month"].date()
        numbers = row["reviews"], round(100 * share), round(100 * expected)
        bars.append(MonthBar(x, _FOOT - height, height, line, month, *numbers))
    return bars


def _targets(user: User, options: StudyOptions) -> list[TargetBar]:
    cards = DeckQuestion.objects.filter(
        deck__enrolments__user=user, deck__enrolments__ended_at=None, question__retired_on=None
    )
    parameters = schedule_of(options).parameters
    found = costs(parameters, options.new_a_day, options.reviews_a_day, cards.values("question").distinct().count())
    most = max((one.reviews for one in found), default=0) or 1
    own = _nearest([one.target for one in found], options.retention)
    bars = []
    for at, one in enumerate(found):
        height, x = max(round(_TALL * one.reviews / most), 2), 100 * at / len(found)
        numbers = round(100 * one.target), round(one.reviews), one.remembered
        bars.append(TargetBar(x, x + 3, _FOOT - height, height, *numbers, one.target == own))
    return bars


def _nearest(targets: Sequence[float], wanted: float) -> float | None:
    return min(targets, key=lambda target: abs(target - wanted), default=None)
