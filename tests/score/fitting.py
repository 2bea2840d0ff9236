"""Parameters of FSRS fitted to simulated learners: do they predict reviews better that were not used for fitting?

The parameters of a learner are drawn around published fits: the defaults of FSRS-6 are the medians of some 10,000
learners of Anki, and their spread is the one by which the optimiser itself weighs a parameter (fsrs-rs, training.rs).
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import fsrs
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from rulesbase.engine.spaced_repetition.fitting import PARAMETERS, Review, fit

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
LEARNERS = 200
# Reviews count if the one before was at least a day ago, as only they say how long somebody remembers.
REVIEWS = 1_000
# Reviews after those, which the fitted parameters must predict.
LATER = 2_000
NEW_A_DAY = 10
MOST_A_DAY = 100
# Published with the simulator of fsrs-rs: the first grade of a card, and the grade of one that is remembered.
FIRST_GRADES = (0.24, 0.094, 0.495, 0.171)
REMEMBERED_GRADES = (0.224, 0.631, 0.145)
# A step of the same day is remembered this often.
SAME_DAY = 0.85
SPREAD = (
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33,
    0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
)  # fmt: skip
BEGIN = datetime(2025, 1, 6, 18, 0, tzinfo=UTC)


class Outcome(NamedTuple):
    """Log loss on later reviews with default parameters and with those that the learner has in the end."""

    default: float
    used: float
    is_taken: bool


def drawn(random: Random) -> tuple[float, ...]:
    """Parameters of a learner within the bounds; first stabilities lie askew, and rise with the grade."""
    values = [_askew(random, PARAMETERS[at], SPREAD[at]) for at in range(4)]
    values = sorted(values) + [random.gauss(PARAMETERS[at], SPREAD[at]) for at in range(4, len(PARAMETERS))]
    bounds = zip(values, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    return tuple(min(max(value, least), most) for value, least, most in bounds)


def _askew(random: Random, median: float, spread: float) -> float:
    """A log-normal value of this median and standard deviation."""
    shape = (1 + sqrt(1 + 4 * (spread / median) ** 2)) / 2
    return median * float(2.718281828459045 ** random.gauss(0, sqrt(log(shape))))


def studied(random: Random, truth: Sequence[float]) -> Iterator[tuple[int, Review]]:
    """The reviews of a learner, without end: cards are due by default parameters, forgotten by true ones."""
    plan, real = (fsrs.Scheduler(some, enable_fuzzing=False) for some in (PARAMETERS, tuple(truth)))
    cards: list[tuple[fsrs.Card, fsrs.Card]] = []
    for day in count():
        now = BEGIN + timedelta(days=day)
        due = [at for at, (planned, _real) in enumerate(cards) if planned.due < now + timedelta(hours=12)]
        due = due[: MOST_A_DAY - NEW_A_DAY]
        cards += [(fsrs.Card(card_id=len(cards), due=now),) * 2 for _new in range(NEW_A_DAY)]
        for at in [*due, *range(len(cards) - NEW_A_DAY, len(cards))]:
            moment = now
            while True:
                planned, memory = cards[at]
                grade = _grade(random, real, memory, moment)
                rating = fsrs.Rating(grade)
                cards[at] = (
                    plan.review_card(planned, rating, moment)[0],
                    real.review_card(memory, rating, moment)[0],
                )
                yield at, Review(moment, grade)
                moment = cards[at][0].due
                if moment >= now + timedelta(hours=3):
                    break


def _grade(random: Random, real: fsrs.Scheduler, memory: fsrs.Card, at: datetime) -> int:
    if memory.last_review is None:
        return random.choices((AGAIN, HARD, GOOD, EASY), FIRST_GRADES)[0]
    days = (at - memory.last_review).days
    if random.random() >= (real.get_card_retrievability(memory, at) if days else SAME_DAY):
        return AGAIN
    return random.choices((HARD, GOOD, EASY), REMEMBERED_GRADES)[0]


def one(seed: int) -> Outcome:
    """Simulate a learner, fit, and predict."""
    random = Random(seed)
    histories: dict[int, list[Review]] = {}
    first: dict[int, int] = {}  # of a card, the first review after those that were used
    counted = 0
    for card, review in studied(random, drawn(random)):
        reviews = histories.setdefault(card, [])
        reviews.append(review)
        if counted >= REVIEWS:
            first.setdefault(card, len(reviews) - 1)
        counted += is_spaced(reviews, len(reviews) - 1)
        if counted == REVIEWS + LATER:
            break
    found = fit([reviews[: first.get(card, len(reviews))] for card, reviews in histories.items()])
    default = loss(PARAMETERS, histories, first)
    return Outcome(
        default, loss(found.parameters, histories, first) if found.parameters else default, bool(found.parameters)
    )


def is_spaced(reviews: Sequence[Review], at: int) -> bool:
    """Whether a review came at least a day after the one before."""
    return at > 0 and (reviews[at].at - reviews[at - 1].at).days > 0


def loss(parameters: Sequence[float], histories: dict[int, list[Review]], first: dict[int, int]) -> float:
    """The log loss of the scheduler itself for the later reviews of each card."""
    scheduler, losses = fsrs.Scheduler(tuple(parameters), enable_fuzzing=False), []
    for card, begin in first.items():
        memory = fsrs.Card(card_id=card)
        for at, review in enumerate(histories[card]):
            if at >= begin and is_spaced(histories[card], at):
                share = min(max(scheduler.get_card_retrievability(memory, review.at), 1e-4), 1 - 1e-4)
                losses.append(-log(share if review.grade > AGAIN else 1 - share))
            memory = scheduler.review_card(memory, fsrs.Rating(review.grade), review.at)[0]
    return fmean(losses)


def print_fitting(_corpus: Path) -> None:
    """Print how many learners have a lower log loss after fitting, and the worst one."""
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(one, range(LEARNERS), chunksize=5))
    before, after = fmean(one.default for one in outcomes), fmean(one.used for one in outcomes)
    taken = sum(one.is_taken for one in outcomes)
    lower = sum(one.used < one.default for one in outcomes)
    changes = sorted(one.used / one.default - 1 for one in outcomes)
    print(
        f"fitting: {LEARNERS} learners of {REVIEWS} reviews, judged on their next {LATER}; parameters taken by {taken}"
    )
    print(f"fitting: log loss lower for {lower} of {LEARNERS} = {100 * lower / LEARNERS:.1f} %, target 90 %")
    print(f"fitting: mean log loss {before:.4f} with default parameters, {after:.4f} with those taken")
    print(f"fitting: change of log loss {100 * changes[0]:+.1f} % to {100 * changes[-1]:+.2f} %, target at most +1 %")
