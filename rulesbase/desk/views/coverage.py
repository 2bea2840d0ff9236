"""The public page of how far each language is translated."""

from collections import Counter
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.document_urls import document_name, in_document
from rulesbase.core.languages import language_word
from rulesbase.desk.queues import GLOSSARY, ChapterProgress, chapters_of, plan_of
from rulesbase.engine.documents import DOCUMENTS
from rulesbase.translations.freshness import count_reviewed
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
    """The entries of a language by freshness, in all and in each chapter; ``address`` shows it beside English."""

    language: str
    word: str
    address: str
    states: Counter[str]
    figures: tuple[int, ...]
    reviewed: int
    chapters: tuple[tuple[ChapterProgress, str, tuple[int, ...]], ...]

    @property
    def total(self) -> int:
        """Return the number of entries."""
        return self.states.total()

    @property
    def translated(self) -> int:
        """Return the number of entries with a translation."""
        return self.total - self.states[Freshness.MISSING]


@require_safe
def coverage(request: HttpRequest) -> HttpResponse:
    """Show for each language how many texts of the latest version are up to date, outdated, doubted or missing."""
    documents: list[dict[str, Any]] = []
    for document in DOCUMENTS:
        with in_document(document):
            versions = catalogue()
            version = versions.latest
            begun: list[LanguageCoverage] = []
            if version:
                languages = [code for code in version.languages if code != DEFAULT_LANGUAGE]
                found = [_coverage_of(versions, version, code) for code in languages]
                # A language may have translations of another document only.
                begun = [one for one in found if one.translated]
            # `document_name` is empty for the Comprehensive Rules.
            documents.append({"code": document, "name": document_name(), "version": version, "languages": begun})
    context = {
        "version": documents[0]["version"],
        "columns": list(COLUMNS),
        "documents": [one for one in documents if one["languages"]],
    }
    return render(request, "desk/coverage.html", context)


def _coverage_of(versions: Catalogue, version: CatalogueVersion, language: str) -> LanguageCoverage:
    plan = plan_of(versions, language, checks=False, version=version)
    assert plan is not None
    chapters = tuple(
        (one, _address(version, one.number, language), _figures(one.counts)) for one in chapters_of(versions, plan)
    )
    states, address = plan.progress.states, f"{reverse('contents', args=[str(version)])}?lang=en,{language}"
    return LanguageCoverage(
        language,
        language_word(language),
        address,
        states,
        _figures(states),
        count_reviewed(plan.stamp, language, plan.cells),
        chapters,
    )


def _address(version: CatalogueVersion, chapter: str, language: str) -> str:
    """Return the address of a chapter beside English; empty for the titles of sections."""
    if chapter == "0":
        return ""
    at = [str(version)] if chapter == GLOSSARY else [str(version), chapter]
    return f"{reverse('glossary' if chapter == GLOSSARY else 'place', args=at)}?lang=en,{language}"


def _figures(states: Counter[str]) -> tuple[int, ...]:
    """Return the number of entries of each column."""
    return tuple(sum(states[state] for state in column) for column in COLUMNS.values())
