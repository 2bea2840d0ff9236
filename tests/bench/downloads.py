"""Downloads of whole versions: as a stream for the first time, as files, and the whole archive as one file."""

import json
import sys
import time
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.bench.measuring import BenchError, clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.bench.server import Served
from tests.support.programs import HOST

VERSIONS = 24
TARGET_FIRST_BYTE_MS, TARGET_GROWN_MB, TARGET_BUNDLE_MB = 100.0, 8.0, 64.0
_MB = 1024 * 1024


class Visit(NamedTuple):
    """Milliseconds to the first byte of an answer and to its last, and how many bytes it had."""

    first: float
    whole: float
    size: int


def bench(place: Place, static: str) -> Outcome:
    """Measure a filled database."""
    with TemporaryDirectory(prefix="rulesbase-bench-downloads-") as folder:
        found = measure(place, static, Path(folder))
    figures = [
        Figure("downloads", f"{place.name}: {what}", found[what], unit, target)
        for what, unit, target in (
            ("version never asked for as JSON, first byte", "ms", TARGET_FIRST_BYTE_MS),
            ("the slowest of them", "ms", None),
            ("memory grown by them, both workers", "MB", TARGET_GROWN_MB),
            ("EPUB that has to be made, first byte", "ms", None),
            ("EPUB that is there, first byte", "ms", None),
            ("bundle", "s", None),
            ("bundle, memory above that of a small command", "MB", TARGET_BUNDLE_MB),
            ("bundle, size", "MB", None),
        )
    ]
    return Outcome(figures, dict(found))


def measure(place: Place, static: str, folder: Path) -> dict[str, float]:
    """Stream many versions, each once; then files; then the bundle."""
    env = clean_environment(
        place.url,
        DJANGO_SETTINGS_MODULE="tests.bench.settings",
        BENCH_STATIC=static,
        DOWNLOADS_DIR=str(folder / "downloads"),
        API_RATE="1000000",
    )
    with Served(env) as served:
        dates = _dates(served.port)
        shortest, *others = dates
        for _ in range(12):
            _visit(served.port, _stream(shortest))
        before = _peaks(served)
        streamed = [_visit(served.port, _stream(date)) for date in others[-VERSIONS:]]
        grown = _peaks(served) - before
        made = [_file(served.port, date) for date in others[-6:]]
        there = [_file(served.port, date) for date in others[-6:]]
    small = run([sys.executable, "manage.py", "versions", "--json"], env)
    bundle = run([sys.executable, "manage.py", "build_downloads", "--bundle"], env)
    size = next((folder / "downloads" / "files").rglob("rulesbase-archive.zip")).stat().st_size
    return {
        "version never asked for as JSON, first byte": median(visit.first for visit in streamed),
        "the slowest of them": max(visit.first for visit in streamed),
        "whole": median(visit.whole for visit in streamed),
        "size": max(visit.size for visit in streamed) / _MB,
        "memory grown by them, both workers": grown / _MB,
        "EPUB that has to be made, first byte": median(visit.first for visit in made),
        "EPUB that is there, first byte": median(visit.first for visit in there),
        "bundle": bundle.seconds,
        "bundle, memory above that of a small command": max(0, bundle.peak - small.peak) / _MB,
        "bundle, size": size / _MB,
    }


def _stream(date: str) -> str:
    return f"/api/v1/versions/{date}/text/"


def _open(port: int, path: str) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(HOST, port, timeout=120)
    connection.request("GET", path)
    return connection, connection.getresponse()


def _dates(port: int) -> list[str]:
    """All versions with an English text, oldest first; the oldest are the shortest."""
    dates: list[str] = []
    path = "/api/v1/versions/?limit=100"
    while path:
        connection, answer = _open(port, path)
        found = json.loads(answer.read())
        connection.close()
        dates += [item["version"] for item in found["results"] if "en" in item["languages"]]
        path = (found.get("next") or "").partition("/api/")[2]
        path = f"/api/{path}" if path else ""
    if len(dates) < 2:
        raise BenchError("Downloads need an archive of several versions.")
    return dates


def _visit(port: int, path: str) -> Visit:
    begun = time.perf_counter()
    connection, answer = _open(port, path)
    first = len(answer.read(1))
    at_first = time.perf_counter()
    size = first + sum(len(piece) for piece in iter(lambda: answer.read(1 << 16), b""))
    connection.close()
    if answer.status != 200:
        raise BenchError(f"{path} answered {answer.status}.")
    return Visit((at_first - begun) * 1000, (time.perf_counter() - begun) * 1000, size)


def _file(port: int, date: str) -> Visit:
    """A file by its plain address, as a browser goes: led on to the address with the digest."""
    begun = time.perf_counter()
    connection, answer = _open(port, f"/downloads/{date}/en/epub")
    answer.read()
    connection.close()
    led = (time.perf_counter() - begun) * 1000
    found = _visit(port, answer.headers["Location"])
    return Visit(led + found.first, led + found.whole, found.size)


def _peaks(served: Served) -> int:
    """The largest memory that the workers had so far, in bytes, added up."""
    statuses = [Path(f"/proc/{worker}/status").read_text() for worker in served.workers()]
    return sum(int(status.partition("VmHWM:")[2].split()[0]) * 1024 for status in statuses)
