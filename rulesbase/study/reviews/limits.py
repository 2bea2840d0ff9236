"""Limits of the stored grades of a card, of one request, and of a day: far more than anybody gives.

A late grade makes all later grades of its card be replayed, so both need a limit.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Grade, User
from rulesbase.web.ratelimits.limits import GRADES_OF_A_DAY, wait_seconds

# One a day for five years and some learning steps, including undone ones.
MOST_OF_A_CARD = 2_000
# Stored grades replayed for one request: about a second.
MOST_REPLAYED = 5_000


class TryLater(Refused):
    """A grade that cannot be counted now; the client may send it again later."""


class ReplayBudget:
    """The number of grades that one request may still replay."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.left = MOST_REPLAYED
        self.begun = False

    def stored(self, question: int, since: datetime) -> list[Grade] | None:
        """Return the grades of a card from a moment on that count; None if they exceed the budget.

        The first card is always allowed, so that nobody waits for ever.
        """
        rows = Grade.objects.filter(user=self.user, question=question, undone_at=None, at__gte=since)
        found = list(rows[: self.left + 1] if self.begun else rows)
        if self.begun and len(found) > self.left:
            return None
        self.begun = self.begun or bool(found)
        self.left = max(self.left - len(found), 0)
        return found


def room_for(user: User, changes: Mapping[int, int], new: int) -> dict[int, int]:
    """Return how many more grades cards take, by question, when ``new`` arrive.

    `changes` is how often each was changed: no card has more grades than that. One query, or none.
    """
    doubtful = [question for question, count in changes.items() if count + new > MOST_OF_A_CARD]
    counts = dict(changes)
    if doubtful:
        rows = Grade.objects.filter(user=user, question__in=doubtful).order_by().values_list("question")
        counts |= dict.fromkeys(doubtful, 0) | dict(rows.annotate(count=Count("pk")))
    return {question: max(MOST_OF_A_CARD - count, 0) for question, count in counts.items()}


def full() -> Refused:
    """Return the refusal of a grade of a card that has too many."""
    return Refused(_("A card takes at most %(most)d grades.") % {"most": MOST_OF_A_CARD})


def too_much() -> TryLater:
    """Return the refusal of a request that would replay too many grades."""
    return TryLater(_("That is too much at once."))


def day_is_full(user: User, new: int) -> TryLater | None:
    """Count new grades of a user; return the refusal if there were too many today."""
    if not wait_seconds(GRADES_OF_A_DAY, str(user.pk), new):
        return None
    return TryLater(_("At most %(most)d grades are counted in a day.") % {"most": GRADES_OF_A_DAY.most})
