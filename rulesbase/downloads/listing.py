"""List the files of a version in each language, and all versions by year."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.core.languages import language_word
from rulesbase.downloads.build import Format, cached_file, current_stamp, format_descriptions
from rulesbase.downloads.storage import StoredFile
from rulesbase.models import Edition


class DownloadFile(NamedTuple):
    """A file to download; ``stored`` has its size and digest if it was built."""

    format: Format
    name: str
    use: str
    href: str
    stored: StoredFile | None


class EditionFiles(NamedTuple):
    """The files of an edition."""

    language: str
    word: str
    complete: bool
    files: tuple[DownloadFile, ...]


def edition_files(version: CatalogueVersion) -> list[EditionFiles]:
    """Return the files of a version, English first. Two queries."""
    stamp = current_stamp()
    order = [text.language for text in version.texts]
    editions = Edition.objects.select_related("version").filter(version=version.pk)
    return [
        EditionFiles(edition.language, language_word(edition.language), edition.complete, tuple(_files(edition, stamp)))
        for edition in sorted(editions, key=lambda edition: order.index(edition.language))
    ]


def _files(edition: Edition, stamp: str) -> Iterable[DownloadFile]:
    date = edition.version.date.isoformat()
    for format, name, use in format_descriptions():
        href = reverse("download", args=[date, edition.language, format.slug])
        yield DownloadFile(format, name, use, href, cached_file(edition, format, stamp))


def versions_by_year(all_versions: Sequence[CatalogueVersion]) -> list[tuple[int, list[CatalogueVersion]]]:
    """Return all versions by year, newest first."""
    return [(year, list(group)) for year, group in groupby(reversed(all_versions), key=lambda one: one.date.year)]


def language_list(all_versions: Iterable[CatalogueVersion]) -> list[tuple[str, str, int]]:
    """Return the languages with editions: code, name and number of editions."""
    counts = Counter(text.language for version in all_versions for text in version.texts)
    return [(code, language_word(code), count) for code, count in counts.items()]
