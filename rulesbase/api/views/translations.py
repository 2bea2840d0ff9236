"""All translations of a version in one language, with their freshness."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, DateField

from rulesbase.api.base import Api
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import WholeNumberField
from rulesbase.api.serializers import FRESHNESS, TranslationCellSerializer, counts
from rulesbase.api.views.versions import DATE, in_path
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.models import Rule, Wording
from rulesbase.reading.parallel_html import doubt_reasons
from rulesbase.translations.doubts import Doubts, doubted_entries, doubts_of, state_counts
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import DOUBTED, EntryFreshness


class FreshnessRow(NamedTuple):
    """A cell with its texts and the public id of its Rule."""

    cell: EntryFreshness
    text: Wording | None
    original: Wording | None
    english: Wording
    rule: str | None
    doubts: list[str]


class Translations(Api):
    """List every English entry of a version with its translation in a language and the freshness of the translation.

    Texts are as translated for the version `made_for`, with the rule numbers of that version.
    """

    response_serializer, listed, paged, tag = TranslationCellSerializer, True, True, "translations"
    path_params = DATE | in_path("fr")
    params = {
        "freshness": ChoiceField(
            [*FRESHNESS, DOUBTED],
            required=False,
            help_text="Only these states. Texts with `doubts` that are not behind are `doubted`, as in `counts`.",
            initial="behind",
        ),
        "chapter": WholeNumberField(1, 1000, "Only this chapter; 1000 is the glossary.", required=False, initial=702),
    }
    around = {"version": DateField(), "language": CharField(), "counts": counts()}

    def get(self, request: Request, date: str, language: str) -> Response:
        version = self.versions.find(date)
        if language == DEFAULT_LANGUAGE or not version.text_in(DEFAULT_LANGUAGE) or not version.shown_in(language):
            message = _(
                "The version of %(date)s has no translation into “%(language)s”. Available languages: %(there)s."
            )
            there = ", ".join(code for code in version.languages if code != DEFAULT_LANGUAGE) or _("none")
            raise not_found(message % {"language": language[:20], "date": version, "there": there})
        wanted = self.query_values.get("freshness")
        stamp = self.versions.stamp_in(language)
        cells = freshness(self.versions, version, language, self.query_values.get("chapter")).values()
        doubted = doubted_entries(stamp, language, cells)
        page = self.page(
            [cell for cell in cells if wanted in (None, DOUBTED if cell.entry in doubted else str(cell.state))]
        )
        counts = dict(state_counts(cells, doubted))
        around = {"version": str(version), "language": language, "counts": counts}
        doubts = doubts_of(stamp, language, page)
        return self.many(_rows(page, doubts), **around)


def _rows(cells: list[EntryFreshness], doubts: Mapping[int, Doubts]) -> list[FreshnessRow]:
    """Return cells with their texts. Two queries."""
    wordings = Wording.objects.in_bulk({key for cell in cells for key in cell.text.wordings})
    ids = dict(Rule.objects.filter(pk__in={cell.rule for cell in cells}).values_list("pk", "public_id"))
    return [
        FreshnessRow(
            cell,
            wordings.get(cell.text.wording or 0),
            wordings.get(cell.text.original or 0),
            wordings[cell.text.english],
            ids.get(cell.rule or 0),
            doubt_reasons(doubts.get(cell.entry)),
        )
        for cell in cells
    ]
