"""What grades that come or are taken back make of cards: each card is given again once, however many they are."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Count

from rulesbase.core.bulk_update import update_rows
from rulesbase.models import Grade, Question, Studied, StudyOptions, User, Wording
from rulesbase.study.questions.meaning_changed import means_another, wording_texts
from rulesbase.study.reviews.limits import ReplayBudget
from rulesbase.study.reviews.memory import Memory, beginning, in_order, memory_of, place, put_into, replayed
from rulesbase.study.reviews.scheduling import NEW

_FIELDS = [
    "state",
    "step",
    "stability",
    "difficulty",
    "due",
    "last_review",
    "reviews",
    "lapses",
    "version",
    "learnt_from",
    "came_back",
]


def is_late(studied: Studied | None, at: datetime) -> bool:
    """Whether a card may have grades that are not older than a moment."""
    return studied is not None and studied.last_review is not None and at <= studied.last_review


def put_in_order(
    options: StudyOptions,
    question: Question,
    studied: Studied | None,
    new: Sequence[Grade],
    stored: Iterable[Grade],
    begun: int = 0,
) -> tuple[Studied, list[Grade]]:
    """Count new grades of a card in their places among those stored that are not older than the first new one.

    `begun` is the number of changes that a card without a row had before. Returns the card, and the grades to write;
    nothing is written here.
    """
    new = in_order(new)
    grades = in_order([*new, *(grade for grade in stored if place(grade) > place(new[0]))])
    now = memory_of(studied)
    memory, changed = replayed(beginning(grades, now), grades, options.retention, question.made_from_id, now)
    studied = studied or Studied(user_id=options.user_id, question=question, version=begun)
    put_into(studied, _with_texts(memory, now, question))
    studied.version += len(new)
    return studied, changed


def store(changes: Sequence[tuple[Studied, list[Grade]]]) -> None:
    """Write cards and their grades, in the order of their keys."""
    cards = [studied for studied, _changed in changes]
    grades = [grade for _studied, changed in changes for grade in changed]
    known = [studied for studied in cards if studied.pk is not None]
    update_rows(
        sorted((grade for grade in grades if grade.pk is not None), key=lambda one: one.pk), ["before", "promised"]
    )
    # One by one: imports write cards at the same moment, and two that take them in one order wait for each other once.
    for studied in sorted(known, key=lambda studied: studied.pk):
        studied.save(update_fields=_FIELDS)
    Grade.objects.bulk_create([grade for grade in grades if grade.pk is None], batch_size=500)
    Studied.objects.bulk_create([studied for studied in cards if studied.pk is None], batch_size=500)


def take_back(
    options: StudyOptions, taken: Iterable[Grade], work: ReplayBudget, now: datetime
) -> dict[int, Studied | None]:
    """Take grades back that count: their cards are as if these had never been given.

    Returns the cards as they are now by question, None where one is new again; one that is missing was too much for
    this letter, and nothing of it was taken back.
    """
    by_card: defaultdict[int, list[Grade]] = defaultdict(list)
    for grade in taken:
        by_card[grade.question_id].append(grade)
    cards = {card.question_id: card for card in Studied.objects.filter(user=options.user_id, question__in=by_card)}
    left: dict[int, Studied | None] = {}
    changes: list[tuple[Studied, list[Grade]]] = []
    marked: list[int] = []
    for question, grades in by_card.items():
        grades = in_order(grades)
        stored = work.stored(question, grades[0].at)
        if stored is None:
            continue
        gone = {grade.pk for grade in grades}
        for grade in (*grades, *(one for one in stored if one.pk in gone)):
            grade.undone_at = now
        marked += gone
        left[question] = card = cards.get(question)
        if card is not None:
            changes.append((card, _without(options, card, grades, stored)))
    Grade.objects.filter(pk__in=marked).update(undone_at=now)
    new_again = {card.question_id: card.pk for card, _changed in changes if _is_new_again(card)}
    Studied.objects.filter(pk__in=new_again.values()).delete()
    store([(card, changed) for card, changed in changes if card.question_id not in new_again])
    return left | dict.fromkeys(new_again)


def _without(options: StudyOptions, card: Studied, taken: Sequence[Grade], stored: Sequence[Grade]) -> list[Grade]:
    """Give a card again from the first of the grades that were just taken back; the grades to write."""
    question, now = taken[0].question, memory_of(card)
    grades = in_order(one for one in stored if place(one) >= place(taken[0]))
    start = Memory.from_data(taken[0].before)
    memory, changed = replayed(start, grades, options.retention, question.made_from_id, now)
    put_into(card, _with_texts(memory, now, question))
    card.version += len(taken)
    return changed


def _is_new_again(card: Studied) -> bool:
    """Whether nothing is left to say of a card: such a one has no row."""
    return card.state == NEW and not card.is_suspended and card.buried_until is None


def _with_texts(memory: Memory, now: Memory, question: Question) -> Memory:
    """The memory without texts that are gone from the archive since its grade."""
    sure = (None, now.learnt_from, now.came_back, question.made_from_id)
    doubtful = {text for text in (memory.learnt_from, memory.came_back) if text is not None and text not in sure}
    if not doubtful:
        return memory
    gone = doubtful - set(Wording.objects.filter(pk__in=doubtful).values_list("pk", flat=True))
    return replace(
        memory,
        learnt_from=None if memory.learnt_from in gone else memory.learnt_from,
        came_back=None if memory.came_back in gone else memory.came_back,
    )


def taken_back(user: User, questions: Collection[int]) -> dict[int, int]:
    """How often cards without a row were changed before: each of their grades was given and taken back.

    Their numbers of changes go on from there, so that no number is ever used for two states. One query, or none.
    """
    if not questions:
        return {}
    rows = Grade.objects.filter(user=user, question__in=questions).order_by().values_list("question")
    return {question: 2 * count for question, count in rows.annotate(count=Count("pk"))}


def came_back(studied: Studied | None) -> int | None:
    """The text that a card was learnt from, where it waits because that is another by now."""
    return studied.came_back_id if studied else None


def ask_again(
    studied: Studied,
    question: Question,
    grades: Sequence[Grade],
    seen: Mapping[uuid.UUID, int | None],
    was: int | None,
    now: datetime,
) -> None:
    """Let a card wait (again) where the last of its grades was given on a text that means something else by now.

    So it is where an import came between: a browser without network showed the text of before it. ``was`` is what the
    card came back from before these grades.
    """
    text = seen.get(in_order(grades)[-1].key)
    if text is None or text == question.made_from_id or studied.came_back_id is not None:
        return
    known = wording_texts({text, question.made_from_id or 0})
    old, new = known.get(text), known.get(question.made_from_id or 0)
    if old and new and means_another(question.kind, old, new):
        studied.came_back_id, studied.learnt_from_id, studied.due = was or text, was or text, now
