"""Write dates in the language of the page."""

import datetime
from functools import lru_cache

from django.utils import dateformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext


def day_text(date: datetime.date) -> str:
    """Write a day out: 19 June 2026."""
    return _day_text(date, get_language())


# Pages repeat the same days: a history has about four hundred.
@lru_cache(maxsize=4096)
def _day_text(date: datetime.date, language: str | None) -> str:
    del language  # only part of the cache key
    # Translators: how a day is written, in the letters of Django's date filter: 19 June 2026.
    usual = pgettext("date format", "j F Y")
    if date.day == 1:
        # Translators: how the first day of a month is written, where that is another way; French: 1\e\r F Y
        first = pgettext("date format, first day of a month", "j F Y")
        usual = usual if first == "j F Y" else first
    return dateformat.format(date, usual)


def month_text(date: datetime.date) -> str:
    """Write a month out: June 2026."""
    # Translators: how a month is written, in the letters of Django's date filter: June 2026.
    return dateformat.format(date, pgettext("date format", "F Y"))


def day(date: datetime.date) -> SafeString:
    """Write a day out as a <time> element."""
    return format_html('<time datetime="{}">{}</time>', date.isoformat(), day_text(date))
