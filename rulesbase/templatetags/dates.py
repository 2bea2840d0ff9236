"""Days as people write them, in the language of the page."""

import datetime
from functools import lru_cache

from django import template
from django.utils import dateformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

register = template.Library()


@register.filter
def day_text(date: datetime.date) -> str:
    """Write a day out: 19 June 2026."""
    return _day_text(date, get_language())


# Pages write the same days over and over: a history some four hundred.
@lru_cache(maxsize=4096)
def _day_text(date: datetime.date, language: str | None) -> str:
    del language  # only part of the key: the one that is active
    # Translators: how a day is written, in the letters of Django's date filter: 19 June 2026.
    usual = pgettext("date format", "j F Y")
    if date.day == 1:
        # Translators: how the first day of a month is written, where that is another way; French: 1\e\r F Y
        first = pgettext("date format, first day of a month", "j F Y")
        usual = usual if first == "j F Y" else first
    return dateformat.format(date, usual)


@register.filter
def month_text(date: datetime.date) -> str:
    """Write a month out: June 2026."""
    # Translators: how a month is written, in the letters of Django's date filter: June 2026.
    return dateformat.format(date, pgettext("date format", "F Y"))


def _time(date: datetime.date, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', date.isoformat(), text)


@register.filter
def day(date: datetime.date) -> SafeString:
    """Write a day out, as an element that machines read as well."""
    return _time(date, day_text(date))


@register.filter
def day_of_year(date: datetime.date) -> SafeString:
    """Write a day without its year, for lists that have the year above: 19 Jun."""
    # Translators: a short day without year, in the letters of Django's date filter: 19 Jun.
    usual = pgettext("date format", "j M")
    if date.day == 1:
        # Translators: a short first day of a month, where that is written another way; French: 1\e\r M
        first = pgettext("date format, first day of a month", "j M")
        usual = usual if first == "j M" else first
    return _time(date, dateformat.format(date, usual))


@register.filter
def partial_day(written: str) -> SafeString:
    """Write a year, a month or a day out, as far as it is known: 2011, May 2011, 18 May 2011. Else as it stands."""
    try:
        year, month, of_month = (*map(int, written.split("-", 2)), 0, 0)[:3]
        date = datetime.date(year, month or 1, of_month or 1)
    except ValueError:
        return format_html("{}", written)
    # Translators: how a year is written by itself, in the letters of Django's date filter: 2011. Japanese: Y年
    text = day_text(date) if of_month else month_text(date) if month else dateformat.format(date, pgettext("year", "Y"))
    return format_html('<time datetime="{}">{}</time>', written, text)
