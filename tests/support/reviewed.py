"""Stores the reviews of a simulated learner, as the study session would have counted them."""

import uuid
from collections.abc import Iterable
from datetime import timedelta
from itertools import islice, repeat
from random import Random

from django.utils import timezone

from rulesbase.engine.spaced_repetition.fitting import Review
from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.reviews.replay import replayed
from rulesbase.study.reviews.scheduling import DEFAULT, Memory, memory_of
from tests.score.fitting import BEGIN, drawn, studied
from tests.support.studied import make_questions


def review_as_learner(user: User, count: int, seed: int = 5) -> list[Studied]:
    """Store this many grades of a learner with drawn parameters, the last of them yesterday; return the cards."""
    random = Random(seed)
    made = list(islice(studied(random, drawn(random)), count))
    later = timezone.now() - timedelta(days=1) - made[-1][1].at
    return store(user, made, later)


def store(user: User, made: Iterable[tuple[int, Review]], later: timedelta) -> list[Studied]:
    """Store grades by card, moved in time."""
    by_card: dict[int, list[Review]] = {}
    for number, review in made:
        by_card.setdefault(number, []).append(review)
    user.date_joined = BEGIN + later
    user.save()
    cards: list[Studied] = []
    grades: list[Grade] = []
    for question, reviews in zip(make_questions(len(by_card), "reviewed"), by_card.values(), strict=True):
        rows = [_grade(user, question, review, later) for review in reviews]
        card = Studied(user=user, question=question, state=Studied.State.NEW, version=len(rows))
        memory, _changed = replayed(Memory(), rows, DEFAULT, repeat(None), memory_of(card))
        memory.put_into(card)
        cards.append(card)
        grades += rows
    Grade.objects.bulk_create(grades, batch_size=500)
    return Studied.objects.bulk_create(cards, batch_size=500)


def _grade(user: User, question: Question, review: Review, later: timedelta) -> Grade:
    return Grade(user=user, question=question, key=uuid.uuid4(), grade=review.grade, at=review.at + later)
