"""Statistics of a language: texts translated and reviewed per week and person, and the texts changed most."""

import datetime

from django.db.models import Count, F, Max, Q
from django.db.models.functions import TruncWeek
from django.utils import timezone

from rulesbase.models import ActionLog

Verb = ActionLog.Verb
_TRANSLATED = (Verb.SAVED, Verb.SUBMITTED)
_CHANGED = (Verb.SAVED, Verb.SUBMITTED, Verb.REVERTED)
_REVIEWED = (Verb.APPROVED, Verb.RETURNED, Verb.CONFIRMED, Verb.ADOPTED)
WEEKS = 26
_MOST = 20


def statistics_of(language: str) -> dict[str, object]:
    """Return rows by week and person, newest week first, and (place, changes, heading) of the texts changed most.

    They cover the last half year; ``monday`` is the first day of a week. A text counts once for each person and week,
    however often it was saved. Two queries.
    """
    since = timezone.now() - datetime.timedelta(weeks=WEEKS)
    logged = ActionLog.objects.filter(language=language, made_at__gte=since, original__isnull=False).order_by()
    rows = logged.filter(verb__in=(*_TRANSLATED, *_REVIEWED))
    weeks = (
        rows.annotate(monday=TruncWeek("made_at"))
        .values("monday", name=F("author__username"))
        .annotate(translated=_texts(_TRANSLATED), reviewed=_texts(_REVIEWED))
        .order_by("-monday", "name")
    )
    changed = logged.filter(verb__in=_CHANGED).values_list("place")
    places = changed.annotate(changes=Count("pk"), heading=Max("original__heading")).filter(changes__gt=1)
    return {"weeks": weeks, "most_changed": places.order_by("-changes", "place")[:_MOST]}


def _texts(verbs: tuple[Verb, ...]) -> Count:
    return Count("original", distinct=True, filter=Q(verb__in=verbs))
