"""The position of an entry in the newer of two versions, also of one that is gone."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, kind_of, sort_key

GLOSSARY = "glossary"


class Position(NamedTuple):
    """A chapter (the section number for a section heading, ``glossary`` for terms) and a sort key within it."""

    group: str
    order: float

    @property
    def sort_key(self) -> tuple[int, float]:
        """Return the sort key in the order of a version."""
        return group_key(self.group), self.order


def group_key(group: str) -> int:
    """Return the sort key of a chapter; the glossary comes last."""
    return 3_000_000_000 if group == GLOSSARY else sort_key(group)


def positions(old: Sequence[str], new: Sequence[str], went: Mapping[int, int]) -> tuple[list[Position], list[Position]]:
    """Return the positions of the entries of an older version, behind the ones they followed, and of a newer one.

    ``old`` and ``new`` hold the numbers, empty for terms; ``went`` maps positions in ``old`` to ``new``.
    """
    now = [Position(_group(number), float(at)) for at, number in enumerate(new)]
    pairs = ((old[a], new[b]) for a, b in went.items())
    successors = {a: b for a, b in pairs if _heading_kind(a) is _heading_kind(b) is not None}
    gone: list[Position] = []
    last: dict[str, float] = {}
    for a, number in enumerate(old):
        chapter = _group(number)
        group = successors.get(chapter, chapter)
        b = went.get(a)
        if b is not None and now[b].group == group:
            last[chapter] = float(b)
        # Entries before the first linked one come first.
        gone.append(Position(group, last.get(chapter, -1.0) + 0.5))
    return gone, now


def _heading_kind(number: str) -> Kind | None:
    kind = kind_of(number) if number else None
    return kind if kind in (Kind.SECTION, Kind.CHAPTER) else None


def _group(number: str) -> str:
    return chapter_of(number) or number or GLOSSARY
