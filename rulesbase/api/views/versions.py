"""Views of the API on versions and editions, and a whole edition."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.filters import EditionFilter, VersionFilter
from rulesbase.api.query_params import VERSION, Fields, PatternField
from rulesbase.api.serializers import EditionSerializer, VersionSerializer, WholeTextSerializer
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.export import edition_data
from rulesbase.engine.languages import CODE_PATTERN
from rulesbase.models import Edition, Version

DATE: Fields = {"date": PatternField(VERSION, "A day, a year, or latest: the version in force then.", initial="latest")}


def language(says: str, example: str = "en", **more: Any) -> PatternField:
    """Return the field of one language."""
    return PatternField(CODE_PATTERN, says, initial=example, **more)


def in_path(example: str) -> Fields:
    """Return the language of an address."""
    return {"language": language("A language code.", example)}


ONE_LANGUAGE: Fields = {
    "lang": language("Language of the text. Default: Accept-Language, then English.", required=False)
}


# The relations that a version is shown with.
EDITIONS = ("editions__text_source", "editions__sources")


def _placed(versions: Catalogue, version: CatalogueVersion, row: Version) -> Version:
    """Return a version with its languages and the dates of its neighbours."""
    before, after = versions.neighbours(version)
    vars(row).update(languages=version.languages, previous=before and before.date, next=after and after.date)
    return row


class Versions(Api):
    """All versions of the rules, oldest first, with their editions."""

    response_serializer, listed, paged, filters, tag = VersionSerializer, True, True, VersionFilter, "versions"

    def get(self, request: Request) -> Response:
        rows = self.filtered(Version.objects.filter(editions__isnull=False)).distinct().prefetch_related(*EDITIONS)
        page = self.page(rows, "date")
        by_key = {version.pk: version for version in self.versions.all}
        return self.many(_placed(self.versions, by_key[row.pk], row) for row in page if row.pk in by_key)


class OneVersion(Api):
    """The version in force on a day, with its editions."""

    response_serializer, path_params, tag = VersionSerializer, DATE, "versions"

    def get(self, request: Request, date: str) -> Response:
        version = self.versions.find(date)
        row = Version.objects.prefetch_related(*EDITIONS).get(pk=version.pk)
        return self.one(_placed(self.versions, version, row))


class Editions(Api):
    """All editions: versions in each language that has a text."""

    response_serializer, listed, paged, filters, tag = EditionSerializer, True, True, EditionFilter, "versions"

    def get(self, request: Request) -> Response:
        rows = Edition.objects.select_related("version", "text_source").prefetch_related("sources")
        return self.many(self.page(self.filtered(rows), "pk"))


class OneEdition(Api):
    """A version in one language."""

    response_serializer, path_params, tag = EditionSerializer, DATE | in_path("en"), "versions"

    def get(self, request: Request, date: str, language: str) -> Response:
        self.query_values["lang"] = language
        rows = Edition.objects.select_related("version", "text_source").prefetch_related("sources")
        return self.one(rows.get(pk=self.edition(date).pk))


class WholeEdition(Api):
    """A whole edition as one file, like the command `export_version`."""

    response_serializer, path_params, params, sparse, tag = WholeTextSerializer, DATE, ONE_LANGUAGE, False, "versions"

    def get(self, request: Request, date: str) -> Response:
        edition = Edition.objects.select_related("version").get(pk=self.edition(date).pk)
        return self.one(edition_data(edition))
