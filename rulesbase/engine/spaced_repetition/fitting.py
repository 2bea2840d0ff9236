"""Fit the parameters of FSRS to the reviews of one learner, with the optimiser of Anki (`fsrs-rs-python`)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import fsrs_rs_python as optimiser
from fsrs.scheduler import DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

PARAMETERS: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
# Fewer reviews say too little about a learner.
FEWEST = 400
# Reviews of the past years say little about today, and the optimiser needs seconds for more.
MOST = 20_000
# The newest share of the reviews, on which fitted parameters must predict better than the default ones.
_NEWEST = 0.2
# How far to go from the default parameters to those of the optimiser. With few reviews half the way is often better.
_SHARES = (0.5, 1.0)
# The optimiser's own settings are for tens of thousands of reviews; with a thousand they stop too early.
_EPOCHS, _BATCH, _RATE = 20, 64, 0.02
# The optimiser computes with 24 bits: more digits mean nothing, and its bounds are not those of our scheduler.
_DIGITS = 4


class Review(NamedTuple):
    """A grade (1 to 4) of a card and its moment."""

    at: datetime
    grade: int


class Fit(NamedTuple):
    """Fitted parameters, or None if the default ones predict better; how many reviews there were."""

    parameters: tuple[float, ...] | None
    reviews: int


def fit(cards: Iterable[Sequence[Review]]) -> Fit:
    """Fit parameters to the reviews of cards, each in the order of their moments.

    They are fitted to the older four fifths first. If they predict the newest fifth better than the default ones,
    they are fitted again, to all reviews. A review counts if the one before was at least a day ago.
    """
    items = _items(cards)[-MOST:]
    if len(items) < FEWEST:
        return Fit(None, len(items))
    newest = round(len(items) * _NEWEST)
    older, newer = items[:-newest], items[-newest:]
    trial = _optimised(older)
    loss, share = min((_log_loss(_towards(trial, share), newer), share) for share in _SHARES)
    if loss >= _log_loss(PARAMETERS, newer):
        return Fit(None, len(items))
    return Fit(_towards(_optimised(items), share), len(items))


def _optimised(items: Sequence[optimiser.FSRSItem]) -> Sequence[float]:
    config = optimiser.TrainingConfig(num_epochs=_EPOCHS, batch_size=_BATCH, learning_rate=_RATE)
    fitted: Sequence[float] = optimiser.FSRS(PARAMETERS).compute_parameters(items, training_config=config)
    return fitted


def _log_loss(parameters: Sequence[float], items: Sequence[optimiser.FSRSItem]) -> float:
    """Return the log loss of the predictions for the last review of each item."""
    return float(optimiser.FSRS(parameters).evaluate(items).log_loss)


def _towards(fitted: Sequence[float], share: float) -> tuple[float, ...]:
    """Return parameters between the default (0) and the fitted ones (1), within the bounds of the scheduler."""
    rows = zip(PARAMETERS, fitted, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    return tuple(
        min(max(round(start + share * (end - start), _DIGITS), least), most) for start, end, least, most in rows
    )


def _items(cards: Iterable[Sequence[Review]]) -> list[optimiser.FSRSItem]:
    """Return an item for each review at least a day after the one before: with all reviews up to it, oldest first.

    Intervals are whole days, as in the scheduler.
    """
    found: list[tuple[datetime, optimiser.FSRSItem]] = []
    for reviews in cards:
        steps: list[optimiser.FSRSReview] = []
        for before, review in zip([*reviews[:1], *reviews], reviews, strict=False):
            days = max((review.at - before.at).days, 0)
            steps.append(optimiser.FSRSReview(review.grade, days))
            if days:
                found.append((review.at, optimiser.FSRSItem(steps)))
    return [item for _at, item in sorted(found, key=lambda one: one[0])]
