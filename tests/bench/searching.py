"""Searching one version and all of them, beside a plain look for the same words.

A process of its own measures the English searches of the score.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from tests.bench.measuring import figures_apart, seconds_of
from tests.bench.places import Place
from tests.bench.report import Figure
from tests.score.searches import read_searches

TIMES = 5
TARGET_ONE, TARGET_ALL = 40.0, 200.0


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Measure a filled database."""
    return figures_apart("tests.bench.searching", place.url, CACHE_URL="dummy://", ALLOWED_HOSTS="*")


def milliseconds(job: Callable[[str], object], questions: Sequence[str]) -> tuple[list[float], float]:
    """Return the median time of each question, and the median time of the processor."""
    # What is read once a process: contents, words, names of cards.
    for question in questions:
        job(question)
    took, busy = [], []
    for question in questions:
        started = time.process_time()
        took.append(median(1000 * seconds_of(partial(job, question)) for _ in range(TIMES)))
        busy.append(1000 * (time.process_time() - started) / TIMES)
    return took, median(busy)


def measured() -> list[Figure]:
    """Return the figures of each search, of its page, through all versions, plainly."""
    from django.test import Client

    from rulesbase.archive.catalogue import catalogue
    from rulesbase.engine.search.query import read_query
    from rulesbase.models import Entry, Wording
    from rulesbase.search.all_versions import match_periods, search_all_versions
    from rulesbase.search.queries import search

    versions = catalogue()
    version = versions.latest
    assert version
    client = Client()

    def one_version(question: str) -> None:
        search(versions, version, ["en"], question)

    def through(question: str) -> None:
        if found := search_all_versions(versions, "en", question):
            match_periods(versions, found.language, found.keys, found.runs[:25])

    def plainly(question: str) -> None:
        entries = Entry.objects.filter(edition=version.main.pk)
        for word in read_query(question, "en").words:
            entries = entries.filter(wording__text__icontains=word.folded)
        list(entries.values_list("number", "wording__text"))

    def page(question: str) -> None:
        assert client.get("/search/?" + urlencode({"q": question})).status_code in (200, 302)

    questions = [one.question for one in read_searches() if one.language == "en"]
    one, busy = milliseconds(one_version, questions)
    pages, _busy = milliseconds(page, questions)
    every, _busy = milliseconds(through, questions)
    plain, _busy = milliseconds(plainly, questions)
    return [
        Figure("one version, median", median(one), "ms", TARGET_ONE),
        Figure("one version, 95th percentile", quantiles(one, n=20)[-1], "ms"),
        Figure("one version, time of the processor", busy, "ms"),
        Figure("its page, cache off, median", median(pages), "ms", TARGET_ONE),
        Figure("all versions, median", median(every), "ms", TARGET_ALL),
        Figure("all versions, 95th percentile", quantiles(every, n=20)[-1], "ms"),
        Figure("texts that hold the words, looked for plainly", median(plain), "ms"),
        Figure(f"index of {Wording.objects.count()} texts", _size() / 1e6, "MB"),
    ]


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
