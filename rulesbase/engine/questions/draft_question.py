"""The data type of generated questions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

# The data of a question besides its source text, as JSON.
Data = Mapping[str, Any]


# Questions of less worth among those of their kind are not asked.
LEAST_WORTH = 0.8


class DraftQuestion(NamedTuple):
    """A generated question.

    ``position`` is that of its entry; ``asked`` is its key among those of its kind and Rule. ``worth`` orders those of
    one Rule, the best first; one below LEAST_WORTH is not asked. ``reveals`` is its folded text, for duplicates.
    """

    kind: str
    position: int
    asked: tuple[str, ...]
    data: Data
    level: int
    worth: float
    reveals: str


# The kinds of each usual level.
_KINDS = {
    1: "term penalty",
    2: "keyword heading definition cloze happens error translation infraction section",
    3: "find then which changed table",
    4: "rests",
}
_LEVELS = {kind: level for level, kinds in _KINDS.items() for kind in kinds.split()}
_LONG, _RARE, _COMMON, _CITED = 45, 3, 100, 5


def level_of(kind: str, *, words: int = 0, rarity: int = _RARE + 1, cited: int = 0, number: str = "") -> int:
    """Return the level, by ``words`` shown, rarity of the answer's rarest word, and citations of the rule."""
    level = _LEVELS[kind]
    level += words > _LONG
    level += (rarity <= _RARE) - (rarity > _COMMON)
    level -= cited >= _CITED
    level += number[:1] in ("8", "9")
    return min(5, max(1, level))
