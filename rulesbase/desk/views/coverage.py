"""The public page of how far each language is translated."""

from collections import Counter
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.languages import language_word
from rulesbase.desk.queues import ChapterProgress, chapters_of, plan_of
from rulesbase.translations.freshness_types import DOUBTED, Freshness

# The columns of the tables, with the states that each counts.
COLUMNS: dict[str, tuple[str, ...]] = {
    "exact": (Freshness.EXACT,),
    "wording": (Freshness.TYPOGRAPHY, Freshness.REFERENCES, Freshness.WORDING),
    "behind": (Freshness.EXAMPLE, Freshness.BEHIND),
    "doubted": (DOUBTED,),
    "missing": (Freshness.MISSING,),
}


class LanguageCoverage(NamedTuple):
    """The entries of a language by freshness, in all and in each chapter."""

    language: str
    word: str
    states: Counter[str]
    figures: tuple[int, ...]
    total: int
    chapters: tuple[tuple[ChapterProgress, tuple[int, ...]], ...]


@require_safe
def coverage(request: HttpRequest) -> HttpResponse:
    """Show for each language how many texts of the latest version are exact, behind, not checked or missing."""
    versions = catalogue()
    version = versions.latest
    languages = [code for code in version.languages if code != DEFAULT_LANGUAGE] if version else []
    context = {
        "version": version,
        "columns": list(COLUMNS),
        "languages": [_coverage_of(versions, version, code) for code in languages] if version else [],
    }
    return render(request, "rulesbase/coverage.html", context)


def _coverage_of(versions: Catalogue, version: CatalogueVersion, language: str) -> LanguageCoverage:
    plan = plan_of(versions, language, checks=False, version=version)
    assert plan is not None
    chapters = tuple((one, _figures(one.counts)) for one in chapters_of(versions, plan))
    states = plan.states
    return LanguageCoverage(language, language_word(language), states, _figures(states), states.total(), chapters)


def _figures(states: Counter[str]) -> tuple[int, ...]:
    """Return the number of entries of each column."""
    return tuple(sum(states[state] for state in column) for column in COLUMNS.values())
