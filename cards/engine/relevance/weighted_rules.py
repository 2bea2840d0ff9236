"""Rules that a card or ruling leads to: the type with name and weight, and the order by weight."""

from collections.abc import Iterable
from typing import NamedTuple


class NamedRule(NamedTuple):
    """A rule that a card or ruling leads to: how it is named, its weight or confidence, the words for it."""

    rule: str
    weight: float
    words: str


def best_first(rules: Iterable[NamedRule]) -> list[NamedRule]:
    """Return each rule once with its greatest weight, the greatest first; of equal weights the order given counts."""
    found: dict[str, NamedRule] = {}
    for one in rules:
        if one.rule not in found or found[one.rule].weight < one.weight:
            found[one.rule] = one
    return sorted(found.values(), key=lambda one: -one.weight)
