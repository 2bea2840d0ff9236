"""Scheduling with the library `fsrs`.

The library's fuzz is off, so the server, a second device and static/js/fsrs.js compute the same state from the same
grades.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import fsrs
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from rulesbase.engine.spaced_repetition.fitting import PARAMETERS
from rulesbase.models import Studied, StudyOptions

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
GRADES = (AGAIN, HARD, GOOD, EASY)
# The target retention; outside these bounds the intervals become absurd.
LEAST_RETENTION, MOST_RETENTION = 0.7, 0.97
RETENTION = 0.9
NEW = Studied.State.NEW.value
REVIEW = Studied.State.REVIEW.value
LEARNING = (Studied.State.LEARNING.value, Studied.State.RELEARNING.value)
# The learning steps are the library's own.
_MOMENTS = ("due", "last_review")


@dataclass(frozen=True, slots=True)
class MemoryState:
    """The FSRS state of a card; one that was never graded is NEW and has nothing else."""

    state: int = NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due: datetime | None = None
    last_review: datetime | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data; moments are in ISO 8601, UTC."""
        moments = {name: moment.astimezone(UTC).isoformat() for name in _MOMENTS if (moment := getattr(self, name))}
        return {**asdict(self), **moments}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "MemoryState":
        """Read JSON data; without data the card was never graded."""
        values = {name: data[name] for name in STATE_FIELDS if name in data}
        return cls(**values | {name: datetime.fromisoformat(values[name]) for name in _MOMENTS if values.get(name)})


STATE_FIELDS = tuple(field.name for field in fields(MemoryState))


class Schedule(NamedTuple):
    """The target retention (0 to 1) and the parameters of FSRS by which the cards of a learner are scheduled."""

    retention: float = RETENTION
    parameters: tuple[float, ...] = PARAMETERS


DEFAULT = Schedule()


def schedule_of(options: StudyOptions) -> Schedule:
    """Return the schedule of a learner: with the parameters fitted to them, or with those of the library."""
    return Schedule(options.retention, tuple(options.parameters) if options.parameters else PARAMETERS)


def state_of(studied: Studied | None) -> MemoryState:
    """Return the state of a card; without a row it was never graded."""
    if studied is None or studied.state == NEW:
        return MemoryState()
    return MemoryState(*(getattr(studied, name) for name in STATE_FIELDS))


def state_after_grade(state: MemoryState | None, grade: int, at: datetime, schedule: Schedule = DEFAULT) -> MemoryState:
    """Return the state after a grade (1 again, 2 hard, 3 good, 4 easy) at a moment.

    Raises ValueError for another grade.
    """
    card, _log = _scheduler(schedule).review_card(_card(state), fsrs.Rating(grade), at.astimezone(UTC))
    return MemoryState(card.state.value, card.step, card.stability, card.difficulty, card.due, card.last_review)


def retrievability(state: MemoryState | None, at: datetime, schedule: Schedule = DEFAULT) -> float | None:
    """Return the probability (0 to 1) that a card is remembered at a moment; None if it was never graded."""
    if state is None or state.stability is None:
        return None
    return float(_scheduler(schedule).get_card_retrievability(_card(state), at.astimezone(UTC)))


def due_dates(state: MemoryState | None, at: datetime, schedule: Schedule = DEFAULT) -> dict[int, datetime]:
    """Return when the card would be due after each of the four grades."""
    dues = {grade: state_after_grade(state, grade, at, schedule).due for grade in GRADES}
    return {grade: due for grade, due in dues.items() if due is not None}


@lru_cache(maxsize=256)
def _scheduler(schedule: Schedule) -> fsrs.Scheduler:
    return fsrs.Scheduler(schedule.parameters, schedule.retention, enable_fuzzing=False)


def _card(state: MemoryState | None) -> fsrs.Card:
    # Without an id the library waits for the clock to make one.
    if state is None or state.stability is None or state.last_review is None:
        return fsrs.Card(card_id=0)
    return fsrs.Card(
        card_id=0,
        state=fsrs.State(state.state),
        step=state.step,
        stability=state.stability,
        difficulty=state.difficulty,
        due=state.due and state.due.astimezone(UTC),
        last_review=state.last_review.astimezone(UTC),
    )


_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_MONTH, _YEAR = timedelta(days=30.44), timedelta(days=365.25)


# Up to which interval each unit is used.
_UNITS = (
    (_HOUR, _MINUTE, ngettext_lazy("in %(count)d minute", "in %(count)d minutes", "count")),
    (_DAY, _HOUR, ngettext_lazy("in %(count)d hour", "in %(count)d hours", "count")),
    (100 * _DAY, _DAY, ngettext_lazy("in %(count)d day", "in %(count)d days", "count")),
    (2 * _YEAR, _MONTH, ngettext_lazy("in %(count)d month", "in %(count)d months", "count")),
    (None, _YEAR, ngettext_lazy("in %(count)d year", "in %(count)d years", "count")),
)


class GradeChoice(NamedTuple):
    """One of the four grades, and the interval after it."""

    grade: int
    word: str
    after: str


def grade_choices(state: MemoryState | None, at: datetime, schedule: Schedule = DEFAULT) -> list[GradeChoice]:
    """Return the four grades with their intervals."""
    due = due_dates(state, at, schedule)
    words = dict(zip(GRADES, (_("Again"), _("Hard"), _("Good"), _("Easy")), strict=True))
    return [GradeChoice(grade, words[grade], interval_text(due[grade] - at)) for grade in GRADES]


def interval_text(span: timedelta) -> str:
    """Return an interval in its largest suitable unit; static/js/study-session-card.js has the same bounds."""
    unit, message = next((unit, message) for limit, unit, message in _UNITS if limit is None or span < limit)
    count = max(round(span / unit), 1)
    return message % {"count": count}
