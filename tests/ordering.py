"""In which order a worker reads the tests, and in which order they run."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")


def from_own_place(given: Sequence[T], worker: str, workers: int) -> list[T]:
    """Return all in the same round, but begun where no other of the workers ``gw0``, ``gw1`` ... begins.

    Each writes down what it has compiled, as it goes. Side by side all of them would compile the same file at once.
    """
    begin = int(worker.removeprefix("gw")) % workers * len(given) // workers
    return [*given[begin:], *given[:begin]]


def from_place_of_this_worker(given: Sequence[T]) -> list[T]:
    """Return them as this worker of xdist is to read them; without it, as they are."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    return from_own_place(given, worker, int(os.environ["PYTEST_XDIST_WORKER_COUNT"])) if worker else list(given)


def waiting_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with those first that stand in files that need the twelve real versions.

    They are the share of one worker, which fills them while the others have something else to do than to wait for it.
    """
    waiting = {item.path for item in items if "twelve_filled" in getattr(item, "fixturenames", ())}
    return sorted(items, key=lambda item: item.path not in waiting)
