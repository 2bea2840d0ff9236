"""What a target retention costs: a simulated year of study."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import fsrs_rs_python as optimiser

TARGETS = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97)
_YEAR = 365
# The same chance for every target, so that only the target differs.
_SEED = 1


class TargetCost(NamedTuple):
    """A target retention (0 to 1): reviews on an average day of the year, and cards remembered at its end."""

    target: float
    reviews: float
    remembered: int


@lru_cache(maxsize=256)
def costs(parameters: Sequence[float], new_a_day: int, reviews_a_day: int, cards: int) -> list[TargetCost]:
    """Return what each of TARGETS costs a learner in a year, who begins with ``cards`` new cards.

    Empty without cards to learn. Takes about 30 ms for each target.
    """
    if not new_a_day or not reviews_a_day or not cards:
        return []
    config = optimiser.default_simulator_config()
    config.deck_size, config.learn_span = min(cards, new_a_day * _YEAR), _YEAR
    config.learn_limit, config.review_limit = new_a_day, reviews_a_day
    config.max_cost_perday = float("inf")
    found = []
    for target in TARGETS:
        year = optimiser.simulate(parameters, target, config, _SEED)
        reviews = (sum(year.review_cnt_per_day) + sum(year.learn_cnt_per_day)) / _YEAR
        found.append(TargetCost(target, reviews, round(year.memorized_cnt_per_day[-1])))
    return found
