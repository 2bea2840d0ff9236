"""Time and queries of pages that are made anew: `python -m tests.bench.views COUNT`, on DATABASE_URL.

Asks the application in this process, without a server and with the cache off; what functions remember of the
content is forgotten before each visit as well. The time holds all middleware, so it is a little more than in
the view. Prints JSON.
"""

import json
import sys
import time
from functools import partial
from statistics import median, quantiles

import django
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.measuring import BenchError, medians, seconds_of
from tests.support.caches import clear_caches

TIMES = 7
PACKAGES = ("rulesbase.", "cards.")


def ask(client: Client, address: str) -> int:
    """Ask for a page; returns its bytes, and raises BenchError where it is not there."""
    # Each visit is somebody's first.
    client.cookies.clear()
    response = client.get(address)
    if response.status_code != 200:
        raise BenchError(f"{address} answered {response.status_code}.")
    return len(response.content)


def count_queries(client: Client, address: str) -> tuple[int, int]:
    """Return the queries and the bytes of a page."""
    clear_caches(PACKAGES, without=(".engine.",))
    with CaptureQueriesContext(connection) as queries:
        size = ask(client, address)
    return len(queries), size


def visit_anew(client: Client, address: str) -> tuple[float, float]:
    """Return the milliseconds of a visit, on the wall and of this process alone."""
    clear_caches(PACKAGES, without=(".engine.",))
    started = time.process_time()
    seconds = seconds_of(partial(ask, client, address))
    return seconds * 1000, (time.process_time() - started) * 1000


def measure_mix(client: Client, addresses: list[str]) -> dict[str, object]:
    """Return the times of all visits in milliseconds, and the page with the most queries."""
    counted = {address: count_queries(client, address) for address in dict.fromkeys(addresses)}
    took, busy = zip(*(visit_anew(client, address) for address in addresses), strict=True)
    remembering = [seconds_of(partial(ask, client, address)) * 1000 for address in addresses]
    most = max(counted, key=lambda address: counted[address][0])
    return {
        "median_ms": median(took),
        "p95_ms": quantiles(took, n=20)[-1],
        "remembering_ms": median(remembering),
        "cpu_ms": median(busy),
        "slowest": sorted(zip(took, addresses, strict=True), reverse=True)[:5],
        "queries": counted[most][0],
        "most_queries": most,
        "median_bytes": median(size for _, size in counted.values()),
    }


def measure_page(client: Client, address: str) -> dict[str, object]:
    """Return what one page takes, by the median of several visits."""
    queries, size = count_queries(client, address)
    took, busy = zip(*(visit_anew(client, address) for _ in range(TIMES)), strict=True)
    [remembering] = medians(partial(ask, client, address), times=TIMES)
    return {
        "address": address,
        "median_ms": median(took),
        "cpu_ms": median(busy),
        "remembering_ms": remembering * 1000,
        "queries": queries,
        "bytes": size,
    }


def main() -> None:
    """Print the figures of the mix and of the pages stated apart."""
    django.setup()
    from tests.bench import zipf

    client = Client(SERVER_NAME="localhost")
    archive = zipf.Archive()
    mix = measure_mix(client, list(zipf.visits(archive, int(sys.argv[1]))))
    apart = {name: measure_page(client, address) for name, address in zipf.stated_apart(archive).items()}
    print(json.dumps({"mix": mix, "apart": apart}))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        sys.exit(str(error))
