"""Pages made anew, with the cache off. `make load` measures warm pages under the real server.

A process of its own asks the application; what functions remember of the content is forgotten before each visit as
well. The time holds all middleware, so it is a little more than in the view.
"""

import time
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.bench.measuring import BenchError, figures_apart, seconds_of
from tests.bench.places import Place
from tests.bench.report import Figure
from tests.support.queries import queries_of

if TYPE_CHECKING:
    from django.test import Client

LARGE = ("chapter 702", "whole glossary")
VISITS, TIMES = 400, 7
TARGET_MS, TARGET_LARGE_MS = 30.0, 150.0
TARGET_QUERIES = 12.0


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Measure the pages of a filled database."""
    return figures_apart("tests.bench.pages", place.url, CACHE_URL="dummy://")


def ask(client: "Client", address: str) -> None:
    """Ask for a page; raises BenchError where it is not there."""
    # Each visit is somebody's first.
    client.cookies.clear()
    response = client.get(address)
    if response.status_code != 200:
        raise BenchError(f"{address} answered {response.status_code}.")


def visit_anew(client: "Client", address: str) -> tuple[float, float]:
    """Return the milliseconds of a visit, on the wall and of this process alone."""
    from tests.support.caches import clear_caches

    clear_caches(("rulesbase.", "cards."), without=(".engine.",))
    started = time.process_time()
    seconds = seconds_of(partial(ask, client, address))
    return seconds * 1000, (time.process_time() - started) * 1000


def measured() -> list[Figure]:
    """Return the figures of the mix and of the pages stated apart."""
    from django.test import Client

    from tests.bench import zipf

    client = Client(SERVER_NAME="localhost")
    archive = zipf.Archive()
    addresses = list(zipf.visits(archive, VISITS))
    queries = {address: queries_of(client, address, cold=True) for address in dict.fromkeys(addresses)}
    most = max(queries, key=queries.__getitem__)
    took, busy = zip(*(visit_anew(client, address) for address in addresses), strict=True)
    remembering = [seconds_of(partial(ask, client, address)) * 1000 for address in addresses]
    figures = [
        Figure("mix, cache off, median", median(took), "ms", TARGET_MS),
        Figure("mix, cache off, functions remember", median(remembering), "ms"),
        Figure("mix, cache off, time of the processor", median(busy), "ms"),
        Figure("mix, cache off, 95th percentile", quantiles(took, n=20)[-1], "ms"),
        Figure(f"mix, most queries ({most})", queries[most], "", TARGET_QUERIES),
    ]
    for name, address in zipf.stated_apart(archive).items():
        page = median(visit_anew(client, address)[0] for _ in range(TIMES))
        figures.append(Figure(f"{name}, cache off", page, "ms", TARGET_LARGE_MS if name in LARGE else None))
    return figures
