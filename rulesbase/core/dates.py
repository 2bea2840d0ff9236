"""Write dates in the language of the page."""

import datetime
from functools import lru_cache

from django.utils import dateformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext


def day_text(date: datetime.date) -> str:
    """Write a day out: 19 June 2026."""
    return _days_of_month(date.month, date.day == 1, get_language()).format(j=date.day, Y=date.year)


# Pages of the rules write out over a hundred days, those of histories four hundred.
@lru_cache(maxsize=128)
def _days_of_month(month: int, is_first: bool, _language: str | None) -> str:
    """Return how the days of a month are written, or its first day, to be filled in: ``{j} June {Y:04}``."""
    # Translators: how a day is written, in the letters of Django's date filter: 19 June 2026.
    usual = pgettext("date format", "j F Y")
    if is_first:
        # Translators: how the first day of a month is written, where that is another way; French: 1\e\r F Y
        first = pgettext("date format, first day of a month", "j F Y")
        usual = usual if first == "j F Y" else first
    # Django writes letters behind a backslash as they are.
    return dateformat.format(datetime.date(2000, month, 1), usual.replace("j", r"{\j}").replace("Y", r"{\Y:04}"))


def month_text(date: datetime.date) -> str:
    """Write a month out: June 2026."""
    # Translators: how a month is written, in the letters of Django's date filter: June 2026.
    return dateformat.format(date, pgettext("date format", "F Y"))


def day(date: datetime.date) -> SafeString:
    """Write a day out as a <time> element."""
    return format_html('<time datetime="{}">{}</time>', date.isoformat(), day_text(date))
