"""The position of an entry in the newer of two versions, also of one that is gone."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, kind_of

GLOSSARY = "glossary"


class Position(NamedTuple):
    """A chapter (the section number for a section heading, ``glossary`` for terms) and a sort key within it."""

    group: str
    order: float


class Positions:
    """Positions of all entries of two versions.

    ``old`` and ``new`` hold the numbers, empty for terms; ``went`` maps positions in ``old`` to ``new``.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str], went: Mapping[int, int]) -> None:
        self._groups = [_group(number) for number in new]
        renumbered = ((old[a], new[b]) for a, b in went.items() if old[a] != new[b])
        successors = {a: b for a, b in renumbered if _heading_kind(a) is _heading_kind(b) is not None}
        self._gone: list[Position] = []
        last: dict[str, float] = {}
        for a, number in enumerate(old):
            chapter = _group(number)
            group = successors.get(chapter, chapter)
            b = went.get(a)
            if b is not None and self._groups[b] == group:
                last[chapter] = float(b)
            # Entries before the first linked one come first.
            self._gone.append(Position(group, last.get(chapter, -1.0) + 0.5))

    def now(self, at: int) -> Position:
        """Return the position of an entry of the newer version."""
        return Position(self._groups[at], float(at))

    def gone(self, at: int) -> Position:
        """Return where an entry of the older version would be: behind the one it followed."""
        return self._gone[at]


def _heading_kind(number: str) -> Kind | None:
    kind = kind_of(number) if number else None
    return kind if kind in (Kind.SECTION, Kind.CHAPTER) else None


def _group(number: str) -> str:
    return chapter_of(number) or number or GLOSSARY
