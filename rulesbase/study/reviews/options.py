"""Study options of a user: read them, lock them, and the daily limits that they set."""

from rulesbase.models import StudyOptions, User
from rulesbase.study.reviews.days import Day

WEEKDAYS = 7


def weekday_shares(options: StudyOptions) -> list[int]:
    """Return the share of the daily load on each weekday, in percent, Monday first."""
    return options.easy_days or [100] * WEEKDAYS


def limits_on(options: StudyOptions, day: Day) -> tuple[int, int]:
    """Return the limits of new cards and of all cards on a day."""
    share = weekday_shares(options)[day.date.weekday()] / 100
    return round(options.new_a_day * share), round(options.reviews_a_day * share)


def options_of(user: User) -> StudyOptions:
    """Return the options of a user; the defaults, not stored, if there are none."""
    return StudyOptions.objects.filter(user=user).first() or StudyOptions(user=user)


def locked_options(user: User) -> StudyOptions:
    """Return the stored options of a user, locked until the transaction ends. SQLite has one writer anyway."""
    rows = StudyOptions.objects.select_for_update(of=("self",), no_key=True).filter(user=user)
    if locked := rows.first():
        return locked
    StudyOptions.objects.get_or_create(user=user)
    return rows.get()
