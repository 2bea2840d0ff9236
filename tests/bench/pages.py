"""Pages made anew, with the cache off. `make load` measures warm pages under the real server."""

import json
import sys
from typing import Any

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome, table

LARGE = ("chapter 702", "whole glossary")
VISITS = 400
TARGET_MS, TARGET_LARGE_MS = 30.0, 150.0
TARGET_QUERIES = 12.0


def bench(place: Place, static: str) -> Outcome:
    """Measure the pages of a filled database."""
    env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
    command = [sys.executable, "-m", "tests.bench.views", str(VISITS)]
    anew = json.loads(run(command, env | {"CACHE_URL": "dummy://"}).output)
    return Outcome(_figures(place.name, anew), anew, _table(place.name, anew))


def _figures(place: str, anew: Any) -> list[Figure]:
    mix = anew["mix"]
    figures = [
        Figure("pages", f"{place}: mix, cache off, median", mix["median_ms"], "ms", TARGET_MS),
        Figure("pages", f"{place}: mix, cache off, functions remember", mix["remembering_ms"], "ms"),
        Figure("pages", f"{place}: mix, cache off, time of the processor", mix["cpu_ms"], "ms"),
        Figure("pages", f"{place}: mix, cache off, 95th percentile", mix["p95_ms"], "ms"),
        Figure("pages", f"{place}: mix, most queries ({mix['most_queries']})", mix["queries"], "", TARGET_QUERIES),
    ]
    for name, page in anew["apart"].items():
        target = TARGET_LARGE_MS if name in LARGE else None
        figures.append(Figure("pages", f"{place}: {name}, cache off", page["median_ms"], "ms", target))
    return figures


def _table(place: str, anew: Any) -> str:
    """Return all kinds of pages side by side."""
    rows = [
        [
            name,
            f"{page.get('bytes', page.get('median_bytes', 0)) / 1000:.0f}",
            *(f"{page[key]:.1f}" for key in ("median_ms", "cpu_ms", "remembering_ms")),
            str(page["queries"]),
        ]
        for name, page in (("mix", anew["mix"]), *anew["apart"].items())
    ]
    return table([place, "kB", "ms", "cpu ms", "remembering ms", "queries"], rows, numbers=range(1, 6))
