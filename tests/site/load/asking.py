"""Visitors of all kinds: pages, forms and JSON, each visit timed; errors are counted and shown, not raised."""

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPException
from typing import NamedTuple
from urllib.parse import urlencode

from tests.support.asking import Answer, ask

VISITORS = 4
_MOST_HOPS = 3


class Visit(NamedTuple):
    """Something to ask for: of which kind, where, with which headers; what is sent where it is no GET."""

    kind: str
    path: str
    headers: Mapping[str, str] = {}
    body: bytes | None = None


def form(kind: str, path: str, headers: Mapping[str, str], fields: Mapping[str, object]) -> Visit:
    """A form that is sent."""
    body = urlencode({name: str(value) for name, value in fields.items()}).encode("ascii")
    return Visit(kind, path, {**headers, "Content-Type": "application/x-www-form-urlencoded"}, body)


def as_json(kind: str, path: str, headers: Mapping[str, str], output: object) -> Visit:
    """JSON that is sent."""
    return Visit(kind, path, {**headers, "Content-Type": "application/json"}, json.dumps(output).encode())


class Took(NamedTuple):
    """One visit that was made: its kind and milliseconds, and what went wrong."""

    kind: str
    ms: float
    error: str


def _follow(port: int, visit: Visit) -> Answer:
    """Ask, and go where a page that moved leads, as browsers do."""
    answer = ask(port, visit.path, "GET" if visit.body is None else "POST", visit.body, visit.headers)
    for _ in range(_MOST_HOPS):
        if visit.body is not None or answer.status not in (301, 302):
            break
        answer = ask(port, answer.headers["Location"], headers=visit.headers)
    return answer


def make(port: int, visit: Visit) -> tuple[Took, Answer | None]:
    """Make a visit; whatever is no success is an error."""
    started = time.perf_counter()
    answer: Answer | None = None
    error = ""
    try:
        answer = _follow(port, visit)
        # A form answers with where to go on.
        if answer.status not in ((200,) if visit.body is None else (200, 302)):
            error = f"{visit.path} answered {answer.status}"
    except (OSError, HTTPException) as problem:
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


Doing = Visit | Callable[[int], Iterable[Took]]


def _do(port: int, doing: Doing) -> list[Took]:
    return [make(port, doing)[0]] if isinstance(doing, Visit) else list(doing(port))


def burst(port: int, doings: Sequence[Doing], visitors: int = VISITORS) -> Burst:
    """Let some visitors do all of this, each thing once, as fast as they come; returns when the last is done.

    A doing that is no plain visit is called with the port and yields the visits that it made.
    """
    started = time.perf_counter()
    with ThreadPoolExecutor(visitors) as pool:
        took = [one for some in pool.map(partial(_do, port), doings) for one in some]
    return Burst(took, time.perf_counter() - started)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values stay under or at; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
