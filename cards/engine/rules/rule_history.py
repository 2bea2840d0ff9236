"""The table of rules on names: which number governs which topic, from which version on.

A line of a topic has a day, the number (``-`` without a rule) and marks of the rule's content. Days are those of
versions, also of ones that no archive may hold; nothing changes between versions.
``tests/cards/engine/rules/test_rule_history.py`` checks the table against the archive.
"""

import datetime
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from cards.engine.rules.rule_history_cards import OF_CARDS
from cards.engine.rules.rule_history_names import OF_NAMES

FIRST_DAY = datetime.date(1999, 4, 23)


class GoverningRule(NamedTuple):
    """The rule on a topic in a version. False if there is none."""

    number: str = ""
    marks: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.number)


NOWHERE = GoverningRule()


def _read(lines: str) -> tuple[tuple[datetime.date, GoverningRule], ...]:
    """Parse the lines of a topic."""
    read = []
    for line in lines.strip().splitlines():
        day, number, *marks = line.split()
        read.append(
            (datetime.date.fromisoformat(day), GoverningRule("" if number == "-" else number, frozenset(marks)))
        )
    return tuple(read)


TABLE = {topic: _read(lines) for topic, lines in (OF_NAMES | OF_CARDS).items()}


class NameRules:
    """The rules on names as of a day: ``rules["same"]`` is the one on that topic."""

    def __init__(self, day: datetime.date) -> None:
        self.day = day
        self._places = {topic: _at(steps, day) for topic, steps in TABLE.items()}

    def __getitem__(self, topic: str) -> GoverningRule:
        return self._places[topic]

    def says(self, topic: str, mark: str) -> bool:
        """Return whether the rule of a topic has a mark."""
        return mark in self._places[topic].marks


def _at(steps: tuple[tuple[datetime.date, GoverningRule], ...], day: datetime.date) -> GoverningRule:
    at = bisect_right(steps, day, key=lambda step: step[0])
    return steps[at - 1][1] if at else NOWHERE


@lru_cache(maxsize=256)
def name_rules(day: datetime.date) -> NameRules:
    """Return the rules on names as of the version of a day. Days before the first version are invalid."""
    return NameRules(day)


def turning_points() -> list[datetime.date]:
    """Return the days on which any answer may change, oldest first."""
    return sorted({FIRST_DAY, *(day for steps in TABLE.values() for day, _place in steps)})
