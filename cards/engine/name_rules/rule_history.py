"""The table of rules on names: which number governs which topic, from which version on.

The table is `cards/data/rule_history.csv`: topic, first day, rule number (empty without a rule), marks of the rule's
content. Days are those of versions, also of ones that no archive may hold; nothing changes between versions.
``tests/cards/engine/name_rules/test_rule_history.py`` checks the table against the archive.

A kind of card has three topics: its names, the rule of its own chapter on choosing them (``_choose``), and that of
chapter 201 (``_choose_201``). The marks of a topic are:

- ``same``: *cards* it covers cards only; *nameless* an object without a name matches none; *common* all objects share
  one name. ``different``: *named* each object must have a name.
- ``choose``: *oracle* a name in the Oracle reference; *legal* a card legal in the format played. ``added``: *legal* the
  same. ``_choose_201``: *qualities* it states whose characteristics count.
- ``split_choose``: *both* halves must be named, or only *one*; an object with *either* has the name.
- ``token``: *creature* tokens only; *type* the creature type is the name; *word* Token is appended. ``text``, a text
  change without the default: *types* not even creature types change. ``flavor``: *text* rules text may use such a name.
- ``granted``: *copied* also where the ability is copied; *moved* also where it moved its source. ``shortened``: *later*
  on a second reference or later only; *legendary* on legendary cards only. ``emblem``: *some* have a name.
- ``deck``: *copies* of a card, without a word of its name. ``dfc_spell``: *back* face may be cast.
"""

import datetime
from bisect import bisect_right
from typing import NamedTuple

from rulesbase.engine.data_tables import data_rows

FIRST_DAY = datetime.date(1999, 4, 23)


class GoverningRule(NamedTuple):
    """The rule on a topic in a version. False if there is none."""

    number: str = ""
    marks: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.number)


def _read_table() -> dict[str, list[tuple[datetime.date, GoverningRule]]]:
    """Return the days and rules of each topic, oldest first."""
    table: dict[str, list[tuple[datetime.date, GoverningRule]]] = {}
    for row in data_rows("cards/data/rule_history.csv"):
        rule = GoverningRule(row["number"], frozenset(row["marks"].split()))
        table.setdefault(row["topic"], []).append((datetime.date.fromisoformat(row["since"]), rule))
    return table


TABLE = _read_table()


class NameRules:
    """The rules on names as of a day: ``rules["same"]`` is the one on that topic."""

    def __init__(self, day: datetime.date) -> None:
        """Take the version of a day. Before the first version no topic has a rule."""
        self._day = day

    def __getitem__(self, topic: str) -> GoverningRule:
        steps = TABLE[topic]
        at = bisect_right(steps, self._day, key=lambda step: step[0])
        return steps[at - 1][1] if at else GoverningRule()

    def has_mark(self, topic: str, mark: str) -> bool:
        """Return whether the rule of a topic has a mark."""
        return mark in self[topic].marks


def turning_points() -> list[datetime.date]:
    """Return the days on which any answer may change, oldest first."""
    return sorted({FIRST_DAY, *(day for steps in TABLE.values() for day, _rule in steps)})
