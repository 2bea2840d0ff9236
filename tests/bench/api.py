"""The API: an entry by number, kept and unchanged (304), beside an empty view of the same framework; a whole text."""

import re
import socket
import sys
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.bench.server import HOST, serving

ENTRY = "/api/v1/versions/latest/entries/702.19b/"
WHOLE = "/api/v1/versions/latest/text/"
EMPTY = "/bench/empty-api/"
VISITS, ROUNDS = 300, 7
TARGET_WARM, TARGET_UNCHANGED, TARGET_FIRST_BYTE_MS = 0.6, 0.8, 100.0


def bench(places: Sequence[Place]) -> Outcome:
    """Measure on each filled database."""
    figures: list[Figure] = []
    details: dict[str, object] = {}
    for place in places:
        with TemporaryDirectory(prefix="rulesbase-bench-static-") as static:
            found = measure(place, static)
        details[place.name] = found
        figures += [
            Figure("api", f"{place.name}: empty API view", found["empty"], "/s"),
            Figure("api", f"{place.name}: entry by number, warm", found["entry"], "/s"),
            Figure(
                "api", f"{place.name}: entry, of the empty view", found["entry_ratio"], "x", TARGET_WARM, at_least=True
            ),
            Figure(
                "api",
                f"{place.name}: 304, of the empty view",
                found["same_ratio"],
                "x",
                TARGET_UNCHANGED,
                at_least=True,
            ),
            Figure("api", f"{place.name}: whole text, first byte", found["first_byte_ms"], "ms", TARGET_FIRST_BYTE_MS),
            Figure("api", f"{place.name}: whole text, all", found["whole_ms"], "ms"),
        ]
    return Outcome(figures, details, "")


def measure(place: Place, static: str) -> dict[str, float]:
    """Serve, warm up, then let the three kinds of visits take turns."""
    env = clean_environment(
        place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static, API_RATE="1000000"
    )
    run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
    with serving(env) as served:
        tag = _warmed(served.port)
        rates: dict[str, list[float]] = {"empty": [], "entry": [], "same": []}
        for _ in range(ROUNDS):
            rates["empty"].append(_rate(served.port, EMPTY, {}, 200))
            rates["entry"].append(_rate(served.port, ENTRY, {}, 200))
            rates["same"].append(_rate(served.port, ENTRY, {"If-None-Match": tag}, 304))
        whole = [_whole(served.port) for _ in range(5)]
    ratio = {
        name: median(one / other for one, other in zip(rates[name], rates["empty"], strict=True))
        for name in ("entry", "same")
    }
    return {
        "empty": median(rates["empty"]),
        "entry": median(rates["entry"]),
        "entry_ratio": ratio["entry"],
        "same_ratio": ratio["same"],
        "first_byte_ms": median(first for first, _all in whole),
        "whole_ms": median(all_ for _first, all_ in whole),
    }


def _warmed(port: int) -> str:
    tag = ""
    for _ in range(40):
        for path in (EMPTY, ENTRY):
            tag = _ask(port, path, {})[1] or tag
    return tag


def _ask(port: int, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """Status and ETag. On a plain socket, so that the client takes little of the processors that both share."""
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    data = bytearray()
    with socket.create_connection((HOST, port), timeout=30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n".encode())
        while received := connection.recv(1 << 16):
            data += received
    tag = re.search(rb"(?i)\r\netag: ([^\r]+)", data)
    return int(data[9:12]), tag[1].decode() if tag else ""


def _rate(port: int, path: str, headers: dict[str, str], status: int) -> float:
    """Visits a second, one behind the other."""
    begun = time.perf_counter()
    for _ in range(VISITS):
        found = _ask(port, path, headers)[0]
        if found != status:
            raise SystemExit(f"{path} answered {found}, not {status}.")
    return VISITS / (time.perf_counter() - begun)


def _whole(port: int) -> tuple[float, float]:
    """Milliseconds to the first byte of a whole text, and to the last."""
    begun = time.perf_counter()
    connection = HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", WHOLE)
    answer = connection.getresponse()
    answer.read(1)
    first = time.perf_counter()
    answer.read()
    connection.close()
    return (first - begun) * 1000, (time.perf_counter() - begun) * 1000
