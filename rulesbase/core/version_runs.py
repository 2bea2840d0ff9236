"""Runs of consecutive versions, in which something stays the same, and how long each lasts."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

Row = TypeVar("Row", bound=tuple[Any, ...])


def runs(rows: Iterable[Row], value: Callable[[Row], object]) -> Iterator[list[Row]]:
    """Yield the runs of rows with consecutive positions and the same ``value``.

    The first field of a row is its position among all versions; rows come in that order.
    """
    # The difference of the two positions is equal for consecutive versions.
    for _key, run in groupby(enumerate(rows), lambda item: (item[1][0] - item[0], value(item[1]))):
        yield [row for _at, row in run]


def last_day(dates: Sequence[datetime.date], at: int) -> datetime.date | None:
    """Return the last day of the version at a position among those of ``dates``; None for the newest."""
    return dates[at + 1] - datetime.timedelta(days=1) if at + 1 < len(dates) else None
