"""Linking versions: the whole archive, one successive pair, and how the time grows with the versions."""

import gc
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from rulesbase.apps import GC_THRESHOLD
from rulesbase.engine.lineage.lineage import lineage, link_versions
from rulesbase.engine.lineage.match_entries import FoldedEntry
from tests.bench.archive import Book, items_of
from tests.bench.comparing import forget
from tests.bench.measuring import seconds_of
from tests.bench.parsing import texts_in
from tests.bench.report import Figure
from tests.rulesbase.engine.made_up import Author

TARGET_ARCHIVE, TARGET_PAIR = 30.0, 0.3
# Twice the versions, about twice the time.
TARGET_GROWTH = 1.2
GROWTH = (1, 2, 4)
MADE_UP_RULES, MADE_UP_STEPS, TIMES = 800, 10, 5


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


def growth() -> list[Figure]:
    """Return how the time a step changes with the number of versions: at 1.0 four times as many take four times."""
    versions = made_up(MADE_UP_RULES, GROWTH[-1] * MADE_UP_STEPS + 1)
    each: dict[int, list[float]] = {factor: [] for factor in GROWTH}
    for _ in range(TIMES):
        for factor in GROWTH:
            forget()
            took = seconds_of(partial(link_all, versions[: factor * MADE_UP_STEPS + 1]))
            each[factor].append(took / factor)
    ratios = {factor: median(each[factor]) / median(each[GROWTH[0]]) for factor in GROWTH}
    return [
        Figure(f"time a version at {factor}x the made-up versions", ratio, "x", TARGET_GROWTH)
        for factor, ratio in ratios.items()
    ]


def bench(corpus: Path) -> list[Figure]:
    """Link all files in this one process, then made-up versions."""
    # As the program does.
    gc.set_threshold(*GC_THRESHOLD)
    versions = [Book.read(path) for path in texts_in(corpus)]
    forget()
    gc.collect()
    started = time.perf_counter()
    items = [items_of(book.nodes) for book in versions]
    folding = time.perf_counter() - started
    took = link_all(items)
    alone: list[float] = []
    # A pair by itself, with nothing remembered of its neighbours.
    for old, new in list(pairwise(versions))[-TIMES:]:
        forget()
        alone.append(seconds_of(partial(link_parsed, old, new)))
    # What was slowest once may have met a slow moment: what counts is its median, with nothing remembered.
    at = max(range(len(took)), key=took.__getitem__)
    linking: list[float] = []
    whole: list[float] = []
    for _ in range(TIMES):
        forget()
        linking.append(seconds_of(partial(link_versions, items[at], items[at + 1])))
        forget()
        whole.append(seconds_of(partial(lineage, items[at], items[at + 1])))
    slowest = f"slowest pair ({versions[at].name} to {versions[at + 1].name})"
    return [
        Figure(f"all {len(versions)} versions", folding + sum(took), "s", TARGET_ARCHIVE),
        Figure("one successive pair, the newest ones alone", median(alone), "s", TARGET_PAIR),
        Figure("one successive pair, median of all", median(took), "s", TARGET_PAIR),
        Figure(slowest, median(whole), "s", TARGET_PAIR),
        Figure("slowest pair, links, splits and merges alone", median(linking), "s"),
        *growth(),
    ]
