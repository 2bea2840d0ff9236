"""Views of the API on search: in one version, and in all."""

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, DateField, IntegerField

from rulesbase.api.base import Api
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import LONGEST, OF_VERSION, Fields, StrictTextField
from rulesbase.api.serializers import HitSerializer, MatchPeriodSerializer, PlaceSerializer, items
from rulesbase.api.views.entries import languages
from rulesbase.api.views.versions import ONE_LANGUAGE
from rulesbase.archive.catalogue import MOST_COLUMNS, Catalogue, CatalogueVersion
from rulesbase.models import Entry
from rulesbase.search.all_versions import match_periods, search_all_versions
from rulesbase.search.number_or_version import citation_of
from rulesbase.search.queries import search

_Q: Fields = {
    "q": StrictTextField(
        LONGEST,
        1,
        "Words, “phrases” in quotes, -word to exclude, begin* for words that begin so.",
        initial="trample",
    )
}


class Search(Api):
    """Search a version, best results first. Typing errors are corrected.

    `meant` is the corrected query if no text has the words as typed. For a number
    (`704.5k`, `704.5k@2012`) `place` is its entry.
    """

    response_serializer, listed, paged, tag = HitSerializer, True, True, "search"
    params = {**_Q, **OF_VERSION, **languages("Languages to search in, separated by commas, at most three.")}
    around = {
        "version": DateField(),
        "meant": CharField(allow_null=True),
        "place": PlaceSerializer(allow_null=True, help_text="The entry that the query names by number, or null."),
        "loose": BooleanField(),
    }

    def get(self, request: Request) -> Response:
        version = self.versions.find(self.query_values["version"])
        codes = [code for code in self.wanted_languages(version) if version.shown_in(code)][:MOST_COLUMNS]
        if not codes:
            message = _(
                "The version of %(date)s has no edition in the requested language. Editions of this version: %(there)s."
            )
            raise not_found(message % {"date": version, "there": ", ".join(version.languages)})
        answer = search(self.versions, version, codes, self.query_values["q"])
        hits = [hit._replace(score=round(hit.score, 3)) for hit in self.page(answer.hits)]
        place = _place(self.versions, version, self.query_values["q"])
        return self.many(hits, version=version.date, meant=answer.meant, place=place, loose=answer.loose)


def _place(versions: Catalogue, version: CatalogueVersion, typed: str) -> dict[str, str] | None:
    """Return the entry that a query names by number; None if it names none, or the version lacks it."""
    cited = citation_of(typed)
    there = versions.on(cited.day) if cited and cited.day else version
    if cited is None or there is None:
        return None
    here = Entry.objects.filter(edition=there.main.pk, number=cited.number, kind__lt=Entry.Kind.TERM)
    return {"version": str(there), "number": cited.number} if here.exists() else None


class SearchAllVersions(Api):
    """Search all versions: every rule that had the words, with the first and the last version."""

    response_serializer, listed, paged, params, tag = MatchPeriodSerializer, True, True, _Q | ONE_LANGUAGE, "search"
    operation_id = "searchThrough"
    around = {
        "first": DateField(allow_null=True),
        "last": DateField(allow_null=True),
        "meant": CharField(allow_null=True),
        "counts": items("TextsOfVersion", version=DateField(), texts=IntegerField()),
    }

    def get(self, request: Request) -> Response:
        versions = self.versions
        latest = versions.latest
        language = (self.wanted_languages(latest) if latest else ["en"])[0]
        found = search_all_versions(versions, language, self.query_values["q"])
        if found is None:
            return self.many([], first=None, last=None, meant=None, counts=[])
        periods = match_periods(versions, language, found.keys, self.page(found.runs))
        counts = [{"version": date, "texts": count} for date, count in found.counts]
        return self.many(periods.values(), first=found.first, last=found.last, meant=found.meant, counts=counts)
