"""Build the page of the name checker."""

from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse

from cards.models import Card
from cards.name_checker import forms
from cards.name_checker.examples import examples
from cards.name_checker.query_params import MOST_CARDS, QuestionParams, places_of, read_params
from cards.name_checker.result import Result, result_of
from cards.name_checker.version_strip import rule_changes, strip_of
from rulesbase.archive.catalogue import Catalogue, VersionNotFound, no_version_words
from rulesbase.reading.version_menu import version_options


class CheckerPage(NamedTuple):
    """The context of the template, the parameters, and whether the question was refused."""

    context: dict[str, object]
    params: QuestionParams
    refused: bool


def page_of(query: QueryDict, versions: Catalogue, root: str, *, live: bool) -> CheckerPage:
    """Read a question, answer it, and build the page.

    ``live`` is true for a script, which has the form already; ``root`` is the address of the site. Without imported
    rules the page says so, and refuses nothing.
    """
    params = read_params(query)
    errors = forms.errors_of(params, query)
    version = None
    try:
        version = versions.find(params.version or "latest")
    except VersionNotFound as error:
        if versions.latest:
            errors = errors._replace(whole=(*errors.whole, no_version_words(error)))
    if params.version and version:
        params = params.at(str(version))
    if errors:
        params = params.cut()
    result = Result(None, {})
    complete = not params.is_empty and len(params.cards) >= forms.fewest_cards(params.kind)
    if version and not errors and complete:
        result = result_of(params, version, versions, root)
    notes = {**result.notes, **{at: forms.FieldNote(message) for at, message in errors.of_card.items()}}
    posted = len(query.getlist("card")) if live else 0
    latest, action = versions.latest, reverse("names")
    here = version or latest
    dates = [one.date for one in versions.complete]
    context: dict[str, object] = {
        "action": action,
        "ask": params,
        "shown": result.shown,
        "kinds": forms.kinds_of(params),
        "fields": forms.fields_of(params, notes, places_of(query), min(posted, MOST_CARDS)),
        "troubles": (*errors.whole, *result.errors),
        "hint": forms.missing_cards(params),
        "characteristics": forms.CHARACTERISTICS,
        "formats": forms.FORMATS,
        "examples": examples(),
        "suggest": reverse("name_suggest"),
        "no_cards": not Card.objects.exists(),
        "no_rules": latest is None,
        "canonical": root.rstrip("/") + (action if params.is_empty else params.href),
        "versions": version_options(versions, str(version) if params.version and version else "", english=True),
        "latest": latest.title if latest else "",
        "strip": strip_of(params, dates, here.date, rule_changes(params.kind)) if here else None,
    }
    return CheckerPage(context, params, bool(latest and (errors or result.refused)))
