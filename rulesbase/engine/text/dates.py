"""Dates as people and programs write them: alone, in a text of any language, or in a file name."""

import calendar
import datetime
import re
from typing import NamedTuple

from rulesbase.engine.languages import TEXTS, either, text_language

_EXACT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_FIRST = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_.]?(?P<month>\d\d)[-_.]?(?P<day>\d\d)(?P<more>\d*)")
_MONTH_FIRST = re.compile(r"(?<!\d)(?P<month>\d\d)(?P<day>\d\d)(?P<year>(?:19|20)\d\d)(?P<more>\d*)")
_DATES = [one.dates for one in TEXTS.values()]
_MONTHS = {
    name: number
    for dates in _DATES
    for some in (dates.months, dates.short_months)
    for number, names in enumerate(some, 1)
    for name in names.split()
}
_MONTH = either(*_MONTHS)
_ORDINAL = either(*(dates.ordinal for dates in _DATES))
_YEAR = r"(?:199\d|20\d\d)"
# A verbose pattern. Groups in the order year, month, day, whatever the order in the text; their names end in the
# number of the form.
DATE = rf"""(?:
    (?P<y1>{_YEAR})[-/.](?P<m1>\d\d?)(?:[-/.](?P<d1>\d\d?))?(?![\d-])
  | (?P<y2>{_YEAR})\s?年(?:\s?(?P<m2>\d\d?)\s?月(?:\s?(?P<d2>\d\d?)\s?日)?)?
  | (?P<n3>{_MONTH})\.?\s*(?P<d3>\d\d?)(?:{_ORDINAL})?,?\s+(?P<y3>{_YEAR})(?!\d)
  | (?:(?P<d4>\d\d?)(?:\s?(?:{_ORDINAL}))?\s+)?(?P<n4>{_MONTH})\.?,?\s+(?P<y4>{_YEAR})(?!\d)
  | (?P<d6>1[3-9]|2\d|3[01])/(?P<m6>\d\d?)/(?P<y6>{_YEAR})(?!\d)
  | (?P<m7>\d\d?)/(?P<d7>1[3-9]|2\d|3[01])/(?P<y7>{_YEAR})(?!\d)
  | (?P<d8>\d\d?)\.(?P<m8>\d\d?)\.(?P<y8>{_YEAR})(?!\d)
  | (?P<m9>\d\d?)/(?P<y9>{_YEAR})(?![\d/])
  | (?P<y5>{_YEAR})(?!\d|[.-]\d)
)"""
# Japanese writes its dates without spaces around them.
_ANYWHERE = re.compile(rf"(?<![A-Za-z0-9_./-]){DATE}", re.I | re.X)
# Day and month, or month and day: the other dates of the text decide.
_EITHER = re.compile(rf"(?<![A-Za-z0-9_./-])(\d\d?)/(\d\d?)/({_YEAR})(?![\d/])")
_DAY_FIRST = re.compile(rf"\b(?:{either(*(dates.day_first_signs for dates in _DATES))})\b")
_STAMP = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)\.\d(?!\d)")
_SLASH = re.compile(r"(?P<label>[A-Z]{2})\s{0,3}\[(\d\d)/(\d\d)/(\d{4})\]")
_EFFECTIVE = re.compile("|".join(one.dates.effective for one in TEXTS.values() if one.dates.effective), re.I)
_WIDE_LETTER = re.compile("[　\uff01-\uff5e]")
# One character for one, so that offsets do not change.
_WIDE: dict[int, str | int] = {
    ord("　"): " ",
    ord("～"): "〜",
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5E)},
}


class Period(NamedTuple):
    """The days that a date may mean, first and last: one day, a month or a year."""

    first: datetime.date
    last: datetime.date


class DateMention(NamedTuple):
    """text[start:end] names a day, a month or a year."""

    start: int
    end: int
    period: Period


def read_day(text: str) -> datetime.date | None:
    """Return the date in a text of the form 2019-10-04, as in addresses and the API; None for anything else.

    `datetime` alone would also read 20191004 and 2019-W40-5, so one day would have several addresses.
    """
    return _date(*text.split("-")) if _EXACT.fullmatch(text) else None


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
            if day := _date(found["year"], found["month"], found["day"]):
                return day
    return None


def halfwidth(text: str) -> str:
    """Return the text with ASCII characters for full-width ones; same length."""
    return text.translate(_WIDE) if _WIDE_LETTER.search(text) else text


def period_of(match: re.Match[str]) -> Period | None:
    """Return the days that a match of ``DATE`` means; None for an impossible date."""
    found = {name.rpartition("_")[2][0]: value for name, value in match.groupdict().items() if value}
    year, day = int(found["y"]), int(found.get("d", 0))
    month = _MONTHS[found["n"].lower()] if "n" in found else int(found.get("m", 0))
    try:
        if day:
            return Period(datetime.date(year, month, day), datetime.date(year, month, day))
        last = calendar.monthrange(year, month or 12)[1]
        return Period(datetime.date(year, month or 1, 1), datetime.date(year, month or 12, last))
    except (ValueError, calendar.IllegalMonthError):
        return None


def find_dates(text: str) -> list[DateMention]:
    """Return all days, months and years that a text names, in order."""
    plain = halfwidth(text)
    matches = ((match, period_of(match)) for match in _ANYWHERE.finditer(plain))
    found = [DateMention(match.start(), match.end(), period) for match, period in matches if period]
    return sorted((*found, *_either(plain)), key=lambda one: one.start)


def first_day(text: str) -> datetime.date | None:
    """Return the first whole day that a text names."""
    return next((one.period.first for one in find_dates(text) if one.period.first == one.period.last), None)


def _either(plain: str) -> list[DateMention]:
    """Return dates such as 04/02/2011, in the order (day or month first) that the text shows elsewhere.

    Empty if the text does not show an order and its language does not write the day first.
    """
    pairs = [(match, int(match[1]), int(match[2])) for match in _EITHER.finditer(plain)]
    day_first = {a > b for _, a, b in pairs if max(a, b) > 12}
    if not day_first and _DAY_FIRST.search(plain):
        day_first = {True}
    if len(day_first) != 1:
        return []
    order = next(iter(day_first))
    found = []
    for match, a, b in pairs:
        if max(a, b) <= 12 and min(a, b) > 0:
            day = datetime.date(int(match[3]), b if order else a, a if order else b)
            found.append(DateMention(match.start(), match.end(), Period(day, day)))
    return found


def _date(year: str, month: str, day: str) -> datetime.date | None:
    try:
        return datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None


def stated_date(text: str, language: str) -> datetime.date | None:
    """Return the effective date that a source states, or None.

    Sources in this order: a sentence with the date of effect; a web page heading with a date per language (``US
    [30/09/2011]``), for the language of the text; a document number (20231117.0).
    """
    for match in _EFFECTIVE.finditer(text):
        if found := first_day(match[0]):
            return found
    labels = text_language(language).dates.labels
    for match in _SLASH.finditer(text):
        if match["label"] in labels:
            return _date(match[4], match[3], match[2])
    stamp = _STAMP.search(text)
    return _date(stamp[1], stamp[2], stamp[3]) if stamp else None
