"""When a card is asked again: FSRS as the library computes it. The one module that knows the library.

Nothing is left to chance (the library's fuzz is off), so the server, a second device and the browser's own
computation (static/js/fsrs.js) come to the same state from the same grades.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import fsrs
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.models import Studied

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
GRADES = (AGAIN, HARD, GOOD, EASY)
# What people can ask for; outside it the intervals become absurd.
LEAST_RETENTION, MOST_RETENTION = 0.7, 0.97
RETENTION = 0.9
NEW = Studied.State.NEW.value
REVIEW = Studied.State.REVIEW.value
LEARNING = (Studied.State.LEARNING.value, Studied.State.RELEARNING.value)
# The learning steps are the library's own.
PARAMETERS: tuple[float, ...] = tuple(fsrs.Scheduler().parameters)


@dataclass(frozen=True, slots=True)
class State:
    """What FSRS knows of a card; one that was never graded has nothing but its number NEW."""

    state: int = NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due: datetime | None = None
    last_review: datetime | None = None

    def as_data(self) -> dict[str, Any]:
        """As JSON says it: moments in ISO 8601, UTC."""
        return {
            "state": self.state,
            "step": self.step,
            "stability": self.stability,
            "difficulty": self.difficulty,
            "due": _iso(self.due),
            "last_review": _iso(self.last_review),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "State":
        """Read what `as_data` wrote; nothing is a card that was never graded."""
        return cls(
            state=data.get("state", NEW),
            step=data.get("step"),
            stability=data.get("stability"),
            difficulty=data.get("difficulty"),
            due=_read(data.get("due")),
            last_review=_read(data.get("last_review")),
        )


def state_of(studied: Studied | None) -> State:
    """The state that a row holds; no row is a card that was never graded."""
    if studied is None or studied.state == NEW:
        return State()
    return State(studied.state, studied.step, studied.stability, studied.difficulty, studied.due, studied.last_review)


def graded(state: State | None, grade: int, at: datetime, retention: float = RETENTION) -> State:
    """The state after a grade (1 again, 2 hard, 3 good, 4 easy) that was given at a moment.

    Raises ValueError for another grade.
    """
    card, _log = _scheduler(retention).review_card(_card(state), fsrs.Rating(grade), at.astimezone(UTC))
    return State(card.state.value, card.step, card.stability, card.difficulty, card.due, card.last_review)


def retrievability(state: State | None, at: datetime) -> float | None:
    """How likely it is remembered at a moment, 0 to 1; None where it was never graded."""
    if state is None or state.stability is None:
        return None
    # What is wanted to be remembered has no part in what is.
    return float(_scheduler(RETENTION).get_card_retrievability(_card(state), at.astimezone(UTC)))


def outcomes(state: State | None, at: datetime, retention: float = RETENTION) -> dict[int, datetime]:
    """When the card would be due after each of the four grades, for the words on their buttons."""
    dues = {grade: graded(state, grade, at, retention).due for grade in GRADES}
    return {grade: due for grade, due in dues.items() if due is not None}


@lru_cache(maxsize=64)
def _scheduler(retention: float) -> fsrs.Scheduler:
    return fsrs.Scheduler(desired_retention=retention, enable_fuzzing=False)


def _card(state: State | None) -> fsrs.Card:
    # A number of its own keeps the library from waiting for the clock to name the card.
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


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None


def _read(moment: str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if moment else None


_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_MONTH, _YEAR = timedelta(days=30.44), timedelta(days=365.25)


class Choice(NamedTuple):
    """One of the four grades, and when the card comes back after it."""

    grade: int
    word: str
    after: str


def choices(state: State | None, at: datetime, retention: float) -> list[Choice]:
    """The four grades with the words for their intervals."""
    due = outcomes(state, at, retention)
    words = dict(zip(GRADES, (_("Again"), _("Hard"), _("Good"), _("Easy")), strict=True))
    return [Choice(grade, words[grade], in_words(due[grade] - at)) for grade in GRADES]


def in_words(span: timedelta) -> str:
    """An interval to come, in the largest unit that tells it well; static/js/booth.js has the same bounds."""
    if span < _HOUR:
        count = max(round(span / _MINUTE), 1)
        return ngettext("in %(count)d minute", "in %(count)d minutes", count) % {"count": count}
    if span < _DAY:
        count = round(span / _HOUR)
        return ngettext("in %(count)d hour", "in %(count)d hours", count) % {"count": count}
    if span < 100 * _DAY:
        count = round(span / _DAY)
        return ngettext("in %(count)d day", "in %(count)d days", count) % {"count": count}
    if span < 2 * _YEAR:
        count = round(span / _MONTH)
        return ngettext("in %(count)d month", "in %(count)d months", count) % {"count": count}
    count = round(span / _YEAR)
    return ngettext("in %(count)d year", "in %(count)d years", count) % {"count": count}
