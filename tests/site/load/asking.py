"""Visitors of all kinds: pages, forms and JSON, each visit timed; errors are counted and shown, not raised."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

from tests.support.programs import HOST

VISITORS = 4
_PIECE = 1 << 18
_MOST_HOPS = 3


class Answer(NamedTuple):
    """An answer of the server; ``body`` is empty unless wanted."""

    status: int
    location: str
    size: int
    body: bytes


class Visit(NamedTuple):
    """Something to ask for: of which kind, where, with which headers; what is sent where it is no GET."""

    kind: str
    path: str
    headers: Mapping[str, str] = {}
    body: bytes | None = None
    keep: bool = False


def form(kind: str, path: str, headers: Mapping[str, str], fields: Mapping[str, object]) -> Visit:
    """A form that is sent."""
    body = urlencode({name: str(value) for name, value in fields.items()}).encode("ascii")
    return Visit(kind, path, {**headers, "Content-Type": "application/x-www-form-urlencoded"}, body)


def as_json(kind: str, path: str, headers: Mapping[str, str], output: object) -> Visit:
    """JSON that is sent; the answer is stored."""
    return Visit(kind, path, {**headers, "Content-Type": "application/json"}, json.dumps(output).encode(), keep=True)


def ask(port: int, visit: Visit) -> Answer:
    """Ask once, on a connection of its own, as the server ends each. Raises OSError or ValueError where it fails."""
    method = "GET" if visit.body is None else "POST"
    lines = [f"{method} {visit.path} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in visit.headers.items()]
    if visit.body is not None:
        lines.append(f"Content-Length: {len(visit.body)}")
    with socket.create_connection((HOST, port), timeout=60) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + (visit.body or b""))
        data = bytearray()
        size = 0
        while piece := connection.recv(_PIECE):
            # Unread bodies are only counted.
            if visit.keep or data.find(b"\r\n\r\n") < 0:
                data += piece
            size += len(piece)
    head, gap, body = bytes(data).partition(b"\r\n\r\n")
    if not gap:
        raise ValueError("the server ended its answer too early")
    fields = dict(line.split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:] if ": " in line)
    fields = {name.lower(): value for name, value in fields.items()}
    size -= len(head) + 4
    if method == "GET" and "content-length" in fields and int(fields["content-length"]) != size:
        raise ValueError("the server ended its answer too early")
    return Answer(int(head[9:12]), fields.get("location", ""), size, body if visit.keep else b"")


def follow(port: int, visit: Visit) -> Answer:
    """Ask, and go where a page that moved leads, as browsers do."""
    answer = ask(port, visit)
    for _ in range(_MOST_HOPS):
        if visit.body is not None or answer.status not in (301, 302) or not answer.location.startswith("/"):
            break
        answer = ask(port, visit._replace(path=answer.location))
    return answer


class Took(NamedTuple):
    """One visit that was made: its kind and milliseconds, and what went wrong."""

    kind: str
    ms: float
    error: str


def make(port: int, visit: Visit) -> tuple[Took, Answer | None]:
    """Make a visit; whatever is no success is an error."""
    started = time.perf_counter()
    answer: Answer | None = None
    error = ""
    try:
        answer = follow(port, visit)
        # A form answers with where to go on.
        if answer.status not in ((200,) if visit.body is None else (200, 302)):
            error = f"{visit.path} answered {answer.status}"
    except (OSError, ValueError) as problem:
        error = f"{visit.path}: {problem!r}"
    return Took(visit.kind, (time.perf_counter() - started) * 1000, error), answer


class Burst(NamedTuple):
    """What a number of visits came to."""

    took: list[Took]
    seconds: float

    @property
    def rate(self) -> float:
        """Return visits a second."""
        return len(self.took) / self.seconds

    @property
    def errors(self) -> list[str]:
        """Return what went wrong."""
        return [one.error for one in self.took if one.error]


Doing = Visit | Callable[[int], Iterable[Took]]


def burst(port: int, doings: Sequence[Doing], visitors: int = VISITORS) -> Burst:
    """Let some visitors do all of this, each thing once, as fast as they come; returns when the last is done.

    A doing that is no plain visit is called with the port and yields the visits that it made.
    """
    waiting: Iterator[Doing] = iter(doings)
    lock = threading.Lock()
    took: list[Took] = []

    def work() -> None:
        while True:
            with lock:
                doing = next(waiting, None)
            if doing is None:
                return
            took.extend([make(port, doing)[0]] if isinstance(doing, Visit) else doing(port))

    threads = [threading.Thread(target=work) for _ in range(visitors)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Burst(took, time.perf_counter() - started)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values stay under or at; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


class Stated(NamedTuple):
    """The figures of many visits."""

    visits: int
    rate: float
    p50: float
    p95: float
    p99: float
    errors: int

    @classmethod
    def of(cls, bursts: Sequence[Burst]) -> "Stated":
        """Of all bursts together; the rate is the median of theirs."""
        every = [one.ms for each in bursts for one in each.took]
        p50, p95, p99 = (percentile(every, share) for share in (0.5, 0.95, 0.99))
        errors = sum(len(each.errors) for each in bursts)
        return cls(len(every), median(each.rate for each in bursts), p50, p95, p99, errors)
