"""Scheduling equals the library's own, through the database, whatever clocks and zones the grades come from."""

import uuid
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import fsrs
import pytest

from rulesbase.models import Grade, Studied
from rulesbase.study.reviews.scheduling import memory_of
from rulesbase.study.reviews.sync import MOST_AT_ONCE, sync
from tests.support.make import make_user
from tests.support.studied import make_questions

# Zones with clock changes in both directions, half hours, and one that left out a date.
ZONES = "Europe/Paris America/New_York Australia/Lord_Howe Pacific/Apia Asia/Kolkata America/St_Johns".split()
CARDS, REVIEWS = 60, 40
BEGIN = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)


def reviews() -> list[dict[str, Any]]:
    """2,400 grades of 60 cards in the order of their moments: within minutes, over days, months late, at changes."""
    random = Random(20260622)
    found = []
    for card in range(CARDS):
        at = BEGIN + timedelta(seconds=random.uniform(0, 86400 * 30))
        for _ in range(REVIEWS):
            found.append({"card": card, "grade": random.choice([1, 2, 3, 3, 3, 4]), "at": at})
            at += timedelta(minutes=random.choice([1, 11.5, 23.9 * 60, 24 * 60]))
            at += timedelta(days=random.choice([0, 0, 1, 3, 17.3, 240]), microseconds=random.randrange(10**6))
    return sorted(found, key=lambda one: one["at"])


def as_library_has_it(all_reviews: list[dict[str, Any]]) -> dict[int, list[fsrs.Card]]:
    """The library's cards after each of their reviews, one that was never reviewed first."""
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    cards = {card: [fsrs.Card(card_id=card + 1)] for card in range(CARDS)}
    for one in all_reviews:
        last = cards[one["card"]][-1]
        cards[one["card"]].append(scheduler.review_card(last, fsrs.Rating(one["grade"]), one["at"])[0])
    return cards


def as_written(card: fsrs.Card) -> dict[str, Any]:
    data = {**card.to_dict()}
    del data["card_id"]
    return data


@pytest.mark.slow
@pytest.mark.django_db
def test_many_reviews_equal_the_library() -> None:
    user, questions, random = make_user(), make_questions(CARDS), Random(7)
    user.date_joined = BEGIN
    all_reviews = reviews()
    now = all_reviews[-1]["at"]
    left = iter(all_reviews)
    while some := list(islice(left, MOST_AT_ONCE)):
        grades = [
            {
                "key": str(uuid.UUID(int=random.getrandbits(128))),
                "question": questions[one["card"]].public_id,
                "grade": one["grade"],
                # As a clock on a wall shows it, with its offset.
                "at": one["at"].astimezone(ZoneInfo(random.choice(ZONES))).isoformat(),
            }
            for one in some
        ]
        random.shuffle(grades)
        assert sync(user, {"grades": grades}, now=now)["refused"] == []

    library = as_library_has_it(all_reviews)
    rows = {row.question_id: row for row in Studied.objects.filter(user=user)}
    before = defaultdict(list)
    for grade in Grade.objects.filter(user=user).order_by("at"):
        before[grade.question_id].append(grade.before)
    names = as_written(library[0][0]).keys()
    compared = 0
    for at, question in enumerate(questions):
        steps = library[at]
        row = rows[question.pk]
        # Equal to the last bit, not nearly.
        data = memory_of(row).as_data()
        assert {name: data[name] for name in names} == as_written(steps[-1])
        assert (row.reviews, row.version) == (REVIEWS, REVIEWS)
        assert before[question.pk][0] == {}
        for ours, theirs in zip(before[question.pk][1:], steps[1:-1], strict=True):
            assert {name: ours[name] for name in names} == as_written(theirs)
            compared += 1
    assert compared == CARDS * (REVIEWS - 1)
