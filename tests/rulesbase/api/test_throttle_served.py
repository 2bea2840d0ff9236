"""The limit of the API holds for all worker processes of the real server together."""

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bench.server import HOST, serving

pytestmark = pytest.mark.slow

RATE, TIMES, CLIENTS, WINDOW = 10, 10, 10, 60
_VISITORS = count(1)


class Told(NamedTuple):
    """What one request got."""

    status: int
    limit: int
    remaining: int


def ask(port: int, client: str) -> Told:
    connection = HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", "/api/v1/nowhere/", headers={"X-Forwarded-For": f"1.1.1.1, {client}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    left = int(answer.headers["RateLimit-Remaining"])
    assert 0 < int(answer.headers["RateLimit-Reset"]) <= WINDOW + 1
    assert answer.status != 429 or int(answer.headers["Retry-After"]) == int(answer.headers["RateLimit-Reset"])
    return Told(answer.status, int(answer.headers["RateLimit-Limit"]), left)


def visit(port: int) -> list[Told]:
    """All that one client is told at ten times the limit."""
    client = f"203.0.113.{next(_VISITORS)}"
    return [ask(port, client) for _ in range(RATE * TIMES)]


def rush(port: int) -> list[list[Told]]:
    """Ten clients at once within one window. A rush that a window ended in is made anew, with other clients."""
    while True:
        window = time.time() // WINDOW
        with ThreadPoolExecutor(CLIENTS) as pool:
            found = list(pool.map(lambda _: visit(port), range(CLIENTS)))
        if time.time() // WINDOW == window:
            return found


def test_ten_clients_at_ten_times_the_limit_before_two_workers(tmp_path: Path) -> None:
    env = dict(os.environ) | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": os.urandom(40).hex(),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "CACHE_URL": "dummy://",
        "API_RATE": str(RATE),
        "FORWARDED_ALLOW_IPS": HOST,
    }
    for name in ("DEBUG", "SECURE", "ALLOWED_HOSTS", "DATABASE_REPLICA_URL"):
        env.pop(name, None)
    with serving(env) as served:
        told = rush(served.port)
    for one in told:
        assert Counter(answer.status for answer in one) == {404: RATE, 429: RATE * (TIMES - 1)}
        # Each of the two workers allows its share.
        left = Counter(answer.remaining for answer in one if answer.status == 404)
        assert left == dict.fromkeys(range(RATE // 2), 2)
        assert {answer.limit for answer in one} == {RATE}
