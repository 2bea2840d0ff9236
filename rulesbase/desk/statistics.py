"""Statistics of a language: texts translated and reviewed per week and person, and the texts changed most."""

import datetime
from typing import NamedTuple

from django.db.models import Count, Q
from django.db.models.functions import TruncWeek
from django.utils import timezone

from rulesbase.models import ActionLog

Verb = ActionLog.Verb
_TRANSLATED = (Verb.SAVED, Verb.SUBMITTED)
_REVIEWED = (Verb.APPROVED, Verb.RETURNED, Verb.CONFIRMED, Verb.ADOPTED)
WEEKS = 26
_MOST = 20


class WeekOfPerson(NamedTuple):
    """Texts that a person translated and reviewed in a week that begins on ``monday``."""

    monday: datetime.date
    name: str
    translated: int
    reviewed: int


class Statistics(NamedTuple):
    """Rows by week and person, newest week first, and (place, number of changes) of the texts changed most."""

    weeks: tuple[WeekOfPerson, ...]
    most_changed: tuple[tuple[str, int], ...]


def statistics_of(language: str) -> Statistics:
    """Return the statistics of the last half year. Two queries.

    A text counts once for each person and week, however often it was saved.
    """
    since = timezone.now() - datetime.timedelta(weeks=WEEKS)
    rows = ActionLog.objects.filter(
        language=language, made_at__gte=since, original__isnull=False, verb__in=(*_TRANSLATED, *_REVIEWED)
    ).order_by()
    counts = (
        rows.annotate(week=TruncWeek("made_at"))
        .values_list("week", "author__username")
        .annotate(translated=_texts(_TRANSLATED), reviewed=_texts(_REVIEWED))
        .order_by("-week", "author__username")
    )
    weeks = tuple(WeekOfPerson(week.date(), name or "", *texts) for week, name, *texts in counts)
    places = rows.values_list("place").annotate(changes=Count("pk")).filter(changes__gt=1)
    return Statistics(weeks, tuple(places.order_by("-changes", "place")[:_MOST]))


def _texts(verbs: tuple[Verb, ...]) -> Count:
    return Count("original", distinct=True, filter=Q(verb__in=verbs))
