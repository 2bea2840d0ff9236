"""Parameters of FSRS fitted to a learner: fit, store, reset. The cards of the learner are scheduled again by them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import Lag

from rulesbase.core.database.user_lock import retry_deadlocks
from rulesbase.engine.spaced_repetition.fitting import FEWEST, Fit, Review, fit
from rulesbase.models import Grade, Studied, StudyOptions, User
from rulesbase.study.reviews.options import locked_options
from rulesbase.study.reviews.replay import replayed, store
from rulesbase.study.reviews.scheduling import Memory, memory_of, schedule_of

# Fitted again when there are so many times more reviews than at the last try.
_GROWTH = 1.2


def learners_to_fit() -> Iterator[User]:
    """Return the learners with enough new reviews since the last try."""
    reviews = Grade.objects.filter(pk__in=_reviews(Grade.objects.all()).values("pk"))
    counts = dict(reviews.order_by().values_list("user").annotate(count=Count("pk")))
    tried = dict(StudyOptions.objects.values_list("user", "tried_reviews"))
    keys = [user for user, count in counts.items() if count >= max(FEWEST, _GROWTH * tried.get(user, 0))]
    yield from User.objects.filter(pk__in=keys).order_by("pk").iterator()


def reviews_of(user: User) -> int:
    """Return how many reviews of a learner count when parameters are fitted."""
    return _reviews(Grade.objects.filter(user=user)).count()


@retry_deadlocks
def fit_learner(user: User, *, now: datetime) -> Fit:
    """Fit parameters to the reviews of a learner; keep them if they predict better, else return to the default ones.

    One transaction, which locks the options as grades do.
    """
    with transaction.atomic():
        options = locked_options(user)
        grades = _by_card(user)
        found = fit([Review(grade.at, grade.grade) for grade in one] for one in grades)
        if found.reviews >= FEWEST:
            _take(options, found, grades, now)
    return found


@retry_deadlocks
def reset(user: User) -> None:
    """Return to the default parameters. They are fitted again when there are more reviews."""
    with transaction.atomic():
        _take(locked_options(user), Fit(None, 0), _by_card(user), None)


def _reviews(grades: QuerySet[Grade]) -> QuerySet[Grade]:
    """Return the grades that `fit` counts: those at least a day after the one before of their card."""
    before = Window(Lag("at"), partition_by=["user", "question"], order_by=["at", "key"])
    return grades.filter(undone_at=None).annotate(at_before=before).filter(at__gte=F("at_before") + timedelta(days=1))


def _by_card(user: User) -> list[list[Grade]]:
    """Return the grades that count, by card, in order."""
    rows = Grade.objects.filter(user=user, undone_at=None).order_by("question", "at", "key")
    return [list(grades) for _question, grades in groupby(rows, key=lambda grade: grade.question_id)]


def _take(options: StudyOptions, found: Fit, grades: Iterable[Sequence[Grade]], now: datetime | None) -> None:
    """Store fitted parameters, or the default ones, and schedule all cards again by them."""
    before = schedule_of(options)
    options.tried_reviews = reviews_of(options.user)
    options.parameters = list(found.parameters) if found.parameters else None
    options.fitted_at = now if found.parameters else None
    options.fitted_reviews = found.reviews if found.parameters else None
    options.save()
    schedule = schedule_of(options)
    if schedule == before:
        return
    cards = {card.question_id: card for card in Studied.objects.filter(user=options.user_id)}
    changes = []
    for one in grades:
        if (card := cards.get(one[0].question_id)) is not None:
            current = memory_of(card)
            start, *later = (Memory.from_data(grade.before) for grade in one)
            # Each grade learnt the text that the next one found, the last one that of the card.
            texts = [memory.learnt_from for memory in (*later, current)]
            memory, changed = replayed(start, one, schedule, texts, current)
            memory.put_into(card)
            changes.append((card, changed))
    store(changes)
