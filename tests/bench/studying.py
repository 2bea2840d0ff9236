"""Study in one process, on DATABASE_URL, whose tables are empty: `python -m tests.bench.studying fill|check`.

`fill` makes one person with 20,000 cards and measures their queue and grades, then a hundred others with sessions
that are open. `check` counts what these left. Prints JSON.
"""

import json
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from statistics import median

import django

TIMES = 31
CARDS, PEOPLE, QUESTIONS = 20_000, 100, 400


def fill() -> dict[str, object]:
    """Make everybody; returns the figures of the one, and the cookies of the others."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from rulesbase.models import Question, Studied, StudyOptions, User
    from rulesbase.study.reviews import actions as reviews_actions
    from rulesbase.study.reviews.queue import queue
    from tests.bench.measuring import seconds_of
    from tests.support.studied import enrol, large, make_deck, make_questions, make_reader

    now = timezone.now()
    rich = make_reader("rich")
    large(rich, CARDS, now=now)
    keys = iter(Question.objects.filter(key__startswith="large").values_list("pk", flat=True)[: TIMES * 3 + 9])
    questions = [Question.objects.get(pk=key) for key in keys]

    def give(at: int, **more: object) -> None:
        reviews_actions.give(rich, questions[at], 3, at=now, key=uuid.uuid4(), now=now)

    def late(at: int) -> None:
        reviews_actions.give(rich, questions[at], 3, at=now - timedelta(days=3), key=uuid.uuid4(), now=now)

    def milliseconds(name: str, job: Callable[[int], object]) -> dict[str, float]:
        job(0)
        before = time.process_time()
        took = median(seconds_of(partial(job, at)) * 1000 for at in range(1, TIMES))
        # On PostgreSQL without the work of its server.
        return {f"{name}_ms": took, f"{name}_cpu_ms": (time.process_time() - before) * 1000 / (TIMES - 1)}

    def queued(_at: int) -> object:
        return queue(rich, now=now)

    due = milliseconds("queue_due", queued)
    with CaptureQueriesContext(connection) as queries:
        queued(0)
    # With nothing due the new ones are looked for, behind all that are known.
    StudyOptions.objects.update_or_create(user=rich, defaults={"new_a_day": 30, "reviews_a_day": 9_999})
    graded = milliseconds("give", give) | milliseconds("late", late)
    Studied.objects.filter(user=rich).update(due=now + timedelta(days=40))
    new = milliseconds("queue_new", queued)
    with CaptureQueriesContext(connection) as more:
        queued(0)

    deck = make_deck("Common", make_questions(QUESTIONS, "common"), 99)
    people: list[User] = []
    cookies: list[str] = []
    for at in range(PEOPLE):
        person = make_reader(f"person{at}") if at == 0 else User(username=f"person{at}", date_joined=rich.date_joined)
        if at:
            person.password = people[0].password
            person.save()
        people.append(person)
        client = Client()
        client.force_login(person)
        cookies.append(client.cookies["sessionid"].value)
    for person in people:
        enrol(person, deck)
        StudyOptions.objects.create(user=person, new_a_day=100)
    return {
        **due,
        **new,
        **graded,
        "queries": max(len(queries), len(more)),
        "sessions": cookies,
        "questions": list(Question.objects.filter(key__startswith="common").values_list("public_id", flat=True)),
    }


def check() -> dict[str, object]:
    """Count the grades of the hundred, and the cards that are not what their grades come to."""
    from rulesbase.models import Grade, Studied
    from rulesbase.study.reviews.scheduling import MemoryState, graded, state_of

    kept = Grade.objects.filter(user__username__startswith="person")
    by_card: dict[tuple[int, int], list[Grade]] = defaultdict(list)
    for grade in kept.order_by("at", "key"):
        by_card[grade.user_id, grade.question_id].append(grade)
    wrong = 0
    for card in Studied.objects.filter(user__username__startswith="person"):
        state: MemoryState | None = None
        for grade in by_card.pop((card.user_id, card.question_id), []):
            state = graded(state, grade.grade, grade.at)
        wrong += state_of(card) != state
    return {"keys": [str(key) for key in kept.values_list("key", flat=True)], "wrong": wrong + len(by_card)}


if __name__ == "__main__":
    django.setup()
    print(json.dumps({"fill": fill, "check": check}[sys.argv[1]]()))
