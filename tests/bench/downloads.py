"""Downloads of whole versions: as a stream for the first time, as files, and the whole archive as one file."""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.measuring import BenchError, clean_environment, run
from tests.bench.places import Place
from tests.bench.report import Figure
from tests.bench.server import Served
from tests.support.asking import Answer, ask

VERSIONS, FILES = 24, 6
TARGET_FIRST_BYTE_MS, TARGET_GROWN_MB, TARGET_BUNDLE_MB = 100.0, 8.0, 64.0
_MB = 1024 * 1024


def bench(place: Place, _corpus: Path) -> list[Figure]:
    """Stream many versions, each once; then files; then the bundle."""
    with TemporaryDirectory(prefix="rulesbase-bench-downloads-") as folder:
        env = clean_environment(place.url, DOWNLOADS_DIR=f"{folder}/downloads", API_RATE="1000000")
        with Served(env) as served:
            shortest, *others = _dates(served.port)
            for _ in range(12):
                _stream(served.port, shortest)
            before = sum(served.memory("VmHWM"))
            streamed = [_stream(served.port, date).first * 1000 for date in others[-VERSIONS:]]
            grown = sum(served.memory("VmHWM")) - before
            made = median(_first_of_file(served.port, date) for date in others[-FILES:])
            there = median(_first_of_file(served.port, date) for date in others[-FILES:])
        small = run([sys.executable, "manage.py", "versions", "--json"], env)
        bundle = run([sys.executable, "manage.py", "build_downloads", "--bundle"], env)
        size = next(Path(folder).rglob("rulesbase-archive.zip")).stat().st_size
    above = max(0, bundle.peak - small.peak) / _MB
    return [
        Figure("version never asked for as JSON, first byte", median(streamed), "ms", TARGET_FIRST_BYTE_MS),
        Figure("the slowest of them", max(streamed), "ms"),
        Figure("memory grown by them, both workers", grown / _MB, "MB", TARGET_GROWN_MB),
        Figure("EPUB that has to be made, first byte", made, "ms"),
        Figure("EPUB that is there, first byte", there, "ms"),
        Figure("bundle", bundle.seconds, "s"),
        Figure("bundle, memory above that of a small command", above, "MB", TARGET_BUNDLE_MB),
        Figure("bundle, size", size / _MB, "MB"),
    ]


def _dates(port: int) -> list[str]:
    """All versions with an English text, oldest first; the oldest are the shortest."""
    dates: list[str] = []
    path = "/api/v1/versions/?limit=100"
    while path:
        found = ask(port, path).data
        dates += [item["version"] for item in found["results"] if "en" in item["languages"]]
        path = (found.get("next") or "").partition("/api/")[2]
        path = f"/api/{path}" if path else ""
    if len(dates) < 2:
        raise BenchError("Downloads need an archive of several versions.")
    return dates


def _visit(port: int, path: str) -> Answer:
    answer = ask(port, path, timeout=120)
    if answer.status != 200:
        raise BenchError(f"{path} answered {answer.status}.")
    return answer


def _stream(port: int, date: str) -> Answer:
    return _visit(port, f"/api/v1/versions/{date}/text/")


def _first_of_file(port: int, date: str) -> float:
    """Milliseconds to the first byte of a file by its plain address, which leads on to the address with the digest."""
    led = ask(port, f"/downloads/{date}/en/epub", timeout=120)
    return (led.seconds + _visit(port, led.headers["Location"]).first) * 1000
