"""Processor time: what a machine that does other things too cannot stretch, as it does the time on the clock."""

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
