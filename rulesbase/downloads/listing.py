"""What the page of downloads lists: the files of a version in each language, and all versions by year."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.core.languages import language_word
from rulesbase.downloads.build import FORMATS, Format, known, stamp_now
from rulesbase.downloads.storage import Kept
from rulesbase.models import Edition


class File(NamedTuple):
    """A file that can be had; ``kept`` tells its size and digest once it was made."""

    format: Format
    href: str
    kept: Kept | None


class Sheet(NamedTuple):
    """The files of an edition."""

    language: str
    word: str
    complete: bool
    files: tuple[File, ...]


class Row(NamedTuple):
    """A version in the list of all."""

    version: CatalogueVersion
    languages: tuple[str, ...]


def of_volume(version: CatalogueVersion) -> list[Sheet]:
    """The files of a version, English first. Two queries."""
    stamp = stamp_now()
    order = [text.language for text in version.texts]
    editions = Edition.objects.select_related("version").filter(version=version.pk)
    return [
        Sheet(edition.language, language_word(edition.language), edition.complete, tuple(_files(edition, stamp)))
        for edition in sorted(editions, key=lambda edition: order.index(edition.language))
    ]


def _files(edition: Edition, stamp: str) -> Iterable[File]:
    date = edition.version.date.isoformat()
    for slug, format in FORMATS.items():
        yield File(format, reverse("download", args=[date, edition.language, slug]), known(edition, format, stamp))


def rows_by_year(all_versions: Sequence[CatalogueVersion]) -> list[tuple[int, list[Row]]]:
    """All versions, newest year first, newest version first."""
    rows = [Row(version, tuple(text.language for text in version.texts)) for version in reversed(all_versions)]
    return [(year, list(group)) for year, group in groupby(rows, key=lambda row: row.version.date.year)]


def language_list(all_versions: Iterable[CatalogueVersion]) -> list[tuple[str, str, int]]:
    """The languages that have editions: code, word, and how many."""
    counts: dict[str, int] = {}
    for version in all_versions:
        for text in version.texts:
            counts[text.language] = counts.get(text.language, 0) + 1
    return [(code, language_word(code), count) for code, count in counts.items()]
