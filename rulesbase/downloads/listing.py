"""List the files of a version in each language, and all versions by year."""

from collections import Counter
from collections.abc import Iterable

from django.urls import reverse

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.core.languages import language_word
from rulesbase.downloads.build import FORMATS, cached_file, current_stamp
from rulesbase.models import Edition


def edition_files(version: CatalogueVersion) -> list[dict[str, object]]:
    """Return the files of the editions of a version, English first; those built have size and digest. Two queries."""
    stamp = current_stamp()
    order = [text.language for text in version.texts]
    editions = Edition.objects.select_related("version").filter(version=version.pk)
    return [
        {
            "language": edition.language,
            "word": language_word(edition.language),
            "complete": edition.complete,
            "files": [
                (
                    format,
                    reverse("download", args=[version, edition.language, format.slug]),
                    cached_file(edition, format, stamp),
                )
                for format in FORMATS.values()
            ],
        }
        for edition in sorted(editions, key=lambda edition: order.index(edition.language))
    ]


def language_list(all_versions: Iterable[CatalogueVersion]) -> list[tuple[str, str, int]]:
    """Return the languages with editions: code, name and number of editions."""
    counts = Counter(text.language for version in all_versions for text in version.texts)
    return [(code, language_word(code), count) for code, count in counts.items()]
