"""Which rule number governs which question of names, from which version on: the table, and how to read it.

A line of a topic is the day from which it holds, the number (``-`` where no rule speaks of it any more) and marks of
what the rule then says. Days are those of versions, also of ones that no archive may hold: in between versions nothing
changes. ``tests/cards/engine/rules/test_rule_history.py`` holds the table against the archive.
"""

import datetime
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from cards.engine.rules.rule_history_cards import OF_CARDS
from cards.engine.rules.rule_history_names import OF_NAMES

FIRST_DAY = datetime.date(1999, 4, 23)


class Place(NamedTuple):
    """Where a version speaks of a topic. It is false where it does not."""

    number: str = ""
    marks: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.number)


NOWHERE = Place()


def _read(lines: str) -> tuple[tuple[datetime.date, Place], ...]:
    """The lines of a topic."""
    read = []
    for line in lines.strip().splitlines():
        day, number, *marks = line.split()
        read.append((datetime.date.fromisoformat(day), Place("" if number == "-" else number, frozenset(marks))))
    return tuple(read)


TABLE = {topic: _read(lines) for topic, lines in (OF_NAMES | OF_CARDS).items()}


class Law:
    """The rules on names as of a day: ``law["same"]`` is where they speak of that topic."""

    def __init__(self, day: datetime.date) -> None:
        self.day = day
        self._places = {topic: _at(steps, day) for topic, steps in TABLE.items()}

    def __getitem__(self, topic: str) -> Place:
        return self._places[topic]

    def says(self, topic: str, mark: str) -> bool:
        """Whether the rule of a topic has a mark."""
        return mark in self._places[topic].marks


def _at(steps: tuple[tuple[datetime.date, Place], ...], day: datetime.date) -> Place:
    at = bisect_right(steps, day, key=lambda step: step[0])
    return steps[at - 1][1] if at else NOWHERE


@lru_cache(maxsize=256)
def law_of(day: datetime.date) -> Law:
    """The rules on names as of the version of a day. Days before the first version have none: ask no such day."""
    return Law(day)


def turning_points() -> list[datetime.date]:
    """The days on which any answer may change, oldest first."""
    return sorted({FIRST_DAY, *(day for steps in TABLE.values() for day, _place in steps)})
