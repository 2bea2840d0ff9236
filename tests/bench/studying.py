"""Study in one process, on DATABASE_URL, whose tables are empty: `python -m tests.bench.studying`.

Makes one person with 20,000 cards and measures their queue and grades. Prints JSON.
"""

import json
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from statistics import median

import django

TIMES = 31
CARDS = 20_000


def measured() -> dict[str, float]:
    """Make the person; return the figures."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from rulesbase.models import Question, Studied, StudyOptions
    from rulesbase.study.reviews import actions as reviews_actions
    from rulesbase.study.reviews.queue import queue
    from tests.bench.measuring import seconds_of
    from tests.support.studied import large, make_reader

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

    return {**due, **new, **graded, "queries": max(len(queries), len(more))}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(measured()))
