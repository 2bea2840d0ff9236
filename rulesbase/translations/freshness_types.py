"""The shapes of freshness: a state, a text that is carried over, a cell of a column, and a column."""

import datetime
from collections import Counter
from enum import StrEnum
from typing import NamedTuple


class Freshness(StrEnum):
    """What a reader must know of a translation: the first three say what the English says."""

    EXACT = "exact"
    TYPOGRAPHY = "typography"
    REFERENCES = "references"
    EXAMPLE = "example"
    BEHIND = "behind"
    MISSING = "missing"


RANK = {state: at for at, state in enumerate(Freshness)}
STATES = {
    "none": Freshness.EXACT,
    "typography": Freshness.TYPOGRAPHY,
    "references": Freshness.REFERENCES,
    "substance": Freshness.BEHIND,
}


class Carried(NamedTuple):
    """One English text of a version and its translation.

    ``english`` is the wording that the version has, ``original`` the one that was translated into ``wording``, for
    the version of ``made_for``; those are None where it is missing. ``behind`` counts the changes of substance in
    between, at least one where there is any.
    """

    state: Freshness
    english: int
    original: int | None = None
    translation: int | None = None
    wording: int | None = None
    source: int | None = None
    made_for: datetime.date | None = None
    behind: int = 0


class Cell(NamedTuple):
    """An English entry of a version in another language: its text and its examples, and how fresh all of it is.

    ``state`` is ``example`` where only examples changed or are missing. A source that left the examples out is
    not blamed for it: ``has_examples`` is false then.
    """

    entry: int
    number: str
    kind: int
    rule: int | None
    state: Freshness
    text: Carried
    examples: tuple[Carried, ...]
    has_examples: bool

    @property
    def behind(self) -> int:
        """How often the English changed in substance since."""
        return self.text.behind

    @property
    def examples_behind(self) -> int:
        """How many examples have no translation that says what the English says."""
        return sum(RANK[one.state] > RANK[Freshness.REFERENCES] for one in self.examples) if self.has_examples else 0


class Sheet(NamedTuple):
    """All cells of a version, or of a chapter, in one language, by the key of the English entry."""

    language: str
    date: datetime.date
    cells: dict[int, Cell]

    def counts(self) -> Counter[str]:
        """How many entries there are of each freshness."""
        return Counter(str(cell.state) for cell in self.cells.values())

    def by_number(self) -> dict[str, Cell]:
        """Cells by number; terms by their slug."""
        return {cell.number: cell for cell in self.cells.values()}
