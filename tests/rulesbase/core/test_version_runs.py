"""Runs of consecutive versions."""

import datetime
from operator import itemgetter

from rulesbase.core.version_runs import last_day, runs


def test_a_run_ends_at_a_gap_and_at_another_value() -> None:
    rows = [(0, "a"), (1, "a"), (2, "b"), (4, "b"), (5, "b")]
    assert list(runs(rows, itemgetter(1))) == [rows[:2], rows[2:3], rows[3:]]
    assert list(runs(rows, lambda _row: None)) == [rows[:3], rows[3:]]
    assert list(runs([], itemgetter(1))) == []


def test_a_version_lasts_until_the_day_before_the_next() -> None:
    dates = [datetime.date(2020, 1, 1), datetime.date(2020, 3, 1)]
    assert [last_day(dates, at) for at in (0, 1)] == [datetime.date(2020, 2, 29), None]
