"""Format dates in the language of the page."""

import datetime

from django import template
from django.utils import dateformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from rulesbase.core.dates import day, day_text, month_text

register = template.Library()
register.filter(day_text)
register.filter(month_text)
register.filter(day)


@register.filter
def day_of_year(date: datetime.date) -> SafeString:
    """Write a day without its year, for lists that have the year above: 19 Jun."""
    # Translators: a short day without year, in the letters of Django's date filter: 19 Jun.
    usual = pgettext("date format", "j M")
    if date.day == 1:
        # Translators: a short first day of a month, where that is written another way; French: 1\e\r M
        first = pgettext("date format, first day of a month", "j M")
        usual = usual if first == "j M" else first
    return format_html('<time datetime="{}">{}</time>', date.isoformat(), dateformat.format(date, usual))


@register.filter
def partial_day(written: str) -> SafeString:
    """Write a year, month or day, as far as known: 2011, May 2011, 18 May 2011. Return other text unchanged."""
    try:
        year, month, of_month = (*map(int, written.split("-", 2)), 0, 0)[:3]
        date = datetime.date(year, month or 1, of_month or 1)
    except ValueError:
        return format_html("{}", written)
    # Translators: how a year is written by itself, in the letters of Django's date filter: 2011. Japanese: Y年
    text = day_text(date) if of_month else month_text(date) if month else dateformat.format(date, pgettext("year", "Y"))
    return format_html('<time datetime="{}">{}</time>', written, text)
