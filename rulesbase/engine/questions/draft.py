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
