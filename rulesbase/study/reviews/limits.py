"""How much is kept of one card, and how much one letter of grades may change: far more than anybody gives.

Whatever comes late has all later grades of its card given again, so both have to have an end.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Grade, User
from rulesbase.web.ratelimits.limits import GRADES_OF_A_DAY, wait_seconds

# One a day for five years, and a step of learning now and then; those that were taken back among them.
MOST_OF_A_CARD = 2_000
# Stored grades that are given again for one letter: about a second.
MOST_GIVEN_AGAIN = 5_000


class TryLater(Refused):
    """It cannot be counted now: it may be sent again later."""


class ReplayBudget:
    """What one letter may still have given again."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.left = MOST_GIVEN_AGAIN
        self.begun = False

    def stored(self, question: int, since: datetime) -> list[Grade] | None:
        """The grades of a card from a moment on that count; None where that is too much for this letter.

        The first card goes whatever it has, so that nobody waits for ever.
        """
        rows = Grade.objects.filter(user=self.user, question=question, undone_at=None, at__gte=since)
        found = list(rows[: self.left + 1] if self.begun else rows)
        if self.begun and len(found) > self.left:
            return None
        self.begun = self.begun or bool(found)
        self.left = max(self.left - len(found), 0)
        return found


def room_for(user: User, changes: Mapping[int, int], new: int) -> dict[int, int]:
    """How many more grades cards take, by question, where so many come.

    `changes` says how often each was changed: no card has more grades than that. One query, or none.
    """
    doubtful = [question for question, count in changes.items() if count + new > MOST_OF_A_CARD]
    counts = dict(changes)
    if doubtful:
        rows = Grade.objects.filter(user=user, question__in=doubtful).order_by().values_list("question")
        counts |= dict.fromkeys(doubtful, 0) | dict(rows.annotate(count=Count("pk")))
    return {question: max(MOST_OF_A_CARD - count, 0) for question, count in counts.items()}


def full() -> Refused:
    """The refusal of a grade of a card that has so many."""
    return Refused(_("A card takes at most %(most)d grades.") % {"most": MOST_OF_A_CARD})


def too_much() -> TryLater:
    """The refusal of what would have too many grades given again at once."""
    return TryLater(_("That is too much at once."))


def day_is_full(user: User, new: int = 1) -> TryLater | None:
    """Count new grades of somebody; the refusal where so many came today already."""
    if not wait_seconds(GRADES_OF_A_DAY, str(user.pk), new):
        return None
    return TryLater(_("At most %(most)d grades are counted in a day.") % {"most": GRADES_OF_A_DAY.most})
