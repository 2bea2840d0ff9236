"""The API: an entry by number, cached and unchanged (304), beside an empty view of the same framework; a whole text."""

import re
import socket
import time
from http.client import HTTPConnection
from statistics import median

from tests.bench.measuring import clean_environment
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.bench.server import Served
from tests.support.programs import HOST

ENTRY = "/api/v1/versions/latest/entries/702.19b/"
WHOLE = "/api/v1/versions/latest/text/"
EMPTY = "/bench/empty-api/"
VISITS, ROUNDS = 300, 7
TARGET_WARM, TARGET_UNCHANGED, TARGET_FIRST_BYTE_MS = 0.6, 0.8, 100.0


def bench(place: Place, static: str) -> Outcome:
    """Measure a filled database."""
    found = measure(place, static)
    rows: tuple[tuple[str, str, str, float | None, bool], ...] = (
        ("empty API view", "empty", "/s", None, False),
        ("entry by number, warm", "entry", "/s", None, False),
        ("entry, of the empty view", "entry_ratio", "x", TARGET_WARM, True),
        ("304, of the empty view", "same_ratio", "x", TARGET_UNCHANGED, True),
        ("whole text, first byte", "first_byte_ms", "ms", TARGET_FIRST_BYTE_MS, False),
        ("whole text, all", "whole_ms", "ms", None, False),
    )
    figures = [
        Figure("api", f"{place.name}: {what}", found[key], unit, target, at_least)
        for what, key, unit, target, at_least in rows
    ]
    return Outcome(figures, dict(found))


def measure(place: Place, static: str) -> dict[str, float]:
    """Serve, warm up, then let the three kinds of visits take turns."""
    env = clean_environment(
        place.url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static, API_RATE="1000000"
    )
    with Served(env) as served:
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
