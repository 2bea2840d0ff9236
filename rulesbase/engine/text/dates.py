"""Days as people and programs write them: as such, or somewhere in the name of a file."""

import datetime
import re
from contextlib import suppress

_EXACT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_FIRST = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_.]?(?P<month>\d\d)[-_.]?(?P<day>\d\d)(?P<more>\d*)")
_MONTH_FIRST = re.compile(r"(?<!\d)(?P<month>\d\d)(?P<day>\d\d)(?P<year>(?:19|20)\d\d)(?P<more>\d*)")


def read_day(text: str) -> datetime.date | None:
    """Return the day that a text is, in the one form of addresses and of the API: 2019-10-04. None where it is none.

    `datetime` alone would read 20191004 and 2019-W40-5 too, and one day would have several addresses.
    """
    if not _EXACT.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def day_in_name(name: str, *, more_digits: bool = False, month_first: bool = False) -> datetime.date | None:
    """Return the first real day in a name, folders before it left out; None where there is none.

    Read are 20191004, 2019-10-04, 2019_10_04 and 2019.10.04, of this century and the one before it. Other digits next
    to one make it a number and no day; ``more_digits`` may follow where a time does, as in 20191004091500. Where no
    day is written so, ``month_first`` reads 10042019 too.
    """
    last = re.split(r"[/\\]", name)[-1]
    for form in (_YEAR_FIRST, _MONTH_FIRST) if month_first else (_YEAR_FIRST,):
        for found in form.finditer(last):
            if found["more"] and not more_digits:
                continue
            with suppress(ValueError):
                return datetime.date(int(found["year"]), int(found["month"]), int(found["day"]))
    return None
