"""The set that a version of the rules came with, from `rulesbase/data/sets.csv` (code, name, day of release).

A version comes into force a few days before its set is released, often on the day of the prerelease. Days of release
before 2019 are those of the card data of MTGJSON (CC0), later ones those that the publisher announced.
"""

import datetime
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.data_tables import data_rows

# Days between the version and the release of its set.
_EARLIEST, _LATEST = -3, 14
# Chapters of the rules have these names too.
_CHAPTERS = frozenset(("planechase", "archenemy", "conspiracy"))


class CardSetName(NamedTuple):
    """A set with new rules: its code in capitals, its name, the day of its release."""

    code: str
    name: str
    released: datetime.date


@lru_cache(maxsize=1)
def set_names() -> tuple[CardSetName, ...]:
    """Return the sets that brought new rules, oldest first."""
    return tuple(
        CardSetName(row["code"], row["name"], datetime.date.fromisoformat(row["released"]))
        for row in data_rows("rulesbase/data/sets.csv")
    )


@lru_cache(maxsize=1)
def days_of_names() -> dict[str, datetime.date]:
    """Return the days on which the rules of sets were in force, by what people call the sets, in lower case.

    Such names are *onslaught*, *magic 2014*, *core set 2019*, *neon dynasty*. A name of two sets, or of a set and a
    chapter, is left out.
    """
    days: dict[str, set[datetime.date]] = {}
    for one in set_names():
        full = one.name.lower()
        year = full.rpartition(" ")[2]
        core = {f"magic {year}", f"core {year}", f"core set {year}"} if one.code == f"M{year[2:]}" else set()
        for name in {full, full.rpartition(": ")[2], *core} - _CHAPTERS:
            days.setdefault(name, set()).add(_in_force(one))
    return {name: next(iter(some)) for name, some in days.items() if len(some) == 1}


@lru_cache(maxsize=1)
def days_of_codes() -> dict[str, datetime.date]:
    """Return the days on which the rules of sets were in force, by code in lower case."""
    return {one.code.lower(): _in_force(one) for one in set_names()}


def _in_force(one: CardSetName) -> datetime.date:
    """Return a day on which the rules of a set were surely in force.

    Some came into force up to three days after its release.
    """
    return one.released - datetime.timedelta(days=_EARLIEST)


def set_of_version(day: datetime.date) -> CardSetName | None:
    """Return the set that a version of this day came with; None if none was released near that day."""
    near = [(abs(days), one) for one in set_names() if _EARLIEST <= (days := (one.released - day).days) <= _LATEST]
    return min(near, key=lambda pair: pair[0])[1] if near else None
