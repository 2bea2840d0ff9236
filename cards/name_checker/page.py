"""Everything that the page of the name checker shows."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.urls import NoReverseMatch, reverse

from cards.models import Card
from cards.name_checker import forms as name_checker_forms
from cards.name_checker.examples import examples
from cards.name_checker.query_params import MOST_CARDS, Ask, places_of, read_ask
from cards.name_checker.result import Result, result_of
from cards.name_checker.version_strip import Strip, strip_of, turns_of
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.dates import day_text
from rulesbase.lineage.traversal import english


class Page(NamedTuple):
    """What a template gets, the question in its one form, and whether it could be asked."""

    context: dict[str, object]
    ask: Ask
    refused: bool


def page_of(query: QueryDict, versions: Catalogue, root: str, *, live: bool, too_many_fields: bool = False) -> Page:
    """Read a question, answer it, and lay out the page.

    ``live`` is for a script, which keeps the form that it has; ``root`` is the address of the site. Where no rules
    were imported there is nothing to ask by: the page says so, and refuses nothing.
    """
    action = reverse("names")
    ask = read_ask(query)
    troubles = name_checker_forms.troubles_of(ask, query.get("ask", ""), too_many_fields)
    version, no_version = name_checker_forms.version_of(versions, ask.version)
    if no_version and versions.latest:
        troubles = troubles._replace(whole=(*troubles.whole, no_version))
    elif ask.version and version:
        ask = ask.at(str(version))
    if troubles:
        ask = ask.cut()
    result = Result(None, {})
    if version and not troubles and not ask.is_empty and len(ask.cards) >= name_checker_forms.fewest_cards(ask.kind):
        result = result_of(ask, version, versions, action, root)
    refused = bool(versions.latest and (troubles or result.refused))
    notes = {**result.notes, **{at: name_checker_forms.Note(problem=said) for at, said in troubles.of_card.items()}}
    posted = len(query.getlist("card")) if live else 0
    context: dict[str, object] = {
        "action": action,
        "ask": ask,
        "shown": result.shown,
        "kinds": name_checker_forms.kinds_of(ask, action),
        "fields": name_checker_forms.fields_of(ask, notes, places_of(query), min(posted, MOST_CARDS)),
        "troubles": (*troubles.whole, *result.troubles),
        "hint": name_checker_forms.missing_cards(ask),
        "characteristics": name_checker_forms.CHARACTERISTICS,
        "formats": name_checker_forms.FORMATS,
        "examples": examples(action),
        "suggest": _suggest(),
        "no_cards": not Card.objects.exists(),
        "no_rules": versions.latest is None,
        "canonical": root.rstrip("/") + action + ("" if ask.is_empty else ask.query),
        **_versions(ask, version, versions),
        "strip": _strip(ask, version, versions, action),
    }
    return Page(context, ask, refused)


def _suggest() -> str:
    """Where a script asks for names; empty where the site has no such place."""
    try:
        return reverse("name_suggest")
    except NoReverseMatch:
        return ""


def _versions(ask: Ask, version: CatalogueVersion | None, versions: Catalogue) -> Mapping[str, object]:
    dates = [book.date.isoformat() for book in reversed(english(versions))]
    chosen = str(version) if ask.version and version else ""
    latest = versions.latest
    return {
        "versions": [(date, date == chosen) for date in dates],
        "latest": day_text(latest.date) if latest else "",
    }


def _strip(ask: Ask, version: CatalogueVersion | None, versions: Catalogue, action: str) -> Strip | None:
    here = version or versions.latest
    if here is None:
        return None
    return strip_of(ask, action, [book.date for book in english(versions)], here.date, turns_of(ask.kind))
