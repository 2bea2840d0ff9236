"""Pages of the history of a rule, chapter or term, and the heat map of all: `/archive/heat/`, `?show=age`."""

import datetime
from collections.abc import Sequence

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.accounts.roles import CURATE
from rulesbase.archive.bulletins import remarks_on
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.engine.diff.texts import diff
from rulesbase.engine.text.dates import read_day
from rulesbase.history.heatmap import heat_map
from rulesbase.history.heatmap_svg import HeatMapPicture, Mode
from rulesbase.history.html import EventsHtml, boxes_html, options_html, phrases_html
from rulesbase.history.phrase_dates import blame_of
from rulesbase.history.queries import History, history_of
from rulesbase.history.timeline import Stage, absences, changed_examples, stages_of, timeline_changes, tints
from rulesbase.history.timeline_svg import picture_of
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import Rule
from rulesbase.reading.page_frame import dated

_CACHE_SECONDS = 7 * 24 * 3600


@require_safe
def rule_history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the history of a Rule; a merged Rule redirects to the other one."""
    rule = rule_named(public_id)
    if rule is None:
        raise Http404(_("There is no rule at this address. Check the address, or search for the rule."))
    if rule.public_id != public_id:
        return redirect("rule_history", rule.public_id, permanent=True)
    versions = catalogue()
    history = history_of(versions, rule)
    if history is None:
        raise Http404(_("No complete English text contains this rule, so its history is not known."))
    first, last = versions.complete[0].date, versions.complete[-1].date
    stages = stages_of(history.spans)
    ages = tints(stages, first, last)
    # The first stage of each text.
    wordings: dict[str, Stage] = {}
    for stage in stages:
        wordings.setdefault(stage.letter, stage)
    picture, blame = picture_of(versions, history, stages, ages), blame_of(stages, ages)
    changes, quiet = timeline_changes(versions, history)
    dates, remarks = {change.date for change in changes}, list(remarks_on(rule.pk))
    context = {
        "history": history,
        "stages": stages,
        "absences": absences(stages),
        "legend": [(stage, ages[stage.since]) for stage in wordings.values()],
        "numbers": list(dict.fromkeys(stage.number for stage in stages)),
        "now": stages[-1],
        "picture": picture,
        "boxes": boxes_html(picture),
        "blame": blame,
        "phrases": phrases_html(blame),
        "events": EventsHtml(history, first, remarks, request.user.has_perm(CURATE)).items(changes),
        "quiet": quiet,
        # The others are shown with their change.
        "remarks": [one for one in remarks if one.note.version.date not in dates or not one.excerpt],
        "rulings": cards().rulings_on(versions, rule.pk),
    }
    return render(request, "history/history.html", context | _span(request, history, stages))


@dated
def history_at(request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str) -> HttpResponse:
    """Redirect from a number or term of a version to the history of its Rule."""
    found = Rule.objects.filter(entries__edition=version.main.pk, entries__number=number).order_by("entries__position")
    rule = found.first()
    if rule is None:
        raise Http404(_("There is no history at this address. Check the address, or search for the rule."))
    return redirect("rule_history", rule.public_id)


def _span(request: HttpRequest, history: History, stages: Sequence[Stage]) -> dict[str, object]:
    """Return the two days to compare from the query; by default the first and the last."""
    older, older_day = _stage(request, "from", stages, stages[0].first)
    newer, newer_day = _stage(request, "to", stages, stages[-1].last)
    old, new = older.wording.words, newer.wording.words
    return {
        "older": older,
        "older_day": older_day,
        "newer": newer,
        "newer_day": newer_day,
        "options": (options_html(stages, older), options_html(stages, newer)),
        "steps": diff(old, new) if old != new else (),
        "examples": changed_examples(history.examples_on(older_day), history.examples_on(newer_day)),
    }


def _stage(
    request: HttpRequest, name: str, stages: Sequence[Stage], otherwise: datetime.date
) -> tuple[Stage, datetime.date]:
    """Return the stage of a day in the query, and that day; a day in a gap belongs to the stage before."""
    day = read_day(request.GET.get(name, "")) or otherwise
    stage = next((stage for stage in reversed(stages) if stage.first <= day), stages[0])
    return stage, max(stage.first, min(day, stage.until or stage.last))


@require_safe
def heat(request: HttpRequest) -> HttpResponse:
    """Show the changes of each chapter per year, or the age of its current texts.

    The page is cached until content changes.
    """
    mode: Mode = "age" if request.GET.get("show") == "age" else "churn"
    versions = catalogue()
    # Django warns of keys with spaces.
    key = f"heat:{settings.VERSION}:{get_language()}:{mode}:{versions.stamp}:{versions.latest}".replace(" ", "_")
    body = cache.get_or_set(key, lambda: _heat_map_html(versions, mode), _CACHE_SECONDS)
    address = request.build_absolute_uri(reverse("heat"))
    context = {
        "body": SafeString(body),
        "mode": mode,
        "version": versions.latest,
        "canonical": address if mode == "churn" else f"{address}?show={mode}",
    }
    return render(request, "history/heat_map.html", context)


def _heat_map_html(versions: Catalogue, mode: Mode) -> str:
    found = heat_map(versions, ages=mode == "age")
    shown = {"heat": found, "picture": HeatMapPicture(found, mode).context() if found else None, "mode": mode}
    return render_to_string("history/_heat_map.html", shown)
