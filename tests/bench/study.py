"""Study: queue and grades of a person with 20,000 cards."""

import json
import sys
from collections.abc import Iterator

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome

TARGET_QUEUE_MS, TARGET_QUERIES, TARGET_GIVE_MS = 50.0, 10.0, 30.0


def bench(place: Place, static: str) -> Outcome:
    """Fill the empty tables of a database and measure."""
    env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
    found = json.loads(run([sys.executable, "-m", "tests.bench.studying"], env).output)
    queries = Figure("study", f"{place.name}: queries of the queue", found["queries"], "", TARGET_QUERIES)
    return Outcome([*_timed(place.name, found), queries], found)


def _timed(name: str, found: dict[str, float]) -> Iterator[Figure]:
    for key, what, target in (
        ("queue_due", "queue of 20,000 cards, due", TARGET_QUEUE_MS),
        ("queue_new", "queue of 20,000 cards, new", TARGET_QUEUE_MS),
        ("give", "a grade", TARGET_GIVE_MS),
        ("late", "a grade that comes late", TARGET_GIVE_MS),
    ):
        yield Figure("study", f"{name}: {what}", found[f"{key}_ms"], "ms", target)
        yield Figure("study", f"{name}: {what}, processor", found[f"{key}_cpu_ms"], "ms")
