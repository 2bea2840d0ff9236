"""Grades: give one, take it back; and cards set aside.

Each verb is one transaction in which the person's grades take turns, so that two windows, two devices and a server
with many processes lose none and count none twice. Refusals are sentences for people.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.corrections import Refused
from rulesbase.models import Grade, Question, Studied, StudyOptions, User, Wording
from rulesbase.study.arriving import taken_back
from rulesbase.study.days import day_at
from rulesbase.study.options import locked_options, options_of
from rulesbase.study.recalling import Memory, beginning, in_order, memory_of, place, put_into, replayed
from rulesbase.study.scheduling import GRADES, NEW
from rulesbase.study.turns import again

# How far a clock may be ahead of ours, and how far behind the making of the account.
AHEAD = timedelta(minutes=5)
BEHIND = timedelta(hours=1)
# What a browser kept before there was an account may be older than it, but not older than this.
OLDEST = timedelta(days=5 * 365)
# A day: longer than anybody looks at a card.
LONGEST = 24 * 60 * 60 * 1000
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


class Ahead(Refused):
    """A grade of a moment that is not yet: it may be sent again later."""


class Stale(Refused):
    """The card was graded elsewhere since it was shown."""


class Wanted(NamedTuple):
    """One grade as it is asked for."""

    question: Question
    grade: int
    at: datetime
    key: uuid.UUID
    took: int = 0
    # Given in a browser before there was an account.
    taken_over: bool = False
    # The key of the text that the card was made from when it was shown, where that is known.
    seen: int | None = None


class Given(NamedTuple):
    """What came of a grade: the card as it is now (None where it is new again), the grade, whether it was known."""

    studied: Studied | None
    grade: Grade
    known: bool = False


@again
def give(
    user: User,
    question: Question,
    grade: int,
    *,
    at: datetime,
    key: uuid.UUID | str,
    expected_version: int | None = None,
    took: int = 0,
    now: datetime | None = None,
) -> Given:
    """Grade a card. The same key again changes nothing and tells the same.

    `expected_version` is the number of changes that the card had when it was shown, 0 where it was new. Raises Stale
    where it has another by now, Ahead for a moment to come, Refused for what can never be counted.
    """
    wanted = Wanted(question, grade, at, checked_key(key), took)
    with transaction.atomic():
        options = locked_options(user)
        known = Grade.objects.filter(user=user, key=wanted.key).first()
        check(user, wanted, now or timezone.now(), known)
        studied = Studied.objects.filter(user=user, question=question).first()
        if known:
            return Given(studied, known, known=True)
        version = studied.version if studied else 0
        if expected_version is not None and version != expected_version:
            raise Stale(_("This card was graded in another window since it was shown. Look at it again."))
        row = Grade(user=user, question=question, key=wanted.key, grade=grade, at=at, took=clipped(took))
        later = Grade.objects.filter(user=user, question=question, undone_at=None, at__gte=at)
        begun = 0 if studied else taken_back(user, [question.pk]).get(question.pk, 0)
        changed, stored = put_in_order(options, question, studied, [row], later, begun)
        store([(changed, stored)])
        return Given(changed, row)


@again
def undo(user: User, key: uuid.UUID | str, *, now: datetime | None = None) -> Given:
    """Take a grade back: the card is as if it had never been given. Again changes nothing. Raises Refused."""
    with transaction.atomic():
        options = locked_options(user)
        found = Grade.objects.select_related("question").filter(user=user, key=checked_key(key)).first()
        if found is None:
            raise Refused(_("There is no such grade to take back."))
        studied = Studied.objects.filter(user=user, question=found.question).first()
        if found.undone_at is not None:
            return Given(studied, found, known=True)
        found.undone_at = now or timezone.now()
        found.save(update_fields=["undone_at"])
        return Given(_without(options, studied, found), found)


@again
def suspend(user: User, question: Question, *, now: datetime | None = None) -> Studied:
    """Set a card aside until it is resumed; what is remembered of it stays. Raises Refused."""
    return _set_aside(user, question, now or timezone.now(), is_suspended=True)


@again
def resume(user: User, question: Question, *, now: datetime | None = None) -> Studied | None:
    """Ask again for a card that was set aside, for a day or for longer; None where it is new. Raises Refused."""
    with transaction.atomic():
        card = _set_aside(user, question, now or timezone.now(), is_suspended=False, buried_until=None)
        if card.state == NEW:
            # New again, as a card without a row is.
            card.delete()
            return None
        return card


@again
def bury(user: User, question: Question, *, now: datetime | None = None) -> Studied:
    """Set a card aside until the person's next day. Raises Refused."""
    now = now or timezone.now()
    options = options_of(user)
    tomorrow = day_at(options, day_at(options, now).ends)
    return _set_aside(user, question, tomorrow.begins, buried_until=tomorrow.date)


