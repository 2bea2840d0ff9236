"""A clock that stands, and chance that draws the same each time."""

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from types import ModuleType
from unittest.mock import patch

import time_machine

FILLED = datetime(2026, 7, 1, 9, tzinfo=UTC)
CRAWLED = datetime(2026, 7, 4, 10, tzinfo=UTC)
# What it is called where it is taken from.
_NAMES = ("urandom", "_urandom")


@contextmanager
def still(now: datetime) -> Iterator[Callable[[str], None]]:
    """Let it be this moment while the block runs; yields a function that seeds all random draws."""
    chance = random.Random()

    def begin(with_: str) -> None:
        chance.seed(with_)
        random.seed(with_)

    begin("")
    drawn = os.urandom
    # Some took it from os when they were loaded: that of `secrets`, that of the second factor.
    modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    taken = [(module, name) for module in modules for name in _NAMES if vars(module).get(name) is drawn]
    with ExitStack() as undone:
        undone.enter_context(time_machine.travel(now, tick=False))
        for module, name in taken:
            undone.enter_context(patch.object(module, name, chance.randbytes))
        yield begin
