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
    sheets: list[dict[str, object]] = []
    for edition in sorted(editions, key=lambda edition: order.index(edition.language)):
        code = edition.language
        files = [
            (format, reverse("download", args=[version, code, slug]), cached_file(edition, format, stamp))
            for slug, format in FORMATS.items()
        ]
        sheets.append({"language": code, "word": language_word(code), "complete": edition.complete, "files": files})
    return sheets


def language_list(all_versions: Iterable[CatalogueVersion]) -> list[tuple[str, str, int]]:
    """Return the languages with editions: code, name and number of editions."""
    counts = Counter(text.language for version in all_versions for text in version.texts)
    return [(code, language_word(code), count) for code, count in counts.items()]
