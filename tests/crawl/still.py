"""A clock that stands, and chance that draws the same each time."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from unittest.mock import patch

import time_machine

FILLED = datetime(2026, 7, 1, 9, tzinfo=UTC)
CRAWLED = datetime(2026, 7, 4, 10, tzinfo=UTC)


@contextmanager
def still(now: datetime) -> Iterator[Callable[[str], None]]:
    """Let it be this moment while the block runs; gives what begins all draws anew for what it is told."""
    chance = random.Random()

    def begin(with_: str) -> None:
        chance.seed(with_)
        random.seed(with_)

    begin("")
    with (
        time_machine.travel(now, tick=False),
        patch.object(os, "urandom", chance.randbytes),
        # That of `secrets`, taken from os when Python began.
        patch.object(random, "_urandom", chance.randbytes),
    ):
        yield begin
