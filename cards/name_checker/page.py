"""Build the page of the name checker."""

from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse

from cards.models import Card
from cards.name_checker import forms
from cards.name_checker.examples import examples
from cards.name_checker.query_params import MOST_CARDS, QuestionParams, numbered_cards, read_params
from cards.name_checker.result import result_of
from cards.name_checker.version_strip import rule_changes, strip_of
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound
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
    asked = read_params(query)
    version, no_version = _version(versions, asked.version)
    result = forms.refusal_of(asked, query, no_version)
    params = asked.at(str(version)) if asked.version and version else asked
    if result:
        params = params.cut()
    elif version and not params.is_empty and len(params.cards) >= forms.fewest_cards(params.kind):
        result = result_of(params, version, versions, root)
    result = result or forms.Result()
    posted = min(len(query.getlist("card")), MOST_CARDS) if live else 0
    context = _form_context(params, versions, version) | {
        "shown": result.shown,
        "fields": forms.fields_of(params, result.notes, [place for place, _card in numbered_cards(query)], posted),
        "troubles": result.errors,
        "canonical": root.rstrip("/") + (reverse("names") if params.is_empty else params.href),
    }
    return CheckerPage(context, params, bool(versions.latest and result.refused))


def _version(versions: Catalogue, day: str) -> tuple[CatalogueVersion | None, str]:
    """Return the version of a day, and why there is none."""
    try:
        return versions.find(day or "latest"), ""
    except VersionNotFound as error:
        return None, str(error) if versions.latest else ""


def _form_context(params: QuestionParams, versions: Catalogue, version: CatalogueVersion | None) -> dict[str, object]:
    """Return the context of the form without its cards; ``version`` is that of the question."""
    latest = versions.latest
    chosen = str(version) if params.version and version else ""
    here, dates = version or latest, [one.date for one in versions.complete]
    return {
        "action": reverse("names"),
        "ask": params,
        "kinds": forms.kinds_of(params),
        "hint": forms.missing_cards(params),
        "characteristics": forms.CHARACTERISTICS,
        "formats": forms.FORMATS,
        "examples": examples(),
        "suggest": reverse("name_suggest"),
        "no_cards": not Card.objects.exists(),
        "no_rules": latest is None,
        "versions": version_options(versions, chosen, english=True),
        "latest": latest.title if latest else "",
        "strip": strip_of(params, dates, here.date, rule_changes(params.kind)) if here else None,
    }
