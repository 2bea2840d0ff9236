"""Days as a person has them: in their zone, from the hour at which they say one begins."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rulesbase.models import StudyOptions

_DAY = timedelta(days=1)


class Day(NamedTuple):
    """One day of a person: its date, and the moments at which it begins and the next one does."""

    date: date
    begins: datetime
    ends: datetime


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of that name, or None where this machine knows none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def day_at(options: StudyOptions, moment: datetime) -> Day:
    """The person's day that a moment belongs to.

    A day lasts as long as the clock makes it: 23 or 25 hours where it changes. A date that a zone left out belongs
    to nobody.
    """
    zone = zone_named(options.time_zone) or ZoneInfo("UTC")
    # From tomorrow backwards: where the clock goes back over midnight, the date alone names the day before.
    day = moment.astimezone(zone).date() + _DAY
    while (begins := _begin(day, options.day_starts, zone)) > moment:
        day -= _DAY
    following = day + _DAY
    while (ends := _begin(following, options.day_starts, zone)) <= begins:
        following += _DAY
    return Day(day, begins, ends)


def days_from(options: StudyOptions, moment: datetime, count: int) -> list[Day]:
    """The person's day of a moment and those after it, `count` in all."""
    found = [day_at(options, moment)]
    while len(found) < count:
        found.append(day_at(options, found[-1].ends))
    return found


def _begin(day: date, hour: int, zone: ZoneInfo) -> datetime:
    # An hour that the clock leaves out counts as the moment at which it jumps; of one it repeats the first counts.
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
