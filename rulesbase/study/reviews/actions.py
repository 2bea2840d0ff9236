"""Give a grade, undo it, set cards aside, and save the study options.

Each action is one transaction that locks the options of the user, so that parallel requests lose no grade and count
none twice. Refusals are sentences for people.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.database.user_lock import retry_deadlocks
from rulesbase.core.errors import Refused
from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.reviews.days import day_at
from rulesbase.study.reviews.forms import OptionsForm
from rulesbase.study.reviews.options import locked_options
from rulesbase.study.reviews.replay import ReplayBudget, TryLater, count_grades, take_back
from rulesbase.study.reviews.scheduling import GRADES, NEW

# How far a clock may be ahead of ours, and how far before the account was created.
AHEAD = timedelta(minutes=5)
BEHIND = timedelta(hours=1)
# Grades from a browser may be older than the account, but not older than this.
OLDEST = timedelta(days=5 * 365)
# A day: longer than anybody looks at a card.
LONGEST = 24 * 60 * 60 * 1000


class StaleCard(Refused):
    """The card was graded in another window since it was shown."""


@retry_deadlocks
def grade_card(
    user: User,
    question: Question,
    grade: int,
    *,
    at: datetime,
    key: uuid.UUID | str,
    expected_version: int | None = None,
    took: int = 0,
    now: datetime | None = None,
) -> Grade:
    """Grade a card that the user may see; return the stored grade. The same key again changes nothing.

    `expected_version` is the version of the card when it was shown, 0 for a new one. Raises StaleCard if it has
    another now, TryLater for a future moment, Refused for what can never be counted.
    """
    now, row = now or timezone.now(), Grade(user=user, question=question, key=checked_key(key), grade=grade, at=at)
    row.took = clipped(took)
    with transaction.atomic():
        options = locked_options(user)
        check(user, row, now)
        if known := Grade.objects.filter(user=user, key=row.key).first():
            return known
        studied = Studied.objects.filter(user=user, question=question).first()
        if expected_version is not None and (studied.version if studied else 0) != expected_version:
            message = _(
                "You graded this flash card in another window after it was shown here. Look at the flash card "
                "again before you grade it."
            )
            raise StaleCard(message)
        cards = {question.pk: studied} if studied else {}
        for refusal in count_grades(options, [row], cards, ReplayBudget(), now).values():
            raise refusal
        return row


@retry_deadlocks
def undo(user: User, key: uuid.UUID | str, *, now: datetime | None = None) -> Grade:
    """Undo a grade and return it; the card becomes as if it had never been given. Again changes nothing.

    Raises Refused.
    """
    with transaction.atomic():
        options = locked_options(user)
        found = Grade.objects.select_related("question").filter(user=user, key=checked_key(key)).first()
        if found is None:
            raise no_grade()
        if found.undone_at is None:
            take_back(options, [found], ReplayBudget(), now or timezone.now())
        return found


@retry_deadlocks
def resume(user: User, question: Question) -> None:
    """Ask again for a card that was set aside."""
    with transaction.atomic():
        locked_options(user)
        mine = Studied.objects.filter(user=user, question=question)
        mine.update(is_suspended=False, buried_until=None)
        # A new card has no row.
        mine.filter(state=NEW).delete()


@retry_deadlocks
def set_aside(user: User, wanted: Iterable[tuple[str, str]], *, now: datetime | None = None) -> None:
    """Set cards aside: `bury` until the next day of the user, or `suspend` until resumed, by the ids of questions.

    Cards that are gone, or not for this user, are left out.
    """
    named = [(how, name) for how, name in wanted if how in ("bury", "suspend") and name.isprintable()]
    if not named:
        return
    now = now or timezone.now()
    with transaction.atomic():
        options = locked_options(user)
        mine = Question.objects.visible_to(user).filter(public_id__in={name for _how, name in named})
        keys = dict(mine.values_list("public_id", "pk"))
        asked = {how: {keys[name] for one, name in named if one == how and name in keys} for how in ("bury", "suspend")}
        tomorrow = day_at(options, day_at(options, now).ends)
        _set_aside(user, asked["suspend"], now, is_suspended=True)
        _set_aside(user, asked["bury"], tomorrow.begins, buried_until=tomorrow.date)


def save_options(user: User, data: Mapping[str, Any]) -> OptionsForm:
    """Check options and store them if they are valid; the form has the errors."""
    with transaction.atomic():
        form = OptionsForm(data, instance=locked_options(user))
        if form.is_valid():
            form.save()
    return form


def check(user: User, row: Grade, now: datetime, *, taken_over: bool = False) -> None:
    """Raise Refused for a grade that cannot be counted; ``taken_over`` allows one from before the account."""
    if row.grade not in GRADES:
        raise Refused(_("The grade of a flash card is 1 (again), 2 (hard), 3 (good) or 4 (easy)."))
    if row.at > now + AHEAD:
        message = _(
            "The clock of your device is ahead: the grade of this flash card has a time in the future. The "
            "device will send the grade later."
        )
        raise TryLater(message)
    # Our own clock may have been ahead when the account was created.
    earliest = now - OLDEST if taken_over else min(user.date_joined, now) - BEHIND
    if row.at < earliest:
        message = _(
            "According to your device, you graded this flash card before your account was created. Check the "
            "clock of your device."
        )
        if taken_over:
            message = _(
                "According to your device, you graded this flash card more than five years ago. Check the clock of "
                "your device."
            )
        raise Refused(message)


def no_grade() -> Refused:
    """Return the refusal to undo a grade that does not exist."""
    return Refused(_("This flash card grade cannot be undone: it does not exist."))


def checked_key(key: uuid.UUID | str) -> uuid.UUID:
    """Return the key of a grade. Raises Refused for an invalid one."""
    try:
        return key if isinstance(key, uuid.UUID) else uuid.UUID(key)
    except (ValueError, AttributeError, TypeError):
        raise Refused(_("The field “key” of each flash card grade must be a UUID.")) from None


def clipped(took: int) -> int:
    """Return milliseconds within bounds."""
    return min(max(int(took), 0), LONGEST)


def _set_aside(user: User, questions: Collection[int], due: datetime, **fields: Any) -> None:
    """Write fields of cards, by the keys of their questions; a card never graded gets a row that is due at ``due``."""
    if not questions:
        return
    mine = Studied.objects.filter(user=user, question__in=questions)
    # Locked in the order of their keys, as everywhere, to avoid deadlocks.
    there = set(mine.order_by("pk").select_for_update(no_key=True).values_list("question", flat=True))
    mine.filter(state=NEW, due__lt=due).update(due=due)
    mine.update(**fields)
    new = sorted(set(questions) - there)
    Studied.objects.bulk_create(Studied(user=user, question_id=one, state=NEW, due=due, **fields) for one in new)
