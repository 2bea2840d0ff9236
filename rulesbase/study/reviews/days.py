"""The days of a user: in their time zone, from the hour of their choice."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rulesbase.models import StudyOptions

_DAY = timedelta(days=1)


class Day(NamedTuple):
    """One day of a user: its date, its beginning and its end."""

    date: date
    begins: datetime
    ends: datetime


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of that name, or None if this machine does not have it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def day_at(options: StudyOptions, moment: datetime) -> Day:
    """Return the user's day of a moment.

    A day has 23 or 25 hours when the clock changes. Dates that a zone skipped do not occur.
    """
    zone = zone_named(options.time_zone) or ZoneInfo("UTC")
    # Backwards from tomorrow: after a clock change over midnight the date alone gives the day before.
    day = moment.astimezone(zone).date() + _DAY
    while (begins := _begin(day, options.day_starts, zone)) > moment:
        day -= _DAY
    following = day + _DAY
    while (ends := _begin(following, options.day_starts, zone)) <= begins:
        following += _DAY
    return Day(day, begins, ends)


def days_from(options: StudyOptions, moment: datetime, count: int) -> list[Day]:
    """Return the user's day of a moment and those after it, `count` in all."""
    found = [day_at(options, moment)]
    while len(found) < count:
        found.append(day_at(options, found[-1].ends))
    return found


def _begin(day: date, hour: int, zone: ZoneInfo) -> datetime:
    # A skipped hour means the moment of the clock change; of a repeated hour the first counts.
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
