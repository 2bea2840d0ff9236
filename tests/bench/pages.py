"""Pages: made anew with the cache off, and warm under the real server beside an empty view there."""

import json
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench import warm
from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome, table

LARGE = ("chapter 702", "whole glossary")
TARGET_MS, TARGET_LARGE_MS = 30.0, 150.0
TARGET_QUERIES = 12.0
TARGET_WARM, TARGET_LARGE_WARM = 0.5, 0.33


def bench_place(place: Place, static: str) -> Outcome:
    """Measure the pages of one filled database."""
    env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
    run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
    command = [sys.executable, "-m", "tests.bench.views", str(warm.VISITS)]
    anew = json.loads(run(command, env | {"CACHE_URL": "dummy://"}).output)
    apart = {name: page["address"] for name, page in anew["apart"].items()}
    kept = warm.measure(env, anew["mix"].pop("addresses"), apart)
    figures = [*_anew_figures(place.name, anew), *_warm_figures(place.name, kept)]
    return Outcome(figures, {"anew": anew, "warm": kept.as_dict()}, _apart_table(place.name, anew, kept))


def _anew_figures(place: str, anew: Any) -> list[Figure]:
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


def _warm_figures(place: str, kept: warm.Warm) -> list[Figure]:
    figures = [
        Figure("pages", f"{place}: empty view", kept.empty.rate, "/s"),
        Figure("pages", f"{place}: mix, first visits", kept.first_rate, "/s"),
        Figure("pages", f"{place}: mix, warm", kept.mix.rate, "/s"),
        Figure("pages", f"{place}: mix, warm, of the empty view", kept.mix.ratio, "x", TARGET_WARM, at_least=True),
    ]
    for name, page in kept.apart.items():
        target = TARGET_LARGE_WARM if name in LARGE else None
        what = f"{place}: {name}, warm, of the empty view"
        figures.append(Figure("pages", what, page.ratio, "x", target, at_least=True))
    return figures


def _apart_table(place: str, anew: Any, kept: warm.Warm) -> str:
    """Return all kinds of pages side by side."""
    made = {**anew["apart"], "mix": anew["mix"]}
    served = {"mix": kept.mix, **kept.apart, "empty view": kept.empty, "bare Django": kept.bare}
    rows: list[list[str]] = []
    for name, page in served.items():
        times = (
            [f"{made[name][key]:.1f}" for key in ("median_ms", "cpu_ms", "remembering_ms")]
            if name in made
            else [""] * 3
        )
        queries = str(made[name]["queries"]) if name in made else ""
        warmly = [
            f"{page.rate:.0f}",
            f"{page.ratio:.2f}",
            f"{page.bare_ratio:.2f}",
            f"{page.cpu_ms:.2f}",
            f"{page.cpu_ratio:.2f}",
        ]
        rows.append([name, f"{page.size / 1000:.0f}", *times, queries, *warmly])
    heads = "kB;anew ms;its cpu;remembering;queries;warm /s;of empty;of bare;cpu ms;cpu of empty".split(";")
    return table([place, *heads], rows, numbers=range(1, len(heads) + 1))


def bench(places: Sequence[Place]) -> Outcome:
    """Measure the pages of all filled databases."""
    with TemporaryDirectory(prefix="rulesbase-bench-static-") as static:
        outcomes = {place.name: bench_place(place, static) for place in places}
    figures = [figure for outcome in outcomes.values() for figure in outcome.figures]
    details: dict[str, object] = {name: outcome.details for name, outcome in outcomes.items()}
    return Outcome(figures, details, "\n\n".join(outcome.text for outcome in outcomes.values()))
