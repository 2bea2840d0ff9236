"""The history of a rule, chapter or term."""

import datetime
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.bulletins import remarks_on
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.cards import cards
from rulesbase.engine.diff.words import diff
from rulesbase.history.html import boxes_html, events_html, options_html, phrases_html
from rulesbase.history.queries import History, history_of
from rulesbase.history.timeline import (
    Stage,
    absences,
    blame_of,
    changed_examples,
    moments_of,
    stages_of,
    tints,
)
from rulesbase.history.timeline_svg import picture_of
from rulesbase.lineage.traversal import english, rule_named
from rulesbase.models import Rule
from rulesbase.reading.page_frame import dated


@require_safe
def rule_history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the life of a Rule; the address of one that was joined with another leads to that one."""
    rule = rule_named(public_id)
    if rule is None:
        raise Http404(_("There is no rule with this address."))
    if rule.public_id != public_id:
        return redirect("rule_history", rule.public_id, permanent=True)
    versions = catalogue()
    history = history_of(versions, rule)
    if history is None:
        raise Http404(_("This rule stands in no complete English text, so its history is not known."))
    all_versions = english(versions)
    stages = stages_of(history.spans)
    moments, quiet = moments_of(versions, history)
    ages = tints(stages, all_versions[0].date, all_versions[-1].date)
    context = {
        "history": history,
        "stages": stages,
        "absences": absences(stages),
        "wordings": (wordings := _wordings(stages)),
        "legend": [(stage, ages[stage.since]) for stage in wordings],
        "numbers": list(dict.fromkeys(stage.number for stage in stages)),
        "now": stages[-1],
        "picture": (picture := picture_of(versions, history, stages, ages)),
        "boxes": boxes_html(picture),
        "blame": (blame := blame_of(stages, ages)),
        "phrases": phrases_html(blame),
        "events": events_html(history, moments, all_versions[0].date),
        "quiet": quiet,
        "remarks": remarks_on(rule.pk),
        "rulings": cards().rulings_on(versions, rule.pk),
        "canonical": request.build_absolute_uri(request.path),
    }
    return render(request, "rulesbase/history.html", context | _span(request, history, stages))


@dated
def history_at(request: HttpRequest, versions: Catalogue, version: CatalogueVersion, number: str) -> HttpResponse:
    """Lead from a place or term of a version to the history of the Rule that stands there."""
    found = Rule.objects.filter(entries__edition=version.main.pk, entries__number=number).order_by("entries__position")
    rule = found.first()
    if rule is None:
        raise Http404(_("The history of this place is not known."))
    return redirect("rule_history", rule.public_id)


def _wordings(stages: Sequence[Stage]) -> list[Stage]:
    """The first stage of each wording."""
    return list({stage.letter: stage for stage in reversed(stages)}.values())[::-1]


def _span(request: HttpRequest, history: History, stages: Sequence[Stage]) -> dict[str, object]:
    """The two days to compare: those that were asked for, else the first and the last of its life."""
    before, on = _stage(request, "from", stages, stages[0].first)
    since, until = _stage(request, "to", stages, stages[-1].last)
    old, new = before.said.words, since.said.words
    return {
        "before": before,
        "since": since,
        "days": (on, until),
        "options": (options_html(history, stages, before), options_html(history, stages, since)),
        "steps": diff(old, new) if old != new else (),
        "examples": changed_examples(history.examples_on(on), history.examples_on(until)),
    }


def _stage(
    request: HttpRequest, name: str, stages: Sequence[Stage], otherwise: datetime.date
) -> tuple[Stage, datetime.date]:
    """The stage of a day in the query, and that day; days between two stages belong to the one before."""
    try:
        day = datetime.date.fromisoformat(request.GET.get(name, ""))
    except ValueError:
        day = otherwise
    stage = next((stage for stage in reversed(stages) if stage.first <= day), stages[0])
    return stage, max(stage.first, min(day, stage.until or stage.last))
