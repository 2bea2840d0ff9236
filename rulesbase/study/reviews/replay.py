"""The memory of cards, replayed from their grades in the order of their moments.

Grades arrive in any order, as devices may be offline. A late grade is inserted at its moment and the later ones are
replayed. So the same grades give the same memory in any order of arrival. Each card is replayed once a request, within
a limit far above what anybody grades.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import repeat

from django.db.models import Count
from django.utils.translation import gettext as _

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.core.errors import Refused
from rulesbase.core.grouping import grouped
from rulesbase.models import Grade, Question, Studied, StudyOptions, Wording
from rulesbase.study.questions.meaning_changed import means_another
from rulesbase.study.reviews.scheduling import (
    MEMORY_FIELDS,
    NEW,
    Memory,
    Schedule,
    memory_of,
    retrievability,
    schedule_of,
    state_after_grade,
)
from rulesbase.web.rate_limits.limits import GRADES_OF_A_DAY, wait_seconds

# One a day for five years and some learning steps, including undone ones.
MOST_OF_A_CARD = 2_000
# Stored grades replayed for one request: about a second, in which the options of the learner are locked. A card has
# fewer, so every request makes progress.
MOST_REPLAYED = 5_000


class TryLater(Refused):
    """A grade that cannot be counted now; the client may send it again later."""


class ReplayBudget:
    """The number of stored grades that one request may still replay."""

    def __init__(self) -> None:
        self.left = MOST_REPLAYED

    def stored(self, user: int, question: int, since: datetime) -> list[Grade] | None:
        """Return the grades of a card from a moment on that count; None if they exceed the budget.

        The budget is then spent.
        """
        rows = Grade.objects.filter(user=user, question=question, undone_at=None, at__gte=since)
        found = list(rows[: self.left + 1])
        exceeds = len(found) > self.left
        self.left = 0 if exceeds else self.left - len(found)
        return None if exceeds else found


def room_for(user: int, questions: Collection[int]) -> dict[int, int]:
    """Return how many more grades cards take, by question. One query."""
    rows = Grade.objects.filter(user=user, question__in=questions).order_by().values_list("question")
    counts = dict(rows.annotate(count=Count("pk")))
    return {question: max(MOST_OF_A_CARD - counts.get(question, 0), 0) for question in questions}


def request_too_large() -> TryLater:
    """Return the refusal of a request that would replay too many grades."""
    return TryLater(_("This request is too large. Send it in smaller parts."))


def day_is_full(user: int, new: int) -> TryLater | None:
    """Count new grades of a user; return the refusal if there were too many today."""
    if not wait_seconds(GRADES_OF_A_DAY, str(user), new):
        return None
    message = _("You can grade flash cards at most %(most)d times per day. Try again tomorrow.")
    return TryLater(message % {"most": GRADES_OF_A_DAY.most})


def replayed(
    start: Memory, grades: Iterable[Grade], schedule: Schedule, texts: Iterable[int | None], now: Memory
) -> tuple[Memory, list[Grade]]:
    """Replay grades in order from a memory; return the last memory and the grades whose past changed.

    Each grade gets new values of `before` and `promised`. `texts` are the wordings that the grades learnt, in the same
    order. An undone grade counts only for whether the card had come back by then. `now` is the memory of the row: if
    the card came back since the last grade, it stays so.
    """
    memory, changed = start, []
    for grade, text in zip(grades, texts, strict=False):
        memory = _come_back(memory, Memory.from_data(grade.before))
        if grade.undone_at is not None:
            continue
        before, promised = memory.as_data(), retrievability(memory, grade.at, schedule)
        if grade.before != before or grade.promised != promised or grade.pk is None:
            grade.before, grade.promised = before, promised
            changed.append(grade)
        memory = state_after_grade(memory, grade.grade, grade.at, schedule, text)
    return _come_back(memory, now), changed


def in_order(grades: Iterable[Grade]) -> list[Grade]:
    """Return grades by moment, then by key, so that the order of arrival does not matter."""
    return sorted(grades, key=grade_order)


def grade_order(grade: Grade) -> tuple[datetime, str]:
    """Return the sort key of a grade among those of its card."""
    return grade.at, str(grade.key)


def _come_back(memory: Memory, seen: Memory) -> Memory:
    """Put a card back into the queue if it was there in `seen` and was not graded since."""
    came, last = seen.due, memory.last_review
    if seen.came_back is None or memory.came_back is not None or came is None or last is None or last >= came:
        return memory
    return memory._replace(due=came, came_back=seen.came_back, learnt_from=seen.learnt_from)


def count_grades(
    options: StudyOptions,
    new: Sequence[Grade],
    cards: Mapping[int, Studied],
    budget: ReplayBudget,
    now: datetime,
    seen: Mapping[uuid.UUID, int] | None = None,
) -> dict[uuid.UUID, Refused]:
    """Insert new grades into the history of their cards and store both; return the refused ones by key.

    ``cards`` maps questions to the rows that exist. ``seen`` maps grades to the text that was shown.
    """
    if not new:
        return {}
    user = options.user_id
    by_card = grouped((grade.question_id, grade) for grade in new)
    room = room_for(user, by_card)
    full = Refused(_("You can grade a flash card at most %(most)d times.") % {"most": MOST_OF_A_CARD})
    left_out: dict[uuid.UUID, Refused] = {}
    if refusal := day_is_full(user, len(new)):
        return {grade.key: refusal if room[grade.question_id] else full for grade in new}
    changes = []
    for question, given in by_card.items():
        left_out |= {grade.key: full for grade in given[room[question] :]}
        grades, card = in_order(given[: room[question]]), cards.get(question)
        if not grades:
            continue
        is_late = card is not None and card.last_review is not None and grades[0].at <= card.last_review
        stored = budget.stored(user, question, grades[0].at) if is_late else []
        if stored is None:
            left_out |= {grade.key: request_too_large() for grade in grades}
            continue
        card = card or Studied(user_id=user, question=grades[0].question, state=NEW)
        was = card.came_back_id
        changes.append((card, _insert(options, card, grades, stored)))
        _ask_again(card, [*grades, *stored], seen or {}, was, now)
    store(changes)
    return left_out


def _insert(options: StudyOptions, card: Studied, new: Sequence[Grade], stored: Iterable[Grade]) -> list[Grade]:
    """Insert new grades, in order, among the stored ones that are not older; return the grades to write."""
    grades = in_order([*new, *(grade for grade in stored if grade_order(grade) > grade_order(new[0]))])
    known = next((grade for grade in grades if grade.pk is not None), None)
    return _replay(options, card, Memory.from_data(known.before) if known else memory_of(card), grades, new)


def _replay(
    options: StudyOptions, card: Studied, start: Memory, grades: Sequence[Grade], changed_by: Sequence[Grade]
) -> list[Grade]:
    """Replay grades into a row without storing it; return the grades to write."""
    question, now = changed_by[0].question, memory_of(card)
    memory, changed = replayed(start, grades, schedule_of(options), repeat(question.made_from_id), now)
    _with_texts(memory, now, question).put_into(card)
    card.version += len(changed_by)
    return changed


def store(changes: Sequence[tuple[Studied, list[Grade]]]) -> None:
    """Store cards and their grades, in the order of their keys."""
    cards = [studied for studied, _changed in changes]
    grades = [grade for _studied, changed in changes for grade in changed]
    known = [studied for studied in cards if studied.pk is not None]
    stored = sorted((grade for grade in grades if grade.pk is not None), key=lambda one: one.pk)
    update_rows(stored, ["before", "promised"])
    # One by one in one order: imports write cards at the same moment, and this avoids deadlocks.
    for studied in sorted(known, key=lambda studied: studied.pk):
        studied.save(update_fields=[*MEMORY_FIELDS, "version"])
    Grade.objects.bulk_create([grade for grade in grades if grade.pk is None], batch_size=500)
    Studied.objects.bulk_create([studied for studied in cards if studied.pk is None], batch_size=500)


def take_back(options: StudyOptions, taken: Iterable[Grade], budget: ReplayBudget, now: datetime) -> None:
    """Undo grades that count: their cards become as if they had never been given.

    The grades of cards that exceed the budget stay as they are.
    """
    by_card = grouped((grade.question_id, grade) for grade in in_order(taken))
    cards = {card.question_id: card for card in Studied.objects.filter(user=options.user_id, question__in=by_card)}
    changes: list[tuple[Studied, list[Grade]]] = []
    marked: list[int] = []
    for question, grades in by_card.items():
        stored = budget.stored(options.user_id, question, grades[0].at)
        if stored is None:
            continue
        gone = {grade.pk for grade in grades}
        for grade in (*grades, *(one for one in stored if one.pk in gone)):
            grade.undone_at = now
        marked += gone
        if card := cards.get(question):
            rest = in_order(one for one in stored if grade_order(one) >= grade_order(grades[0]))
            changes.append((card, _replay(options, card, Memory.from_data(grades[0].before), rest, grades)))
    Grade.objects.filter(pk__in=marked).update(undone_at=now)
    # A card that is new and not set aside has no row.
    new = (card for card, _changed in changes if card.state == NEW)
    new_again = {card.pk for card in new if not card.is_suspended and card.buried_until is None}
    Studied.objects.filter(pk__in=new_again).delete()
    store([(card, changed) for card, changed in changes if card.pk not in new_again])


def _with_texts(memory: Memory, now: Memory, question: Question) -> Memory:
    """Return the memory without texts that were deleted from the archive."""
    sure = (None, now.learnt_from, now.came_back, question.made_from_id)
    doubtful = {text for text in (memory.learnt_from, memory.came_back) if text is not None and text not in sure}
    if not doubtful:
        return memory
    gone = doubtful - set(Wording.objects.filter(pk__in=doubtful).values_list("pk", flat=True))
    return memory._replace(
        learnt_from=None if memory.learnt_from in gone else memory.learnt_from,
        came_back=None if memory.came_back in gone else memory.came_back,
    )


def _ask_again(
    card: Studied, grades: Sequence[Grade], seen: Mapping[uuid.UUID, int], was: int | None, now: datetime
) -> None:
    """Put a card back into the queue if its last grade was given on a text that has another meaning now.

    A browser without network may have shown the text from before an import. ``was`` is the text that the card came
    back from before these grades.
    """
    last = in_order(grades)[-1]
    text = seen.get(last.key)
    if text is None or card.came_back_id is not None or text == (current := last.question.made_from_id or 0):
        return
    known = Wording.objects.in_bulk({text, current})
    old, new = known.get(text), known.get(current)
    if old and new and means_another(last.question.kind, old, new):
        card.came_back_id, card.learnt_from_id, card.due = was or text, was or text, now
