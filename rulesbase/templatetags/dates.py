"""Days as people write them, in the language of the page."""

import datetime

from django import template
from django.utils import dateformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def day_text(date: datetime.date) -> str:
    """Write a day out: 19 June 2026."""
    # Translators: how a day is written, in the letters of Django's date filter: 19 June 2026.
    return dateformat.format(date, pgettext("date format", "j F Y"))


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
    return _time(date, dateformat.format(date, pgettext("date format", "j M")))
