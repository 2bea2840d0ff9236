"""The memory of a card as a value, and its replay from grades in the order of their moments.

Grades arrive in any order, as devices may be offline. A late grade is inserted at its moment and the later ones are
replayed. So the same grades give the same state in any order of arrival.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rulesbase.models import Grade, Studied
from rulesbase.study.reviews.scheduling import (
    AGAIN,
    NEW,
    REVIEW,
    STATE_FIELDS,
    State,
    graded,
    retrievability,
    state_of,
)

_OWN_FIELDS = ("reviews", "lapses", "learnt_from", "came_back")


@dataclass(frozen=True, slots=True)
class Memory:
    """The FSRS state of a card, its counts, and the texts it was learnt from (keys of wordings).

    ``came_back`` is the learnt text if a change of substance put the card back into the queue, at ``state.due``.
    """

    state: State = field(default_factory=State)
    reviews: int = 0
    lapses: int = 0
    learnt_from: int | None = None
    came_back: int | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as stored in `Grade.before`: nothing for a card that was never graded."""
        if self.state.state == NEW:
            return {}
        return self.state.as_data() | {name: getattr(self, name) for name in _OWN_FIELDS}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Memory":
        """Read the data of `as_data`."""
        return cls(State.from_data(data), **{name: data[name] for name in _OWN_FIELDS if name in data})


def memory_of(studied: Studied | None) -> Memory:
    """Return the memory of a row; without a row the card was never graded."""
    if studied is None or studied.state == NEW:
        return Memory()
    return Memory(state_of(studied), studied.reviews, studied.lapses, studied.learnt_from_id, studied.came_back_id)


def put_into(studied: Studied, memory: Memory) -> None:
    """Write a memory into a row without storing it. A new card stays due as it is."""
    for name in STATE_FIELDS:
        if name != "due" or memory.state.due:
            setattr(studied, name, getattr(memory.state, name))
    studied.reviews, studied.lapses = memory.reviews, memory.lapses
    studied.learnt_from_id, studied.came_back_id = memory.learnt_from, memory.came_back


def after(memory: Memory, grade: int, at: datetime, retention: float, text: int | None) -> Memory:
    """Return the memory after a grade; `text` is the wording that the question is made from now.

    After a grade from before the card came back, the card stays in the queue.
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
    """Replay grades in order from a memory; return the last memory and the grades whose past changed.

    Each grade gets new values of `before` and `promised`. An undone grade counts only for whether the card had come
    back by then. `now` is the memory of the row: if the card came back since the last grade, it stays so.
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
    """Return grades by moment, then by key, so that the order of arrival does not matter."""
    return sorted(grades, key=place)


def place(grade: Grade) -> tuple[datetime, str]:
    """Return the sort key of a grade among those of its card."""
    return grade.at, str(grade.key)


def beginning(grades: Sequence[Grade], now: Memory) -> Memory:
    """Return the memory to replay grades from: that before the first stored one, else the current one."""
    known = next((grade for grade in grades if grade.pk is not None), None)
    return Memory.from_data(known.before) if known else now


def _come_back(memory: Memory, seen: Memory) -> Memory:
    """Put a card back into the queue if it was there in `seen` and was not graded since."""
    came, last = seen.state.due, memory.state.last_review
    if seen.came_back is None or memory.came_back is not None or came is None or last is None or last >= came:
        return memory
    state = replace(memory.state, due=came)
    return replace(memory, state=state, came_back=seen.came_back, learnt_from=seen.learnt_from)
