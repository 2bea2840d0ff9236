"""A crowd of signed-in people on 127.0.0.1, each with a pace: asks, thinks, asks again."""

import json
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from tests.bench.server import HOST

# A secret of the form that Django makes; the same in cookie and header is what it asks for.
TOKEN = "bench0CSRF0token0of0thirty2chars"
QUEUE, SYNC, EMPTY = "/bench/study/queue/", "/bench/study/sync/", "/bench/empty/"


class Visits(NamedTuple):
    """What a crowd came to: milliseconds of each visit, what went wrong, the keys of grades that were confirmed."""

    took: list[float]
    errors: list[str]
    keys: list[str]
    seconds: float

    @property
    def rate(self) -> float:
        """Return visits a second."""
        return len(self.took) / self.seconds

    @property
    def middle(self) -> float:
        """Return the median in milliseconds."""
        return median(self.took)

    @property
    def p95(self) -> float:
        """Return what nineteen of twenty visits stay under, in milliseconds."""
        return quantiles(self.took, n=20)[-1]


class Person:
    """One who studies: loads the queue, then grades its cards one by one."""

    def __init__(self, port: int, session: str, visits: Visits, seed: int, pause: float) -> None:
        self.port, self.visits, self.pause = port, visits, pause
        self.random = Random(seed)
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/json",
            "Connection": "close",
        }

    def ask(self, path: str, body: str | None = None) -> bytes:
        """Visit an address after a moment of thinking; notes time and errors."""
        if self.pause:
            time.sleep(self.random.uniform(0.2, 1.8) * self.pause)
        started = time.perf_counter()
        try:
            connection = HTTPConnection(HOST, self.port, timeout=60)
            connection.request("GET" if body is None else "POST", path, body, self.headers)
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
            if answer.status != 200:
                self.visits.errors.append(f"{path} answered {answer.status}")
        except (OSError, HTTPException) as error:
            self.visits.errors.append(f"{path}: {error!r}")
            content = b""
        self.visits.took.append((time.perf_counter() - started) * 1000)
        return content

    def study(self, count: int) -> None:
        """Grade so many cards, loading the queue after every fifth."""
        cards: list[str] = []
        for _ in range(count):
            if not cards:
                cards = json.loads(self.ask(QUEUE) or b"[]")[:5]
            if not cards:
                self.visits.errors.append("The queue was empty.")
                return
            self.grade([cards.pop(0)])

    def grade(self, cards: Sequence[str]) -> None:
        """Send grades of these cards."""
        at = datetime.now(UTC).isoformat()
        grades = [{"key": str(uuid.uuid4()), "question": one, "grade": 4, "at": at, "took": 4000} for one in cards]
        told = json.loads(self.ask(SYNC, json.dumps({"grades": grades})) or b"{}")
        self.visits.errors.extend(one["why"] for one in told.get("refused", []))
        self.visits.keys.extend(told.get("applied", []))
        missing = {one["key"] for one in grades} - set(told.get("applied", []))
        self.visits.errors.extend(f"{key} was not answered." for key in missing)

    def rest(self, count: int) -> None:
        """Ask for the empty view as often as `study` asks for anything."""
        for _ in range(count + -(-count // 5)):
            self.ask(EMPTY)


def crowd(port: int, sessions: Sequence[str], does: Callable[[Person], None], pause: float) -> Visits:
    """Let everybody do this at the same time; returns what came of it when the last is done."""
    visits = Visits([], [], [], 0.0)
    people = [Person(port, session, visits, at, pause) for at, session in enumerate(sessions)]
    threads = [threading.Thread(target=does, args=[person]) for person in people]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return visits._replace(seconds=time.perf_counter() - started)
