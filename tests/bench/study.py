"""Study: queue and grades of a person with 20,000 cards, and a hundred people at once under the real server."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.crowd import Person, Visits, crowd
from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.bench.server import serving

TARGET_QUEUE_MS, TARGET_QUERIES, TARGET_GIVE_MS = 50.0, 10.0, 30.0
# Grades of each of the hundred, with a second of thinking before each visit, and without any.
GRADES, HURRIED = 10, 5
PAUSE = 1.0


def bench(places: Sequence[Place]) -> Outcome:
    """Measure on each database, whose tables are empty."""
    figures: list[Figure] = []
    details: dict[str, object] = {}
    for place in places:
        with TemporaryDirectory(prefix="rulesbase-bench-static-") as static:
            found = measure(place, static)
        details[place.name] = found
        name = place.name
        figures += [
            *_timed(name, found),
            Figure("study", f"{name}: queries of the queue", found["queries"], "", TARGET_QUERIES),
            Figure("study", f"{name}: a hundred at once, errors", len(found["errors"]), "", 0.0),
            Figure("study", f"{name}: a hundred at once, grades lost", found["lost"], "", 0.0),
            Figure("study", f"{name}: a hundred at once, cards wrong", found["wrong"], "", 0.0),
            *(
                Figure("study", f"{name}: {what}, {figure}", value, "/s" if figure == "rate" else "ms")
                for what in ("studying", "empty view", "studying without pause", "empty view without pause")
                for figure, value in found[what].items()
            ),
        ]
    return Outcome(figures, details, "")


def measure(place: Place, static: str) -> dict[str, Any]:
    """Fill the tables and measure; then serve, and let the hundred study and rest in turns."""
    env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
    run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
    found: dict[str, Any] = json.loads(run([sys.executable, "-m", "tests.bench.studying", "fill"], env).output)
    sessions = found.pop("sessions")
    found.pop("questions")
    with serving(env) as served:
        # Both workers have loaded everything.
        crowd(served.port, sessions[:10], lambda person: person.rest(4), 0)

        def let(does: Callable[[Person], None], pause: float) -> tuple[Visits, dict[str, float]]:
            before = served.cpu_seconds()
            visits = crowd(served.port, sessions, does, pause)
            cpu = (served.cpu_seconds() - before) * 1000 / len(visits.took)
            return visits, {"median": visits.middle, "p95": visits.p95, "rate": visits.rate, "processor": cpu}

        ran = {
            "studying": let(lambda person: person.study(GRADES), PAUSE),
            "empty view": let(lambda person: person.rest(GRADES), PAUSE),
            "studying without pause": let(lambda person: person.study(HURRIED), 0),
            "empty view without pause": let(lambda person: person.rest(HURRIED), 0),
        }
    kept = json.loads(run([sys.executable, "-m", "tests.bench.studying", "check"], env).output)
    confirmed = {key for visits, _figures in ran.values() for key in visits.keys}
    return {
        **found,
        **{name: figures for name, (_visits, figures) in ran.items()},
        "errors": [error for visits, _figures in ran.values() for error in visits.errors],
        "grades": len(confirmed),
        "lost": len(confirmed - set(kept["keys"])) + len(sessions) * (GRADES + HURRIED) - len(confirmed),
        "wrong": kept["wrong"],
    }


def _timed(name: str, found: Mapping[str, Any]) -> Iterator[Figure]:
    for key, what, target in (
        ("queue_due", "queue of 20,000 cards, due", TARGET_QUEUE_MS),
        ("queue_new", "queue of 20,000 cards, new", TARGET_QUEUE_MS),
        ("give", "a grade", TARGET_GIVE_MS),
        ("late", "a grade that comes late", TARGET_GIVE_MS),
    ):
        yield Figure("study", f"{name}: {what}", found[f"{key}_ms"], "ms", target)
        yield Figure("study", f"{name}: {what}, processor", found[f"{key}_cpu_ms"], "ms")
