"""The API: an entry by number, cached and unchanged (304), beside an empty view of the same framework; a whole text."""

import time
from pathlib import Path
from statistics import median

from tests.bench.measuring import BenchError, clean_environment
from tests.bench.places import Place
from tests.bench.report import Figure
from tests.bench.server import Served
from tests.support.asking import ask

ENTRY = "/api/v1/versions/latest/entries/702.19b/"
WHOLE = "/api/v1/versions/latest/text/"
EMPTY = "/bench/empty-api/"
VISITS, ROUNDS = 300, 7
TARGET_WARM, TARGET_UNCHANGED, TARGET_FIRST_BYTE_MS = 0.6, 0.8, 100.0


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Serve a filled database, warm up, then let the three kinds of visits take turns."""
    with Served(clean_environment(place.url, API_RATE="1000000")) as served:
        for _ in range(40):
            ask(served.port, EMPTY)
            tag = ask(served.port, ENTRY).headers["ETag"]
        empty, entry, same = [], [], []
        for _ in range(ROUNDS):
            empty.append(_rate(served.port, EMPTY, {}, 200))
            entry.append(_rate(served.port, ENTRY, {}, 200))
            same.append(_rate(served.port, ENTRY, {"If-None-Match": tag}, 304))
        whole = [ask(served.port, WHOLE) for _ in range(5)]
    return [
        Figure("empty API view", median(empty), "/s"),
        Figure("entry by number, warm", median(entry), "/s"),
        Figure("entry, of the empty view", _ratio(entry, empty), "x", TARGET_WARM, at_least=True),
        Figure("304, of the empty view", _ratio(same, empty), "x", TARGET_UNCHANGED, at_least=True),
        Figure("whole text, first byte", median(one.first for one in whole) * 1000, "ms", TARGET_FIRST_BYTE_MS),
        Figure("whole text, all", median(one.seconds for one in whole) * 1000, "ms"),
    ]


def _ratio(rates: list[float], others: list[float]) -> float:
    return median(one / other for one, other in zip(rates, others, strict=True))


def _rate(port: int, path: str, headers: dict[str, str], status: int) -> float:
    """Visits a second, one behind the other."""
    begun = time.perf_counter()
    for _ in range(VISITS):
        if (found := ask(port, path, headers=headers).status) != status:
            raise BenchError(f"{path} answered {found}, not {status}.")
    return VISITS / (time.perf_counter() - begun)
