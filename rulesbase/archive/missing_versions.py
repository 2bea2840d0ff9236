"""Official versions that the archive lacks."""

import datetime
from bisect import bisect_left, insort
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from rulesbase.core.grouping import grouped
from rulesbase.engine.data_tables import data_rows

# The files of 2021 were uploaded up to eleven days before or nine days after they took effect.
_UPLOAD_SLACK = datetime.timedelta(days=14)


class Gap(NamedTuple):
    """A known version that the archive lacks."""

    date: datetime.date
    is_upload: bool
    addresses: tuple[str, ...]


def known_gaps(imported: Set[datetime.date]) -> list[Gap]:
    """List the known versions that are not imported, oldest first.

    An official file uploaded close to an imported version counts as that version.
    """
    date_of = datetime.date.fromisoformat
    known = [date_of(row["effective_date"]) for row in data_rows("rulesbase/data/known_gaps.csv")]
    files = data_rows("rulesbase/data/official_addresses.csv")
    addresses = grouped((date_of(row["upload_date"]), row["address"]) for row in files)
    held = sorted(imported)
    gaps = {date: Gap(date, False, ()) for date in known if date not in imported}
    days = sorted(gaps)
    for uploaded, found in addresses.items():
        if uploaded in imported:
            continue
        if near := _near(uploaded, days):
            gaps[near] = gaps[near]._replace(addresses=(*gaps[near].addresses, *found))
        elif not _near(uploaded, held):
            gaps[uploaded] = Gap(uploaded, True, tuple(found))
            insort(days, uploaded)
    return [gaps[date] for date in days]


# Every page of the rules asks, and reading the two lists takes longer than the rest of its version bar.
@lru_cache(maxsize=8)
def newer_official(imported: frozenset[datetime.date]) -> list[Gap]:
    """List the official versions later than all imported ones, oldest first; none without an imported version."""
    if not imported:
        return []
    newest = max(imported)
    return [gap for gap in known_gaps(imported) if gap.addresses and gap.date > newest]


def _near(day: datetime.date, dates: Sequence[datetime.date]) -> datetime.date | None:
    """Return the date nearest to a day within the upload slack, of dates in order."""
    at = bisect_left(dates, day)
    nearest = min(dates[max(0, at - 1) : at + 1], key=lambda date: abs(date - day), default=None)
    return nearest if nearest and abs(nearest - day) <= _UPLOAD_SLACK else None
