"""A person's day: from their hour, in their zone, whatever the clock does."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from rulesbase.models import StudyOptions
from rulesbase.study.reviews.days import day_at, days_from, zone_named


def options(zone: str, hour: int = 4) -> StudyOptions:
    return StudyOptions(time_zone=zone, day_starts=hour)


@pytest.mark.parametrize(
    ("zone", "hour", "moment", "day", "begins", "hours"),
    [
        ("UTC", 4, "2026-06-22T03:59:59", "2026-06-21", "2026-06-21T04:00", 24),
        ("UTC", 4, "2026-06-22T04:00:00", "2026-06-22", "2026-06-22T04:00", 24),
        # The clock goes forward in the night that begins with this day, and back in that one.
        ("Europe/Paris", 4, "2026-03-28T20:00:00", "2026-03-28", "2026-03-28T03:00", 23),
        ("Europe/Paris", 4, "2026-10-24T20:00:00", "2026-10-24", "2026-10-24T02:00", 25),
        # The day begins at an hour that the clock leaves out, then at one that it repeats.
        ("Europe/Paris", 2, "2026-03-29T12:00:00", "2026-03-29", "2026-03-29T01:00", 23),
        ("Europe/Paris", 2, "2026-10-25T01:30:00", "2026-10-25", "2026-10-25T00:00", 25),
        # Back over midnight: the hour before it comes twice, and the second one still is the day before.
        ("America/Havana", 0, "2026-11-01T05:30:00", "2026-11-01", "2026-11-01T04:00", 25),
        # Half an hour of change; half an hour of offset.
        ("Australia/Lord_Howe", 4, "2026-04-04T12:00:00", "2026-04-04", "2026-04-03T17:00", 24.5),
        ("Asia/Kolkata", 4, "2026-06-21T22:29:00", "2026-06-21", "2026-06-20T22:30", 24),
        # Samoa left out 30 December 2011.
        ("Pacific/Apia", 4, "2011-12-30T14:00:00", "2011-12-31", "2011-12-30T14:00", 24),
    ],
)
def test_a_day_begins_at_the_hour_of_the_person(
    zone: str, hour: int, moment: str, day: str, begins: str, hours: float
) -> None:
    found = day_at(options(zone, hour), datetime.fromisoformat(moment).replace(tzinfo=UTC))
    assert found.date == date.fromisoformat(day)
    assert found.begins == datetime.fromisoformat(begins).replace(tzinfo=UTC)
    assert found.ends - found.begins == timedelta(hours=hours)


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/Havana", "Pacific/Apia", "Australia/Lord_Howe"])
@pytest.mark.parametrize("hour", [0, 2, 23])
def test_days_follow_each_other_without_a_gap(zone: str, hour: int) -> None:
    stored = options(zone, hour)
    found = days_from(stored, datetime(2011, 9, 1, tzinfo=UTC), 400)
    for day, following in pairwise(found):
        assert day.ends == following.begins
        assert day.date < following.date
        assert day_at(stored, day.begins) == day_at(stored, day.ends - timedelta(microseconds=1)) == day


def test_a_zone_that_is_gone_is_utc() -> None:
    assert zone_named("Mars/Olympus") is None
    assert zone_named("../../etc/passwd") is None
    moment = datetime(2026, 6, 22, 12, tzinfo=UTC)
    assert day_at(options("Mars/Olympus"), moment) == day_at(options("UTC"), moment)
