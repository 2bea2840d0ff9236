"""Linking versions: the whole archive, one successive pair, and how the time grows with the versions."""

import gc
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from rulesbase.apps import GC_THRESHOLD
from rulesbase.engine.lineage.link import FoldedEntry
from rulesbase.engine.lineage.splits_and_merges import lineage
from tests.bench.archive import Book, items_of
from tests.bench.comparing import forget
from tests.bench.measuring import seconds_of
from tests.bench.report import Figure, Outcome
from tests.rulesbase.engine.made_up import Author

TARGET_ARCHIVE, TARGET_PAIR = 30.0, 0.3
# Twice the versions, about twice the time.
TARGET_GROWTH = 1.2
GROWTH = (1, 2, 4)
MADE_UP_RULES, MADE_UP_STEPS = 800, 10


def made_up(rules: int, versions: int) -> list[list[FoldedEntry]]:
    """Versions of a book of our own words, each a revision of the one before."""
    author = Author(7, rules)
    found = [author.items()]
    while len(found) < versions:
        # As many subrules come as go, so that all versions are of about one size.
        author.revise(inserts=0.015)
        found.append(author.items())
    return found


def link_all(versions: Sequence[Sequence[FoldedEntry]]) -> list[float]:
    """Link versions that follow one another; returns the seconds of each step."""
    return [seconds_of(partial(lineage, old, new)) for old, new in pairwise(versions)]


def link_parsed(old: Book, new: Book) -> None:
    """Link two versions from what parsing gave."""
    lineage(items_of(old.nodes), items_of(new.nodes))


def growth(rules: int, steps: int, times: int) -> dict[str, float]:
    """Return how the time a step changes with the number of versions: at 1.0 four times as many take four times."""
    versions = made_up(rules, GROWTH[-1] * steps + 1)
    each: dict[int, list[float]] = {factor: [] for factor in GROWTH}
    for _ in range(times):
        for factor in GROWTH:
            forget()
            took = seconds_of(partial(link_all, versions[: factor * steps + 1]))
            each[factor].append(took / factor)
    return {f"{factor}x": median(each[factor]) / median(each[GROWTH[0]]) for factor in GROWTH}


def bench(paths: Sequence[Path], rules: int = MADE_UP_RULES, steps: int = MADE_UP_STEPS, times: int = 5) -> Outcome:
    """Link all files in this one process, then made-up versions."""
    # As the program does.
    gc.set_threshold(*GC_THRESHOLD)
    versions = [Book.read(path) for path in paths]
    forget()
    gc.collect()
    started = time.perf_counter()
    items = [items_of(book.nodes) for book in versions]
    folding = time.perf_counter() - started
    took = link_all(items)
    alone: list[float] = []
    # A pair by itself, with nothing remembered of its neighbours.
    for old, new in list(pairwise(versions))[-times:]:
        forget()
        alone.append(seconds_of(partial(link_parsed, old, new)))
    # What was slowest once may have met a slow moment: what counts is its median, with nothing remembered.
    slowest = max(range(len(took)), key=took.__getitem__)
    slow: list[float] = []
    for _ in range(times):
        forget()
        slow.append(seconds_of(partial(lineage, items[slowest], items[slowest + 1])))
    grown = growth(rules, steps, times)
    figures = [
        Figure("identity", f"all {len(versions)} versions", folding + sum(took), "s", TARGET_ARCHIVE),
        Figure("identity", "one successive pair, the newest ones alone", median(alone), "s", TARGET_PAIR),
        Figure("identity", "one successive pair, median of all", median(took), "s", TARGET_PAIR),
        Figure(
            "identity",
            f"slowest pair ({versions[slowest].name} to {versions[slowest + 1].name})",
            median(slow),
            "s",
            TARGET_PAIR,
        ),
        *(
            Figure("identity", f"time a version at {size} the made-up versions", value, "x", TARGET_GROWTH)
            for size, value in grown.items()
        ),
    ]
    pairs = [{"new": book.name, "seconds": seconds} for book, seconds in zip(versions[1:], took, strict=True)]
    return Outcome(figures, {"pairs": pairs, "folding": folding, "alone": alone, "slowest": slow, "growth": grown})
