"""Scheduling with the library `fsrs`.

The library's fuzz is off, so the server, a second device and static/js/fsrs.js compute the same state from the same
grades.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import fsrs
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from rulesbase.engine.spaced_repetition.fitting import PARAMETERS
from rulesbase.models import Studied, StudyOptions

# Again, hard, good, easy.
GRADES = (1, 2, 3, 4)
AGAIN = 1
# The target retention; outside these bounds the intervals become absurd.
LEAST_RETENTION, MOST_RETENTION = 0.7, 0.97
NEW = Studied.State.NEW.value
REVIEW = Studied.State.REVIEW.value
LEARNING = (Studied.State.LEARNING.value, Studied.State.RELEARNING.value)
_MOMENTS = ("due", "last_review")


class Memory(NamedTuple):
    """The memory of a card: its FSRS state, its counts, and the texts it was learnt from (keys of wordings).

    A card that was never graded is NEW and has nothing else. ``came_back`` is the learnt text if a change of substance
    put the card back into the queue, at ``due``.
    """

    state: int = NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due: datetime | None = None
    last_review: datetime | None = None
    reviews: int = 0
    lapses: int = 0
    learnt_from: int | None = None
    came_back: int | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as stored in `Grade.before`, with moments in ISO 8601, UTC; nothing for a NEW card."""
        if self.state == NEW:
            return {}
        moments = {name: moment.astimezone(UTC).isoformat() for name in _MOMENTS if (moment := getattr(self, name))}
        return {name: getattr(self, name) for name in MEMORY_FIELDS} | moments

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Memory":
        """Read the data of `as_data`."""
        values = {name: data[name] for name in MEMORY_FIELDS if name in data}
        return cls(**values | {name: datetime.fromisoformat(values[name]) for name in _MOMENTS if values.get(name)})

    def put_into(self, studied: Studied) -> None:
        """Write it into a row without storing it. A NEW card stays due as it is."""
        for name in MEMORY_FIELDS:
            if name != "due" or self.due:
                setattr(studied, _COLUMNS.get(name, name), getattr(self, name))


MEMORY_FIELDS = Memory._fields
_COLUMNS = {"learnt_from": "learnt_from_id", "came_back": "came_back_id"}


def memory_of(studied: Studied | None) -> Memory:
    """Return the memory of a row; without a row the card was never graded."""
    if studied is None or studied.state == NEW:
        return Memory()
    return Memory(*(getattr(studied, _COLUMNS.get(name, name)) for name in MEMORY_FIELDS))


class Schedule(NamedTuple):
    """The target retention (0 to 1) and the parameters of FSRS by which the cards of a learner are scheduled."""

    retention: float = 0.9
    parameters: tuple[float, ...] = PARAMETERS


DEFAULT = Schedule()


def schedule_of(options: StudyOptions) -> Schedule:
    """Return the schedule of a learner: with the parameters fitted to them, or with those of the library."""
    return Schedule(options.retention, tuple(options.parameters) if options.parameters else PARAMETERS)


def state_after_grade(
    memory: Memory, grade: int, at: datetime, schedule: Schedule = DEFAULT, text: int | None = None
) -> Memory:
    """Return the memory after a grade (1 again, 2 hard, 3 good, 4 easy); `text` is the wording that was shown.

    After a grade from before the card came back, the card stays in the queue. Raises ValueError for another grade.
    """
    card, _log = _scheduler(schedule).review_card(_card(memory), fsrs.Rating(grade), at.astimezone(UTC))
    lapses = memory.lapses + (memory.state == REVIEW and grade == AGAIN)
    state = (card.state.value, card.step, card.stability, card.difficulty, card.due, card.last_review)
    after = Memory(*state, memory.reviews + 1, lapses, text)
    if memory.came_back is not None and memory.due is not None and at < memory.due:
        return after._replace(due=memory.due, learnt_from=memory.learnt_from, came_back=memory.came_back)
    return after


def retrievability(memory: Memory, at: datetime, schedule: Schedule = DEFAULT) -> float | None:
    """Return the probability (0 to 1) that a card is remembered at a moment; None if it was never graded."""
    if memory.stability is None:
        return None
    return float(_scheduler(schedule).get_card_retrievability(_card(memory), at.astimezone(UTC)))


@lru_cache(maxsize=256)
def _scheduler(schedule: Schedule) -> fsrs.Scheduler:
    # The learning steps are the library's own.
    return fsrs.Scheduler(schedule.parameters, schedule.retention, enable_fuzzing=False)


def _card(memory: Memory) -> fsrs.Card:
    # Without an id the library waits for the clock to make one.
    if memory.stability is None or memory.last_review is None:
        return fsrs.Card(card_id=0)
    return fsrs.Card(
        card_id=0,
        state=fsrs.State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due and memory.due.astimezone(UTC),
        last_review=memory.last_review.astimezone(UTC),
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


def grade_choices(memory: Memory, at: datetime, schedule: Schedule = DEFAULT) -> list[GradeChoice]:
    """Return the four grades with their intervals."""
    words = zip(GRADES, (_("Again"), _("Hard"), _("Good"), _("Easy")), strict=True)
    return [GradeChoice(grade, word, _interval_text(memory, grade, at, schedule)) for grade, word in words]


def _interval_text(memory: Memory, grade: int, at: datetime, schedule: Schedule) -> str:
    """Return the interval after a grade in its largest suitable unit, with the bounds of study-session-card.js."""
    due = state_after_grade(memory, grade, at, schedule).due
    span = due - at if due else timedelta()
    unit, message = next((unit, message) for limit, unit, message in _UNITS if limit is None or span < limit)
    return message % {"count": max(round(span / unit), 1)}
