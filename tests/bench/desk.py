"""The desk: queues and editors, an approval and freshness, warm, in the language with most translations.

A process of its own asks the application as a curator, who is made for it and undone with all that the pages write; in
turns with an empty view.
"""

import re
import time
from collections import Counter
from functools import partial
from html import unescape
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.measuring import BenchError, figures_apart, processor_ms
from tests.bench.places import Place
from tests.bench.report import Figure

if TYPE_CHECKING:
    from django.test import Client

TARGET_MS, TARGET_QUERIES = 60.0, 20.0
# The list of the largest chapter, of 500 ms until its first paint; and the answer to an approval in it.
TARGET_LIST_MS, TARGET_APPROVAL_MS = 200.0, 150.0
# All texts of a version in a language, for the first page after a change of the English.
TARGET_FRESHNESS_MS = 200.0
TIMES = 15
EMPTY = "/bench/empty/"
_ROW = re.compile(r'data-base="(\d*)" data-seen="(\d*)" .*?<a class="num" href="([^"]+)"', re.S)
QUEUES = ("behind", "references", "missing", "checks")


class Page(NamedTuple):
    """Milliseconds of the processor for a warm visit and for an empty view, and the queries of the page."""

    cpu: float
    empty: float
    queries: int


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Ask for the pages in a process of its own."""
    return figures_apart("tests.bench.desk", place.url)


def addresses(language: str) -> dict[str, str]:
    """Name -> address of the pages that are measured; the editor is that of the first text of a queue."""
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.desk.queues import chapter_key, plan_of
    from rulesbase.desk.rows import rows_of

    plan = plan_of(catalogue(), language)
    if plan is None:
        raise BenchError("The desk needs an English version.")
    sizes = Counter(chapter_key(cell) for cell in plan.cells)
    del sizes["glossary"]
    found = {"list": f"/curate/{language}/list/?chapter={max(sizes, key=sizes.__getitem__)}", "overview": "/curate/"}
    for queue in QUEUES:
        found[f"queue {queue}"] = f"/curate/{language}/?queue={queue}"
        if rows := rows_of(plan.queues[queue][:1], language, {}):
            found[f"editor {queue}"] = f"/curate/{language}/{rows[0].public_id}/?queue={queue}"
    return found


def page(client: "Client", address: str) -> Page:
    """Visit a page and the empty view in turns."""
    from tests.support.queries import queries_of

    def visit(path: str) -> None:
        if (status := client.get(path).status_code) != 200:
            raise BenchError(f"{path} answered {status}.")

    for path in (EMPTY, address):
        visit(path)
    queries = queries_of(client, address)
    turns = [(processor_ms(partial(visit, EMPTY)), processor_ms(partial(visit, address))) for _ in range(TIMES)]
    empty, busy = (median(column) for column in zip(*turns, strict=True))
    return Page(busy, empty, queries)


def approval(client: "Client", list_address: str) -> float:
    """Return the median milliseconds in which the server approves the second text of a list, a new one each time."""
    rows = _ROW.findall(client.get(list_address).content.decode())
    base, seen, address = map(unescape, rows[1])
    took = []
    for at in range(TIMES):
        sent = {"row": "1", "verb": "approve", "text": f"{at}.", "base": base, "seen": seen}
        begun = time.perf_counter()
        answer = client.post(address, sent, headers={"Accept": "application/json"})
        took.append(1000 * (time.perf_counter() - begun))
        if answer.status_code != 200:
            raise BenchError(f"An approval at {address} answered {answer.status_code}.")
        base, seen = answer.json()["revision"], answer.json()["approved"]
    return median(took)


def freshness_ms(language: str) -> float:
    """Milliseconds of the processor for the freshness of all texts of the latest version; functions forget before."""
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.translations.freshness import freshness
    from tests.support.caches import clear_caches

    versions = catalogue()
    if versions.latest is None:
        raise BenchError("Freshness needs a version.")
    took = []
    for _ in range(5):
        clear_caches(("rulesbase.translations.",))
        took.append(processor_ms(partial(freshness, versions, versions.latest, language)))
    return median(took)


def measured() -> list[Figure]:
    """Return the figures: the slowest page, the one with the most queries, and each page."""
    from django.db.models import Count
    from django.test import Client

    from rulesbase.models import Translation, User
    from tests.support.databases import rolled_back

    counted = Translation.objects.values_list("language").annotate(texts=Count("pk")).order_by("-texts", "language")
    language, translations = counted.first() or ("fr", 0)
    with rolled_back():
        client = Client(SERVER_NAME="localhost")
        client.force_login(User.objects.create_superuser("bench-desk", "bench@example.org", None))
        places = addresses(language)
        pages = {name: page(client, address) for name, address in places.items()}
        approved = approval(client, places["list"])
    warm = {name: one for name, one in pages.items() if name not in ("overview", "list")}
    slowest = max(warm, key=lambda name: warm[name].cpu)
    most = max(warm, key=lambda name: warm[name].queries)
    times = warm[slowest].cpu / max(warm[slowest].empty, 0.001)
    return [
        Figure(f"translations into {language}", translations),
        Figure(f"slowest page ({slowest}), of the processor", warm[slowest].cpu, "ms", TARGET_MS),
        Figure("times the empty view", times, "x"),
        Figure("list of the largest chapter, of the processor", pages["list"].cpu, "ms", TARGET_LIST_MS),
        Figure("approval of a text in the list", approved, "ms", TARGET_APPROVAL_MS),
        Figure("freshness of a version, anew", freshness_ms(language), "ms", TARGET_FRESHNESS_MS),
        Figure(f"most queries ({most})", warm[most].queries, "", TARGET_QUERIES),
        *(Figure(f"{name}, of the processor", one.cpu, "ms") for name, one in pages.items() if name != "list"),
    ]
