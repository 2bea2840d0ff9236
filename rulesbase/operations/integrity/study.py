"""Integrity checks of study: schedules and questions."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Q

from rulesbase.models import DeckQuestion, Enrolment, Grade, Studied, StudyOptions
from rulesbase.operations.integrity.findings import Found, all_wrong


def study(connection: BaseDatabaseWrapper) -> Found:
    """Find rows that the scheduler cannot have written, and rows that mix two accounts."""
    alias = connection.alias
    studied = Studied.objects.using(alias)
    graded = ~Q(state=Studied.State.NEW)
    checks = (
        (studied.filter(graded & (Q(stability=None) | Q(difficulty=None))), "it was graded and has no state"),
        (studied.filter(graded & Q(last_review=None)), "it was graded, but has no date of review"),
        (studied.filter(Q(stability__lte=0) | Q(difficulty__lt=1) | Q(difficulty__gt=10)), "its state is not possible"),
        (studied.filter(lapses__gt=F("reviews")), "it was forgotten more often than it was asked"),
        (studied.exclude(question__owner=None).exclude(question__owner=F("user")), "it is somebody else's own card"),
        (Grade.objects.using(alias).filter(Q(promised__lt=0) | Q(promised__gt=1)), "its promise is not a probability"),
        (
            DeckQuestion.objects.using(alias)
            .exclude(question__owner=None)
            .exclude(Q(deck__owner=F("question__owner")) | Q(deck__is_shared=True)),
            "somebody's own card is in the deck of another",
        ),
        (Enrolment.objects.using(alias).filter(ended_at__lt=F("since")), "it ended before it began"),
        (
            StudyOptions.objects.using(alias).filter(Q(retention__lte=0) | Q(retention__gte=1) | Q(day_starts__gt=23)),
            "its options are not possible",
        ),
    )
    for rows, what in checks:
        yield from all_wrong(rows, what)
