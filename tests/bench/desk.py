"""The desk: queues and editors, warm, in the language with most translations, beside an empty view."""

import json
import sys
from typing import Any

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome, table

TARGET_MS, TARGET_QUERIES = 60.0, 20.0
# The list of the largest chapter, of 500 ms until its first paint; and the answer to an approval in it.
TARGET_LIST_MS, TARGET_APPROVAL_MS = 200.0, 150.0
# All texts of a version in a language, for the first page after a change of the English.
TARGET_FRESHNESS_MS = 200.0


def bench(place: Place, static: str) -> Outcome:
    """Ask for the pages in a process of its own."""
    env = clean_environment(place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
    found: dict[str, Any] = json.loads(run([sys.executable, "-m", "tests.bench.desk_pages"], env).output)
    return Outcome(figures_of(place.name, found), found, table_of(place.name, found))


def figures_of(place: str, found: dict[str, Any]) -> list[Figure]:
    """The slowest page and the one with the most queries, each beside its target."""
    pages = {name: page for name, page in found["pages"].items() if name not in ("overview", "list")}
    slowest = max(pages, key=lambda name: pages[name]["cpu_ms"])
    most = max(pages, key=lambda name: pages[name]["queries"])
    page = pages[slowest]
    list_ms = found["pages"]["list"]["cpu_ms"]
    return [
        Figure("desk", f"{place}: translations into {found['language']}", found["translations"]),
        Figure("desk", f"{place}: slowest page ({slowest}), of the processor", page["cpu_ms"], "ms", TARGET_MS),
        Figure("desk", f"{place}: times the empty view", page["cpu_ms"] / max(page["empty_ms"], 0.001), "x"),
        Figure("desk", f"{place}: list of the largest chapter, of the processor", list_ms, "ms", TARGET_LIST_MS),
        Figure("desk", f"{place}: approval of a text in the list", found["approval_ms"], "ms", TARGET_APPROVAL_MS),
        Figure("desk", f"{place}: freshness of a version, anew", found["freshness_ms"], "ms", TARGET_FRESHNESS_MS),
        Figure("desk", f"{place}: most queries ({most})", pages[most]["queries"], "", TARGET_QUERIES),
    ]


def table_of(place: str, found: dict[str, Any]) -> str:
    """All pages side by side."""
    rows = [
        [
            name,
            f"{page['median_ms']:.1f}",
            f"{page['cpu_ms']:.1f}",
            f"{page['cpu_ms'] / max(page['empty_ms'], 0.001):.0f}",
            f"{page['queries']:.0f}",
        ]
        for name, page in found["pages"].items()
    ]
    heads = ["median ms", "cpu ms", "of empty", "queries"]
    return table([place, *heads], rows, numbers=range(1, len(heads) + 1))
