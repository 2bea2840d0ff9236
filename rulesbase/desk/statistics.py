"""Statistics of a language: texts translated and reviewed per week and person, and the texts changed most."""

import datetime
from collections import Counter
from typing import NamedTuple

from django.db.models import Count
from django.db.models.functions import TruncWeek
from django.utils import timezone

from rulesbase.models import ActionLog

Verb = ActionLog.Verb
_TRANSLATED = (Verb.SAVED, Verb.SUBMITTED)
_REVIEWED = (Verb.APPROVED, Verb.RETURNED, Verb.KEPT, Verb.ADOPTED)
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
    """Return the statistics of the last half year. Three queries.

    A text counts once for each person and week, however often it was saved.
    """
    since = timezone.now() - datetime.timedelta(weeks=WEEKS)
    rows = ActionLog.objects.filter(language=language, made_at__gte=since, original__isnull=False).order_by()
    counts = {
        kind: Counter(
            {
                (week.date(), name or ""): count
                for week, name, count in rows.filter(verb__in=verbs)
                .annotate(week=TruncWeek("made_at"))
                .values_list("week", "author__username")
                .annotate(texts=Count("original", distinct=True))
            }
        )
        for kind, verbs in (("translated", _TRANSLATED), ("reviewed", _REVIEWED))
    }
    keys = sorted({*counts["translated"], *counts["reviewed"]}, key=lambda key: (-key[0].toordinal(), key[1]))
    weeks = tuple(WeekOfPerson(*key, counts["translated"][key], counts["reviewed"][key]) for key in keys)
    places = rows.filter(verb__in=(*_TRANSLATED, *_REVIEWED)).values_list("place").annotate(changes=Count("pk"))
    most = sorted(places, key=lambda row: (-row[1], row[0]))[:_MOST]
    return Statistics(weeks, tuple((place, count) for place, count in most if count > 1))
