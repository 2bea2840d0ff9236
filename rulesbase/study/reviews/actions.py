"""Grades: give one, take it back; and cards set aside.

Each verb is one transaction in which the person's grades take turns, so that two windows, two devices and a server
with many processes lose none and count none twice. Refusals are sentences for people.
"""

import uuid
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.core.user_lock import retry_deadlocks
from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.reviews.days import day_at
from rulesbase.study.reviews.limits import ReplayBudget, TryLater, day_is_full, full, room_for
from rulesbase.study.reviews.options import locked_options, options_of
from rulesbase.study.reviews.replay import is_late, put_in_order, store, take_back, taken_back
from rulesbase.study.reviews.scheduling import GRADES, NEW

# How far a clock may be ahead of ours, and how far behind the making of the account.
AHEAD = timedelta(minutes=5)
BEHIND = timedelta(hours=1)
# What a browser kept before there was an account may be older than it, but not older than this.
OLDEST = timedelta(days=5 * 365)
# A day: longer than anybody looks at a card.
LONGEST = 24 * 60 * 60 * 1000


class FutureGrade(TryLater):
    """A grade of a moment that is not yet."""


class StaleCard(Refused):
    """The card was graded elsewhere since it was shown."""


class GradeRequest(NamedTuple):
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


class GradeResult(NamedTuple):
    """What came of a grade: the card as it is now (None where it is new again), the grade, whether it was known."""

    studied: Studied | None
    grade: Grade
    known: bool = False


@retry_deadlocks
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
) -> GradeResult:
    """Grade a card. The same key again changes nothing and tells the same.

    `expected_version` is the number of changes that the card had when it was shown, 0 where it was new. Raises Stale
    where it has another by now, Ahead for a moment to come, Refused for what can never be counted.
    """
    wanted = GradeRequest(question, grade, at, checked_key(key), took)
    with transaction.atomic():
        options = locked_options(user)
        known = Grade.objects.filter(user=user, key=wanted.key).first()
        check(user, wanted, now or timezone.now(), known)
        studied = Studied.objects.filter(user=user, question=question).first()
        if known:
            return GradeResult(studied, known, known=True)
        version = studied.version if studied else 0
        if expected_version is not None and version != expected_version:
            raise StaleCard(_("This card was graded in another window since it was shown. Look at it again."))
        begun = 0 if studied else taken_back(user, [question.pk]).get(question.pk, 0)
        if not room_for(user, {question.pk: version or begun}, 1)[question.pk]:
            raise full()
        if refusal := day_is_full(user):
            raise refusal
        row = Grade(user=user, question=question, key=wanted.key, grade=grade, at=at, took=clipped(took))
        later = (ReplayBudget(user).stored(question.pk, at) if is_late(studied, at) else None) or []
        changed, stored = put_in_order(options, question, studied, [row], later, begun)
        store([(changed, stored)])
        return GradeResult(changed, row)


@retry_deadlocks
def undo(user: User, key: uuid.UUID | str, *, now: datetime | None = None) -> GradeResult:
    """Take a grade back: the card is as if it had never been given. Again changes nothing. Raises Refused."""
    with transaction.atomic():
        options = locked_options(user)
        found = Grade.objects.select_related("question").filter(user=user, key=checked_key(key)).first()
        if found is None:
            raise no_grade()
        if found.undone_at is not None:
            return GradeResult(Studied.objects.filter(user=user, question=found.question).first(), found, known=True)
        left = take_back(options, [found], ReplayBudget(user), now or timezone.now())
        return GradeResult(left[found.question_id], found)


@retry_deadlocks
def suspend(user: User, question: Question, *, now: datetime | None = None) -> Studied:
    """Set a card aside until it is resumed; what is remembered of it stays. Raises Refused."""
    return _set_aside(user, question, now or timezone.now(), is_suspended=True)


