"""Grades that come late: what a card was before them, and whether it has to be asked again after them."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import Count

from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.questions.meaning_changed import means_another, said
from rulesbase.study.reviews.memory import in_order


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
    known = said({text, question.made_from_id or 0})
    old, new = known.get(text), known.get(question.made_from_id or 0)
    if old and new and means_another(question.kind, old, new):
        studied.came_back_id, studied.learnt_from_id, studied.due = was or text, was or text, now
