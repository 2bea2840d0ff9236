"""Sums of a comparison of two versions."""

from collections import Counter

from rulesbase.engine.diff.versions import Comparison


def kinds_of(comparison: Comparison) -> Counter[str]:
    """Return the number of changes per kind, including unchanged."""
    found = Counter(change.kind for change in comparison.changes)
    found["unchanged"] += comparison.unchanged.total()
    return found


def weights_of(comparison: Comparison) -> Counter[str]:
    """Return the number of changes per weight, including unchanged."""
    found = Counter(change.weight for change in comparison.changes)
    found["none"] += comparison.unchanged.total()
    return found
