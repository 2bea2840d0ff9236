"""Parameters of FSRS fitted to the reviews of a learner, and the work that a target retention takes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from rulesbase.engine.spaced_repetition import fitting
from rulesbase.engine.spaced_repetition.fitting import FEWEST, PARAMETERS, Fit, Review, fit
from rulesbase.engine.spaced_repetition.workload import TARGETS, costs

BEGIN = datetime(2030, 1, 1, tzinfo=UTC)


def cards(count: int, remembered: float, days: int = 3) -> list[list[Review]]:
    """Return the reviews of cards at equal intervals: a first one, and six more of which a share is remembered."""
    random = Random(5)
    return [
        [
            Review(BEGIN + timedelta(days=at % 40 + days * step), 3 if random.random() < remembered else 1)
            for step in range(7)
        ]
        for at in range(count)
    ]


def test_a_learner_who_forgets_much_is_predicted_better() -> None:
    found = fit(cards(100, 0.5))
    assert found.reviews == 600
    assert found.parameters is not None
    assert len(found.parameters) == len(PARAMETERS)
    assert found.parameters != PARAMETERS
    # The first intervals become shorter.
    assert sum(found.parameters[:4]) < sum(PARAMETERS[:4])
    assert all(round(one, 4) == one for one in found.parameters)


def test_too_few_reviews_change_nothing() -> None:
    assert fit([]) == Fit(None, 0)
    assert fit(cards(FEWEST // 6, 0.5)) == Fit(None, FEWEST // 6 * 6)
    # Reviews on the day of the one before do not count.
    assert fit(cards(100, 0.5, days=0)) == Fit(None, 0)


def test_default_parameters_stay_where_they_predict_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "_optimised", lambda items: PARAMETERS)
    found = fit(cards(100, 0.9))
    assert (found.parameters, found.reviews) == (None, 600)


def test_the_newest_reviews_count(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def optimised(items: Sequence[object]) -> Sequence[float]:
        seen.append(len(items))
        return PARAMETERS

    monkeypatch.setattr(fitting, "MOST", 500)
    monkeypatch.setattr(fitting, "FEWEST", 500)
    monkeypatch.setattr(fitting, "_optimised", optimised)
    monkeypatch.setattr(fitting, "_log_loss", lambda parameters, items: float(len(optimised(items))))
    assert fit(cards(100, 0.9)).reviews == 500
    assert seen == [400, 100, 100, 100]


@pytest.mark.parametrize("way", [0.2, 0.4])
def test_the_parameters_go_as_far_as_predicts_best(monkeypatch: pytest.MonkeyPatch, way: float) -> None:
    best = PARAMETERS[0] + way
    monkeypatch.setattr(fitting, "_optimised", lambda items: (PARAMETERS[0] + 0.4, *PARAMETERS[1:]))
    monkeypatch.setattr(fitting, "_log_loss", lambda parameters, items: 1 + abs(parameters[0] - best))
    found = fit(cards(100, 0.9))
    assert found.parameters == (pytest.approx(best), *(round(one, 4) for one in PARAMETERS[1:]))


def test_a_higher_target_takes_more_reviews_and_leaves_more_remembered() -> None:
    found = costs(PARAMETERS, 5, 100, 300)
    assert [one.target for one in found] == list(TARGETS) == [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97]
    assert [one.reviews for one in found] == sorted(one.reviews for one in found)
    assert [one.remembered for one in found] == sorted(one.remembered for one in found)
    # A year of 365 days: each card is learnt once and reviewed some times.
    assert 300 / 365 < found[0].reviews < 5
    assert 200 < found[0].remembered < found[-1].remembered <= 300


@pytest.mark.parametrize(("new", "most", "count"), [(0, 100, 300), (5, 0, 300), (5, 100, 0)])
def test_without_cards_or_reviews_nothing_is_simulated(new: int, most: int, count: int) -> None:
    assert costs(PARAMETERS, new, most, count) == []


def test_no_more_cards_are_learnt_than_a_year_has_room_for() -> None:
    assert costs(PARAMETERS, 1, 100, 10_000) == costs(PARAMETERS, 1, 100, 365)
    assert max(one.remembered for one in costs(PARAMETERS, 1, 100, 10_000)) <= 365
