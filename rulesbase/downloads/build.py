"""Build the files of editions and decide whether stored ones are current."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulesbase.archive.export import edition_data, text_of_edition
from rulesbase.core.content_version import content_stamp
from rulesbase.downloads import storage
from rulesbase.downloads.akoma_ntoso import akoma_ntoso
from rulesbase.downloads.build_book import book_of
from rulesbase.downloads.print_html import print_html
from rulesbase.downloads.storage import StoredFile
from rulesbase.downloads.write_epub import write_epub
from rulesbase.engine.documents import COMPREHENSIVE_RULES, OTHER_DOCUMENTS
from rulesbase.engine.languages import CODE_PATTERN
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from rulesbase.models import Edition

BUNDLE = "rulesbase-archive.zip"
# Files of the program on which a download may depend, besides the content.
_FOLDERS, _KINDS = ("rulesbase", "locale", "templates/downloads"), {".py", ".css", ".opf", ".mo"}


class Format(NamedTuple):
    """A file format: its name in addresses, file extension, media type, name and use for people, and writer."""

    slug: str
    ending: str
    media_type: str
    name: str | Promise
    use: str | Promise
    write: Callable[[Edition], bytes]


FORMATS = {
    format.slug: format
    for format in (
        Format(
            "epub",
            "epub",
            "application/epub+zip",
            "EPUB",
            _("For reading offline on a phone, tablet or e-reader: contents, links between rules, glossary."),
            lambda edition: write_epub(book_of(edition)),
        ),
        Format(
            "print",
            "html",
            "text/html; charset=utf-8",
            _("Print or save as PDF"),
            _("One page to print from the browser, with contents, page headers and page numbers."),
            lambda edition: print_html(book_of(edition)).encode(),
        ),
        Format(
            "txt",
            "txt",
            "text/plain; charset=utf-8",
            _("Text"),
            _("For any text editor or search tool. Same layout as the published documents."),
            lambda edition: to_text(text_of_edition(edition)).encode(),
        ),
        Format(
            "markdown",
            "md",
            "text/markdown; charset=utf-8",
            "Markdown",
            _("For notes and wikis: headings, bold numbers, examples as quotations, italics."),
            lambda edition: to_markdown(text_of_edition(edition)).encode(),
        ),
        Format(
            "json",
            "json",
            "application/json",
            "JSON",
            _("For programs: every rule with its number, kind, text and examples, and the glossary."),
            lambda edition: json.dumps(edition_data(edition), ensure_ascii=False, separators=(",", ":")).encode(),
        ),
        Format(
            "akn",
            "xml",
            "application/akn+xml",
            "Akoma Ntoso",
            _(
                "For legal software: XML in the OASIS standard Akoma Ntoso 3.0, with an id for each rule and "
                "links between rules."
            ),
            lambda edition: akoma_ntoso(text_of_edition(edition), edition.version.name),
        ),
    )
}
_BY_ENDING = {format.ending: format for format in FORMATS.values()}
_FILE_NAME = re.compile(
    rf"(?:(?:comprehensive|sample)-rules|(?P<document>{'|'.join(OTHER_DOCUMENTS)}))"
    rf"-(?P<date>\d{{4}}-\d\d-\d\d)-(?P<language>{CODE_PATTERN})\.(?P<ending>[a-z]+)"
)


class ParsedName(NamedTuple):
    """The parts of a file name: document, date of the version, language and format."""

    document: str
    date: str
    language: str
    format: Format


def file_name(edition: Edition, format: Format) -> str:
    """Return the name of a downloaded file. Needs the edition's version."""
    version = edition.version
    kind = "sample-rules" if version.is_sample else "comprehensive-rules"
    kind = kind if version.document == COMPREHENSIVE_RULES else version.document
    return f"{kind}-{version.date.isoformat()}-{edition.language}.{format.ending}"


def read_name(name: str) -> ParsedName | None:
    """Parse a file name; None if it is not the name of an edition's file."""
    found = _FILE_NAME.fullmatch(name)
    if found is None or found["ending"] not in _BY_ENDING:
        return None
    document = found["document"] or COMPREHENSIVE_RULES
    return ParsedName(document, found["date"], found["language"], _BY_ENDING[found["ending"]])


def media_type(name: str) -> str:
    """Return the media type of an edition's file, or of the whole archive."""
    format = _BY_ENDING.get(name.rpartition(".")[2])
    return format.media_type if format else "application/zip"


@lru_cache(maxsize=1)
def _program_digest() -> str:
    digest = hashlib.sha256()
    files = (path for folder in _FOLDERS for path in Path(settings.BASE_DIR, folder).rglob("*"))
    for path in sorted(path for path in files if path.suffix in _KINDS):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def current_stamp() -> str:
    """Return the stamp of program and content. One query."""
    return f"{_program_digest()} {content_stamp()}"


def cached_file(edition: Edition, format: Format, stamp: str) -> StoredFile | None:
    """Return the stored file if it has this stamp (see ``current_stamp``), else None."""
    stored = storage.current_file(file_name(edition, format))
    return stored if stored and stored.stamp == stamp else None


def ensure_file(edition: Edition, format: Format) -> StoredFile:
    """Return the current file of an edition; build it if needed. The same content gives the same bytes."""
    name, stamp = file_name(edition, format), current_stamp()
    if stored := cached_file(edition, format, stamp):
        return stored
    with storage.build_lock(name):
        # Another process may have built it meanwhile.
        if stored := cached_file(edition, format, stamp):
            return stored
        before = storage.current_file(name)
        # Messages are in the language of the edition, not in that of the request.
        language = edition.language if edition.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with storage.temporary_folder() as folder, translation.override(language):
            (folder / name).write_bytes(format.write(edition))
            made = storage.store_file(folder / name, name, stamp=stamp)
    if before and before.sha256 != made.sha256:
        storage.remove_outdated()
    return made
