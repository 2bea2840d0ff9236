"""How long until a card is asked again, in words that fit on a button."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.study.reviews.scheduling import GRADES, State, outcomes

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_MONTH, _YEAR = timedelta(days=30.44), timedelta(days=365.25)


class Choice(NamedTuple):
    """One of the four grades, and when the card comes back after it."""

    grade: int
    word: str
    after: str


def choices(state: State | None, at: datetime, retention: float) -> list[Choice]:
    """The four grades with the words for their intervals."""
    due = outcomes(state, at, retention)
    words = dict(zip(GRADES, (_("Again"), _("Hard"), _("Good"), _("Easy")), strict=True))
    return [Choice(grade, words[grade], in_words(due[grade] - at)) for grade in GRADES]


def in_words(span: timedelta) -> str:
    """An interval to come, in the largest unit that tells it well; static/js/booth.js has the same bounds."""
    if span < _HOUR:
        count = max(round(span / _MINUTE), 1)
        return ngettext("in %(count)d minute", "in %(count)d minutes", count) % {"count": count}
    if span < _DAY:
        count = round(span / _HOUR)
        return ngettext("in %(count)d hour", "in %(count)d hours", count) % {"count": count}
    if span < 100 * _DAY:
        count = round(span / _DAY)
        return ngettext("in %(count)d day", "in %(count)d days", count) % {"count": count}
    if span < 2 * _YEAR:
        count = round(span / _MONTH)
        return ngettext("in %(count)d month", "in %(count)d months", count) % {"count": count}
    count = round(span / _YEAR)
    return ngettext("in %(count)d year", "in %(count)d years", count) % {"count": count}
