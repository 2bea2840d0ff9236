"""Searching one version and all of them, in turns with a plain look for the same words.

``python -m tests.bench.searching TIMES`` measures DATABASE_URL in this process and prints JSON.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles
from urllib.parse import urlencode

from tests.bench.measuring import clean_environment, run, seconds_of
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.score.searches import read_searches

TIMES = 5
TARGET_ONE, TARGET_ALL = 40.0, 200.0


def measure(times: int) -> dict[str, object]:
    """The English searches of the score: milliseconds of each search, of its page, through all versions, plainly."""
    import django
    from django.test import Client

    django.setup()
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.engine.search.query import read_question
    from rulesbase.models import Entry, Wording
    from rulesbase.search.all_versions import match_periods, search_all_versions
    from rulesbase.search.queries import search

    versions = catalogue()
    version = versions.latest
    assert version
    client = Client()

    def through(question: str) -> None:
        if found := search_all_versions(versions, "en", question):
            match_periods(versions, found.language, found.keys, found.runs[:25])

    def plainly(question: str) -> None:
        entries = Entry.objects.filter(edition=version.main.pk)
        for word in read_question(question, "en").words:
            entries = entries.filter(wording__text__icontains=word.folded)
        list(entries.values_list("number", "wording__text"))

    def page(question: str) -> None:
        assert client.get("/search/?" + urlencode({"q": question})).status_code in (200, 302)

    jobs: dict[str, Callable[[str], object]] = {
        "one": lambda question: search(versions, version, ["en"], question),
        "page": page,
        "all": through,
        "plain": plainly,
    }
    questions = [one.question for one in read_searches() if one.language == "en"]
    took: dict[str, list[float]] = {name: [] for name in jobs}
    busy: dict[str, list[float]] = {name: [] for name in jobs}
    for name, job in jobs.items():
        # What is read once a process: contents, words, names of cards.
        for question in questions:
            job(question)
        for question in questions:
            started = time.process_time()
            rounds = [1000 * seconds_of(partial(job, question)) for _ in range(times)]
            busy[name].append(1000 * (time.process_time() - started) / times)
            took[name].append(median(rounds))
    return {"texts": Wording.objects.count(), "index": _size(), "milliseconds": took, "processor": busy}


def _size() -> int:
    """Bytes of the index of words."""
    from django.db import connection

    size = (
        "SELECT pg_total_relation_size('rulesbase_fulltext')"
        if connection.vendor == "postgresql"
        else "SELECT sum(length(block)) FROM rulesbase_fulltext_data"
    )
    with connection.cursor() as cursor:
        cursor.execute(size)
        row = cursor.fetchone()
    return int(row[0] or 0) if row else 0


def bench(place: Place, times: int = TIMES) -> Outcome:
    """Measure a filled database."""
    env = clean_environment(
        place.url, DJANGO_SETTINGS_MODULE="config.settings", CACHE_URL="dummy://", ALLOWED_HOSTS="*"
    )
    found = json.loads(run([sys.executable, "-m", "tests.bench.searching", str(times)], env).output)
    took, busy = found["milliseconds"], found["processor"]
    name = place.name
    figures = [
        Figure("search", f"{name}: one version, median", median(took["one"]), "ms", TARGET_ONE),
        Figure("search", f"{name}: one version, 95th percentile", quantiles(took["one"], n=20)[-1], "ms"),
        Figure("search", f"{name}: one version, time of the processor", median(busy["one"]), "ms"),
        Figure("search", f"{name}: its page, cache off, median", median(took["page"]), "ms", TARGET_ONE),
        Figure("search", f"{name}: all versions, median", median(took["all"]), "ms", TARGET_ALL),
        Figure("search", f"{name}: all versions, 95th percentile", quantiles(took["all"], n=20)[-1], "ms"),
        Figure("search", f"{name}: texts that hold the words, looked for plainly", median(took["plain"]), "ms"),
        Figure("search", f"{name}: index of {found['texts']} texts", found["index"] / 1e6, "MB"),
    ]
    return Outcome(figures, found)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