@retry_deadlocks
def resume(user: User, question: Question, *, now: datetime | None = None) -> Studied | None:
    """Ask again for a card that was set aside, for a day or for longer; None where it is new. Raises Refused."""
    with transaction.atomic():
        card = _set_aside(user, question, now or timezone.now(), is_suspended=False, buried_until=None)
        if card.state == NEW:
            # New again, as a card without a row is.
            card.delete()
            return None
        return card


@retry_deadlocks
def bury(user: User, question: Question, *, now: datetime | None = None) -> Studied:
    """Set a card aside until the person's next day. Raises Refused."""
    now = now or timezone.now()
    options = options_of(user)
    tomorrow = day_at(options, day_at(options, now).ends)
    return _set_aside(user, question, tomorrow.begins, buried_until=tomorrow.date)


@retry_deadlocks
def set_aside(user: User, wanted: Iterable[tuple[str, str]], *, now: datetime | None = None) -> None:
    """Set cards aside as a letter asks, each by `bury` or `suspend` and the id of its question; all at once.

    Those that are gone, or not for this person, are left out.
    """
    named = [(how, name) for how, name in wanted if how in ("bury", "suspend")]
    if not named:
        return
    now = now or timezone.now()
    with transaction.atomic():
        options = locked_options(user)
        mine = Question.objects.filter(Q(owner=None) | Q(owner=user), public_id__in={name for _how, name in named})
        keys = dict(mine.values_list("public_id", "pk"))
        asked = {how: {keys[name] for one, name in named if one == how and name in keys} for how in ("bury", "suspend")}
        tomorrow = day_at(options, day_at(options, now).ends)
        _set_all_aside(user, asked["suspend"], now, is_suspended=True)
        _set_all_aside(user, asked["bury"], tomorrow.begins, buried_until=tomorrow.date)


def check(user: User, wanted: GradeRequest, now: datetime, known: Grade | None = None) -> None:
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
        raise FutureGrade(
            _("This grade is from the future: the clock of that device is ahead. It is kept there until then.")
        )
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


def no_grade() -> Refused:
    """The refusal of a taking back of what was never given."""
    return Refused(_("There is no such grade to take back."))


def checked_key(key: uuid.UUID | str) -> uuid.UUID:
    """The key of a grade. Raises Refused for what is none."""
    try:
        return key if isinstance(key, uuid.UUID) else uuid.UUID(key)
    except (ValueError, AttributeError, TypeError):
        raise Refused(_("The key of a grade must be a UUID.")) from None


def clipped(took: int) -> int:
    """Thousandths of a second, within what a person can mean."""
    return min(max(int(took), 0), LONGEST)


def _set_aside(user: User, question: Question, due: datetime, **fields: object) -> Studied:
    """Write fields of a card; one that was never graded gets a row, which waits as a new card from `due` on."""
    if question.owner_id not in (None, user.pk):
        raise Refused(no_question())
    with transaction.atomic():
        locked_options(user)
        # Its number of changes goes on from where it was.
        changes = partial(lambda key: taken_back(user, [key]).get(key, 0), question.pk)
        row = {"state": NEW, "due": due, "version": changes, **fields}
        card, made = Studied.objects.update_or_create(
            user=user, question=question, defaults=fields, create_defaults=row
        )
        if not made and card.state == NEW and card.due < due:
            card.due = due
            card.save(update_fields=["due"])
        return card


def _set_all_aside(user: User, questions: Collection[int], due: datetime, **fields: Any) -> None:
    """The same for cards by the keys of their questions, within a transaction in which this person's take turns."""
    if not questions:
        return
    mine = Studied.objects.filter(user=user, question__in=questions)
    # Held in the order of their keys, as all do that write many cards.
    there = set(mine.order_by("pk").select_for_update(no_key=True).values_list("question", flat=True))
    mine.filter(state=NEW, due__lt=due).update(due=due)
    mine.update(**fields)
    new = sorted(set(questions) - there)
    begun = taken_back(user, new)
    Studied.objects.bulk_create(
        Studied(user=user, question_id=one, state=NEW, due=due, version=begun.get(one, 0), **fields) for one in new
    )
