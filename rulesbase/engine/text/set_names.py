"""The set that a version of the rules came with, from `rulesbase/data/sets.csv` (code, names, day of release).

A version comes into force a few days before its set is released, often on the day of the prerelease. Days of release
and names in French and Japanese before 2019 are those of the card data of MTGJSON (CC0). Later days are those that the
publisher announced, later names those of public lists. A translated name is empty if it is the English one, the name of
a chapter too, or not sure.
"""

import datetime
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.data_tables import data_rows
from rulesbase.engine.text.dates import halfwidth

# Days between the version and the release of its set.
_EARLIEST, _LATEST = -3, 14
# Chapters of the rules have these names too.
_CHAPTERS = frozenset(("planechase", "archenemy", "conspiracy"))
# What people call the core set of a year.
_CORE_SETS = (
    "magic {}", "core {}", "core set {}", "édition de base {}", "édition de base magic {}",
    "基本セット{}", "{}基本セット", "マジック基本セット{}",
)  # fmt: skip
_ACCENTS = re.compile("[\u0300-\u036f]")


class CardSetName(NamedTuple):
    """A set with new rules: its code in capitals, its names, the day of its release."""

    code: str
    name: str
    released: datetime.date
    translations: tuple[str, ...]

    @property
    def in_force(self) -> datetime.date:
        """A day on which the rules of the set were surely in force: some came up to three days after its release."""
        return self.released - datetime.timedelta(days=_EARLIEST)


@lru_cache(maxsize=1)
def set_names() -> tuple[CardSetName, ...]:
    """Return the sets that brought new rules, oldest first."""
    return tuple(
        CardSetName(
            row["code"],
            row["name"],
            datetime.date.fromisoformat(row["released"]),
            tuple(filter(None, (row["french"], row["japanese"]))),
        )
        for row in data_rows("rulesbase/data/sets.csv")
    )


@lru_cache(maxsize=1)
def sets_by_name() -> dict[str, CardSetName]:
    """Return the sets by what people call them, in lower case, with and without accents.

    Such names are *onslaught*, *magic 2014*, *core set 2019*, *neon dynasty*, *lèveciel*, *基本セット2010*. A name of
    two sets, or of a set and a chapter, is left out.
    """
    found: dict[str, set[CardSetName]] = {}
    for one in set_names():
        year = one.name.rpartition(" ")[2]
        core = [form.format(year) for form in _CORE_SETS] if one.code == f"M{year[2:]}" else []
        full = [halfwidth(name).lower() for name in (one.name, *one.translations)]
        for name in {*full, *(name.rpartition(":")[2].strip() for name in full), *core} - _CHAPTERS:
            for spelling in (name, _without_accents(name)):
                found.setdefault(spelling, set()).add(one)
    return {name: next(iter(some)) for name, some in found.items() if len(some) == 1}


def _without_accents(name: str) -> str:
    """Return the name with plain letters for é or À; the marks of Japanese letters stay."""
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", name)))


@lru_cache(maxsize=1)
def sets_by_code() -> dict[str, CardSetName]:
    """Return the sets by code in lower case."""
    return {one.code.lower(): one for one in set_names()}


def set_of_version(day: datetime.date) -> CardSetName | None:
    """Return the set that a version of this day came with; None if none was released near that day."""
    near = [(abs(days), one) for one in set_names() if _EARLIEST <= (days := (one.released - day).days) <= _LATEST]
    return min(near, key=lambda pair: pair[0])[1] if near else None
