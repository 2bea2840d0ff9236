"""The shapes that the makers of questions share."""

from collections.abc import Mapping
from typing import NamedTuple

# What a question needs beside the text it is made from; JSON can hold it.
Data = Mapping[str, object]


class Draft(NamedTuple):
    """A question as it is made.

    ``leaf`` is the position of the entry it is about; ``asked`` tells it from the others of its kind about the same
    Rule. ``worth`` orders those of one Rule, the best first; ``reveals`` is the folded text of what is asked, so
    that no two questions ask the same.
    """

    kind: str
    leaf: int
    asked: tuple[str, ...]
    data: Data
    level: int
    worth: float
    reveals: str


_FIRST = {
    "term": 1,
    "keyword": 2,
    "heading": 2,
    "definition": 2,
    "cloze": 2,
    "translation": 2,
    "which": 3,
    "changed": 3,
    "rests": 4,
}
_LONG, _RARE, _COMMON, _CITED = 45, 3, 100, 5


def level_of(kind: str, *, words: int = 0, rarity: int = _RARE + 1, cited: int = 0, number: str = "") -> int:
    """Return the level: ``words`` shown, in how many rules the answer's rarest word stands, how many cite the rule."""
    level = _FIRST[kind]
    level += words > _LONG
    level += (rarity <= _RARE) - (rarity > _COMMON)
    level -= cited >= _CITED
    level += number[:1] in ("8", "9")
    return min(5, max(1, level))
