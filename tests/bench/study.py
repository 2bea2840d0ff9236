"""Study: queue and grades of a person with 20,000 cards.

One process measures on DATABASE_URL, whose tables are empty.
"""

import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median

from tests.bench.measuring import figures_apart, seconds_of
from tests.bench.places import Place
from tests.bench.report import Figure

TARGET_QUEUE_MS, TARGET_QUERIES, TARGET_GIVE_MS = 50.0, 10.0, 30.0
TIMES = 31
CARDS = 20_000


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Fill the empty tables of a database and measure."""
    return figures_apart("tests.bench.study", place.url)


def timed(what: str, target: float, job: Callable[[int], object]) -> list[Figure]:
    """Return the median time of a job that is called with another number each time, and that of the processor."""
    job(0)
    before = time.process_time()
    took = median(seconds_of(partial(job, at)) * 1000 for at in range(1, TIMES))
    # On PostgreSQL without the work of its server.
    busy = (time.process_time() - before) * 1000 / (TIMES - 1)
    return [Figure(what, took, "ms", target), Figure(f"{what}, processor", busy, "ms")]


def measured() -> list[Figure]:
    """Make one person with 20,000 cards; return the figures."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from rulesbase.models import Question, Studied, StudyOptions
    from rulesbase.study.reviews import actions as reviews_actions
    from rulesbase.study.reviews.queue import queue
    from tests.support.studied import large, make_reader

    now = timezone.now()
    rich = make_reader("rich")
    large(rich, CARDS, now=now)
    keys = iter(Question.objects.filter(key__startswith="large").values_list("pk", flat=True)[: TIMES * 3 + 9])
    questions = [Question.objects.get(pk=key) for key in keys]

    def give(at: int) -> None:
        reviews_actions.grade_card(rich, questions[at], 3, at=now, key=uuid.uuid4(), now=now)

    def late(at: int) -> None:
        reviews_actions.grade_card(rich, questions[at], 3, at=now - timedelta(days=3), key=uuid.uuid4(), now=now)

    def queued(_at: int) -> object:
        return queue(rich, now=now)

    figures = timed("queue of 20,000 cards, due", TARGET_QUEUE_MS, queued)
    with CaptureQueriesContext(connection) as queries:
        queued(0)
    # With nothing due the new ones are looked for, behind all that are known.
    StudyOptions.objects.update_or_create(user=rich, defaults={"new_a_day": 30, "reviews_a_day": 9_999})
    figures += timed("a grade", TARGET_GIVE_MS, give) + timed("a grade that comes late", TARGET_GIVE_MS, late)
    Studied.objects.filter(user=rich).update(due=now + timedelta(days=40))
    figures += timed("queue of 20,000 cards, new", TARGET_QUEUE_MS, queued)
    with CaptureQueriesContext(connection) as more:
        queued(0)
    return [*figures, Figure("queries of the queue", max(len(queries), len(more)), "", TARGET_QUERIES)]
