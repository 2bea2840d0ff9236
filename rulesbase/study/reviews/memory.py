"""What somebody remembers of one card, as a value; and what a row of grades makes of it, in order of their moments.

Grades come in any order: two devices were offline, a browser sends what it kept. A late one is put in its place,
and those after it are given again from there. So the same grades leave the same state, whatever order they came in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rulesbase.models import Grade, Studied
from rulesbase.study.reviews.scheduling import AGAIN, NEW, REVIEW, State, graded, retrievability, state_of

NEVER = State()


@dataclass(frozen=True, slots=True)
class Memory:
    """The state of FSRS, what is counted beside it, and the texts it was learnt from (keys of wordings).

    ``came_back`` is the text it was learnt from, where a change of substance put it into the queue again; its moment
    is then ``state.due``.
    """

    state: State = NEVER
    reviews: int = 0
    lapses: int = 0
    learnt_from: int | None = None
    came_back: int | None = None

    def as_data(self) -> dict[str, Any]:
        """As `Grade.before` keeps it; a card that was never graded is nothing."""
        if self.state.state == NEW:
            return {}
        return {
            **self.state.as_data(),
            "reviews": self.reviews,
            "lapses": self.lapses,
            "learnt_from": self.learnt_from,
            "came_back": self.came_back,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Memory":
        """Read what `as_data` wrote."""
        if not data:
            return cls()
        return cls(
            State.from_data(data), data["reviews"], data["lapses"], data.get("learnt_from"), data.get("came_back")
        )


def memory_of(studied: Studied | None) -> Memory:
    """What a row holds; no row is a card that was never graded."""
    if studied is None or studied.state == NEW:
        return Memory()
    return Memory(state_of(studied), studied.reviews, studied.lapses, studied.learnt_from_id, studied.came_back_id)


def put_into(studied: Studied, memory: Memory) -> None:
    """Write a memory into a row, which is not stored yet. One of a new card leaves when it is due as it is."""
    state = memory.state
    studied.state, studied.step = state.state, state.step
    studied.stability, studied.difficulty = state.stability, state.difficulty
    studied.due, studied.last_review = state.due or studied.due, state.last_review
    studied.reviews, studied.lapses = memory.reviews, memory.lapses
    studied.learnt_from_id, studied.came_back_id = memory.learnt_from, memory.came_back


def after(memory: Memory, grade: int, at: datetime, retention: float, text: int | None) -> Memory:
    """The memory after a grade; `text` is the wording that the question is made from now.

    A grade from before the moment at which the card came back says nothing of the new text: it stays in the queue.
    """
    state = graded(memory.state, grade, at, retention)
    lapses = memory.lapses + (memory.state.state == REVIEW and grade == AGAIN)
    if memory.came_back is not None and memory.state.due is not None and at < memory.state.due:
        state = replace(state, due=memory.state.due)
        return replace(memory, state=state, reviews=memory.reviews + 1, lapses=lapses)
    return Memory(state, memory.reviews + 1, lapses, text, None)


def replayed(
    start: Memory, grades: Iterable[Grade], retention: float, text: int | None, now: Memory
) -> tuple[Memory, list[Grade]]:
    """Give grades in their order, from a memory; returns the last memory and those whose past became another one.

    Each gets its `before` and `promised` anew. Of one that was taken back only that is left which is no doing of it:
    that the card had come back by then. `now` is what the row holds: where the card came back since the last grade,
    it stays so.
    """
    memory, changed = start, []
    for grade in grades:
        memory = _come_back(memory, Memory.from_data(grade.before))
        if grade.undone_at is not None:
            continue
        before, promised = memory.as_data(), retrievability(memory.state, grade.at)
        if grade.before != before or grade.promised != promised or grade.pk is None:
            grade.before, grade.promised = before, promised
            changed.append(grade)
        memory = after(memory, grade.grade, grade.at, retention, text)
    return _come_back(memory, now), changed


def in_order(grades: Iterable[Grade]) -> list[Grade]:
    """Grades by their moments; those of one moment by their keys, so that every order of arrival ends alike."""
    return sorted(grades, key=place)


def place(grade: Grade) -> tuple[datetime, str]:
    """Where a grade stands among those of its card."""
    return grade.at, str(grade.key)


def beginning(grades: Sequence[Grade], now: Memory) -> Memory:
    """The memory from which to give grades anew: that before the first of them which is stored, else what is now."""
    known = next((grade for grade in grades if grade.pk is not None), None)
    return Memory.from_data(known.before) if known else now


def _come_back(memory: Memory, seen: Memory) -> Memory:
    """Put back into the queue what was put back by the time of `seen`, and was not graded since."""
    came, last = seen.state.due, memory.state.last_review
    if seen.came_back is None or memory.came_back is not None or came is None or last is None or last >= came:
        return memory
    state = replace(memory.state, due=came)
    return replace(memory, state=state, came_back=seen.came_back, learnt_from=seen.learnt_from)
