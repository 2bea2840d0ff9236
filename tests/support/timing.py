"""Processor time: what a machine that does other things too cannot stretch, as it does the time on the clock.

Even processor time grows where others use the same core, so a limit in a test is never a number of seconds: it is so
many times what plain work takes beside it.
"""

import gc
import time
from collections.abc import Callable


def cpu_seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the least processor time that ``work`` took in this thread, of so many runs."""
    found = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(times):
            started = time.thread_time()
            work()
            found.append(time.thread_time() - started)
    finally:
        if collecting:
            gc.enable()
    return min(found)


def yardsticks(work: Callable[[], object], times: int = 1) -> float:
    """Return how often plain work, some fortieth of a second of it, could be done in the time that ``work`` takes."""
    before = cpu_seconds(_plain_work, 3)
    seconds = cpu_seconds(work, times)
    return seconds / max(before, cpu_seconds(_plain_work, 3))


def _plain_work() -> int:
    counts: dict[str, int] = {}
    for number in range(100_000):
        word = f"word {number % 997}"
        counts[word] = counts.get(word, 0) + len(word)
    return sum(counts.values())
