"""Dates as people and programs write them: alone, or in a file name."""

import datetime
import re
from contextlib import suppress

_EXACT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_FIRST = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_.]?(?P<month>\d\d)[-_.]?(?P<day>\d\d)(?P<more>\d*)")
_MONTH_FIRST = re.compile(r"(?<!\d)(?P<month>\d\d)(?P<day>\d\d)(?P<year>(?:19|20)\d\d)(?P<more>\d*)")


def read_day(text: str) -> datetime.date | None:
    """Return the date in a text of the form 2019-10-04, as in addresses and the API; None for anything else.

    `datetime` alone would also read 20191004 and 2019-W40-5, so one day would have several addresses.
    """
    if not _EXACT.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def day_in_name(name: str, *, more_digits: bool = False, month_first: bool = False) -> datetime.date | None:
    """Return the first real date in a file name, without its folders; None where there is none.

    Forms are 20191004, 2019-10-04, 2019_10_04 and 2019.10.04, from 1900 to 2099. Digits next to a date make it a
    number. With ``more_digits`` a time may follow, as in 20191004091500. With ``month_first`` 10042019 is read if no
    other form occurs.
    """
    last = re.split(r"[/\\]", name)[-1]
    for form in (_YEAR_FIRST, _MONTH_FIRST) if month_first else (_YEAR_FIRST,):
        for found in form.finditer(last):
            if found["more"] and not more_digits:
                continue
            with suppress(ValueError):
                return datetime.date(int(found["year"]), int(found["month"]), int(found["day"]))
    return None