def check(user: User, wanted: Wanted, now: datetime, known: Grade | None = None) -> None:
    """Raise Refused for a grade that cannot be counted; `known` is the grade of that key which is stored."""
    if wanted.question.owner_id not in (None, user.pk):
        raise Refused(no_question())
    if known is not None and known.question_id != wanted.question.pk:
        raise Refused(_("This grade has the key of another one."))
    if wanted.grade not in GRADES or isinstance(wanted.grade, bool):
        raise Refused(_("A grade is 1 (again), 2 (hard), 3 (good) or 4 (easy)."))
    if wanted.at.tzinfo is None:
        raise Refused(_("The moment of a grade needs its time zone."))
    if wanted.at > now + AHEAD:
        raise Ahead(_("This grade is from the future: the clock of that device is ahead. It is kept there until then."))
    # An account may be of a day when our own clock was ahead.
    earliest = now - OLDEST if wanted.taken_over else min(user.date_joined, now) - BEHIND
    if wanted.at < earliest:
        raise Refused(
            _("This grade is older than five years: the clock of that device is wrong.")
            if wanted.taken_over
            else _("This grade is from before the account was made.")
        )


def no_question() -> str:
    """The sentence for a question that is not there, or not for this person."""
    return _("There is no such card.")


def checked_key(key: uuid.UUID | str) -> uuid.UUID:
    """The key of a grade. Raises Refused for what is none."""
    try:
        return key if isinstance(key, uuid.UUID) else uuid.UUID(key)
    except (ValueError, AttributeError, TypeError):
        raise Refused(_("The key of a grade must be a UUID.")) from None


def clipped(took: int) -> int:
    """Thousandths of a second, within what a person can mean."""
    return min(max(int(took), 0), LONGEST)


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
    # One by one: bulk_update, with an expression for each field of each row, takes four times as long.
    for grade in sorted((grade for grade in grades if grade.pk is not None), key=lambda grade: grade.pk):
        grade.save(update_fields=["before", "promised"])
    for studied in sorted(known, key=lambda studied: studied.pk):
        studied.save(update_fields=_FIELDS)
    Grade.objects.bulk_create([grade for grade in grades if grade.pk is None], batch_size=500)
    Studied.objects.bulk_create([studied for studied in cards if studied.pk is None], batch_size=500)


def _without(options: StudyOptions, studied: Studied | None, taken: Grade) -> Studied | None:
    """The card without a grade that was just taken back, those after it given again."""
    if studied is None:
        return None
    question = taken.question
    stored = Grade.objects.filter(user=taken.user_id, question=question, undone_at=None, at__gte=taken.at)
    later = in_order(grade for grade in stored if place(grade) > place(taken))
    now = memory_of(studied)
    memory, changed = replayed(Memory.from_data(taken.before), later, options.retention, question.made_from_id, now)
    put_into(studied, _with_texts(memory, now, question))
    studied.version += 1
    if studied.state == NEW and not studied.is_suspended and studied.buried_until is None:
        # New again, as a card without a row is.
        studied.delete()
        return None
    store([(studied, changed)])
    return studied


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


def _set_aside(user: User, question: Question, due: datetime, **fields: object) -> Studied:
    """Write fields of a card; one that was never graded gets a row, which waits as a new card from `due` on."""
    if question.owner_id not in (None, user.pk):
        raise Refused(no_question())
    with transaction.atomic():
        locked_options(user)
        row = {"state": NEW, "due": due, **fields}
        card, made = Studied.objects.update_or_create(
            user=user, question=question, defaults=fields, create_defaults=row
        )
        if not made and card.state == NEW and card.due < due:
            card.due = due
            card.save(update_fields=["due"])
        return card
