"""Build the page of the name checker."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.urls import NoReverseMatch, reverse

from cards.models import Card
from cards.name_checker import forms as name_checker_forms
from cards.name_checker.examples import examples
from cards.name_checker.query_params import MOST_CARDS, QuestionParams, places_of, read_params
from cards.name_checker.result import Result, result_of
from cards.name_checker.version_strip import VersionStrip, rule_changes, strip_of
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.lineage.traversal import english
from rulesbase.reading.version_menu import version_options


class CheckerPage(NamedTuple):
    """The context of the template, the parameters, and whether the question was refused."""

    context: dict[str, object]
    params: QuestionParams
    refused: bool


def page_of(
    query: QueryDict, versions: Catalogue, root: str, *, live: bool, too_many_fields: bool = False
) -> CheckerPage:
    """Read a question, answer it, and build the page.

    ``live`` is true for a script, which has the form already; ``root`` is the address of the site. Without imported
    rules the page says so, and refuses nothing.
    """
    action = reverse("names")
    params = read_params(query)
    errors = name_checker_forms.errors_of(params, query, too_many_fields)
    version, no_version = name_checker_forms.version_of(versions, params.version)
    if no_version and versions.latest:
        errors = errors._replace(whole=(*errors.whole, no_version))
    elif params.version and version:
        params = params.at(str(version))
    if errors:
        params = params.cut()
    result = Result(None, {})
    complete = not params.is_empty and len(params.cards) >= name_checker_forms.fewest_cards(params.kind)
    if version and not errors and complete:
        result = result_of(params, version, versions, action, root)
    refused = bool(versions.latest and (errors or result.refused))
    notes = {
        **result.notes,
        **{at: name_checker_forms.FieldNote(problem=message) for at, message in errors.of_card.items()},
    }
    posted = len(query.getlist("card")) if live else 0
    context: dict[str, object] = {
        "action": action,
        "ask": params,
        "shown": result.shown,
        "kinds": name_checker_forms.kinds_of(params, action),
        "fields": name_checker_forms.fields_of(params, notes, places_of(query), min(posted, MOST_CARDS)),
        "troubles": (*errors.whole, *result.errors),
        "hint": name_checker_forms.missing_cards(params),
        "characteristics": name_checker_forms.CHARACTERISTICS,
        "formats": name_checker_forms.FORMATS,
        "examples": examples(action),
        "suggest": _suggest(),
        "no_cards": not Card.objects.exists(),
        "no_rules": versions.latest is None,
        "canonical": root.rstrip("/") + action + ("" if params.is_empty else params.query),
        **_versions(params, version, versions),
        "strip": _strip(params, version, versions, action),
    }
    return CheckerPage(context, params, refused)


def _suggest() -> str:
    """Return the address of suggestions; empty if the site has none."""
    try:
        return reverse("name_suggest")
    except NoReverseMatch:
        return ""


def _versions(params: QuestionParams, version: CatalogueVersion | None, versions: Catalogue) -> Mapping[str, object]:
    chosen = str(version) if params.version and version else ""
    latest = versions.latest
    return {
        "versions": version_options(versions, chosen, english=True),
        "latest": latest.title if latest else "",
    }


def _strip(
    params: QuestionParams, version: CatalogueVersion | None, versions: Catalogue, action: str
) -> VersionStrip | None:
    here = version or versions.latest
    if here is None:
        return None
    return strip_of(params, action, [one.date for one in english(versions)], here.date, rule_changes(params.kind))
