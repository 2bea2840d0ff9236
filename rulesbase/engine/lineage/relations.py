"""The result of linking two versions: links, splits and merges, and removals."""

from typing import NamedTuple

from rulesbase.engine.lineage.match_entries import Link


class RuleRelation(NamedTuple):
    """One split (one old, several new) or merge (several old, one new), as positions in the two lists.

    The first is linked with the one on the other side. A chapter that was split up may have none; neither has a rule
    that became a glossary term or the other way round. ``relation`` says what a merge made of the ended entries.
    """

    kind: str
    old: tuple[int, ...]
    new: tuple[int, ...]
    confidence: float
    relation: str = ""
    evidence: str = ""


class Nearest(NamedTuple):
    """An entry that is near one without a successor: its position, the probability (0 to 1), and words of both.

    ``free``: it has no predecessor.
    """

    at: int
    probability: float
    words: tuple[str, ...]
    free: bool


class Removal(NamedTuple):
    """An entry that is gone: its position, the confidence (0 to 1), and the nearest entries, at most three."""

    old: int
    confidence: float
    nearest: tuple[Nearest, ...]


class Lineage(NamedTuple):
    """Everything that links two versions."""

    links: list[Link]
    relations: list[RuleRelation]
    removals: list[Removal]
