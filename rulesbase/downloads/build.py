"""Editions as files: which there are, whether they are still true, and making them."""

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from rulesbase.archive.export import text_of_edition
from rulesbase.archive.export_json import source_of, whole_text
from rulesbase.core.content_version import content_stamp
from rulesbase.downloads import storage as keeping
from rulesbase.downloads.epub.book import book_of
from rulesbase.downloads.epub.package import write_epub
from rulesbase.downloads.storage import Kept
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from rulesbase.models import Edition

BUNDLE = "rulesbase-archive.zip"
# Whatever decides about the bytes of a file beside the content.
_PROGRAM = (
    "downloads/build.py",
    "downloads/epub/book.py",
    "downloads/epub/package.py",
    "archive/export.py",
    "archive/export_json.py",
    "reading/text_html.py",
    "reading/glossary.py",
    "engine/text/references.py",
    "engine/text/symbols.py",
    "engine/parsing/serialize.py",
    "data/epub.css",
)


class Format(NamedTuple):
    """A kind of file: its name in addresses, how its files end, and what a browser is told."""

    slug: str
    ending: str
    media_type: str


FORMATS = {
    format.slug: format
    for format in (
        Format("epub", "epub", "application/epub+zip"),
        Format("txt", "txt", "text/plain; charset=utf-8"),
        Format("markdown", "md", "text/markdown; charset=utf-8"),
        Format("json", "json", "application/json"),
    )
}
_MEDIA_TYPES = {format.ending: format.media_type for format in FORMATS.values()} | {"zip": "application/zip"}
_NAMED = re.compile(r"(?:comprehensive|sample)-rules-(\d{4}-\d\d-\d\d)-([a-z]{2,8})\.([a-z]+)")


class Named(NamedTuple):
    """What the name of a file says: of which version, in which language, of which kind."""

    date: str
    language: str
    format: str


def file_name(edition: Edition, format: Format) -> str:
    """The name under which somebody will find the file among their own. Needs the edition's version."""
    version = edition.version
    kind = "sample" if version.is_sample else "comprehensive"
    return f"{kind}-rules-{version.date.isoformat()}-{edition.language}.{format.ending}"


def read_name(name: str) -> Named | None:
    """What a name says; None for one that no edition has."""
    found = _NAMED.fullmatch(name)
    slugs = {format.ending: format.slug for format in FORMATS.values()}
    return Named(found[1], found[2], slugs[found[3]]) if found and found[3] in slugs else None


def media_type(name: str) -> str:
    """What a browser is told that a file is."""
    return _MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")


@lru_cache(maxsize=1)
def _program() -> str:
    package = Path(__file__).parents[1]
    words = [
        path
        for code, _name in settings.LANGUAGES
        for path in sorted(Path(package.parent, "locale", code).rglob("*.mo"))
    ]
    read = hashlib.sha256()
    for path in (*(package / name for name in _PROGRAM), *words):
        read.update(path.read_bytes())
    return read.hexdigest()[:16]


def stamp_now() -> str:
    """The state of program and content. One query."""
    return f"{_program()} {content_stamp()}"


def fingerprint_of(edition: Edition) -> str:
    """A digest of all that a file of an edition is made of, whatever else changes in the archive."""
    source = source_of(edition)
    version = edition.version
    around = (
        _program(),
        version.name,
        version.is_sample,
        source.sha256 if source else "",
        source.name if source else "",
    )
    return hashlib.sha256(repr((around, text_of_edition(edition))).encode()).hexdigest()


def known(edition: Edition, format: Format, stamp: str) -> Kept | None:
    """The file if it was made, and is known to be true in this state of the content (see ``stamp_now``)."""
    kept = keeping.current(file_name(edition, format))
    return kept if kept and kept.stamp == stamp else None


def ensure(edition: Edition, format: Format) -> Kept:
    """The file of an edition as it must be now: the one that is there, or a new one.

    After any change of content the file is made anew only if the edition itself has changed.
    """
    name, stamp = file_name(edition, format), stamp_now()
    kept = keeping.current(name)
    if kept and kept.stamp == stamp:
        return kept
    with keeping.builder_of(name):
        kept = keeping.current(name)
        if kept and kept.stamp == stamp:
            return kept
        fingerprint = fingerprint_of(edition)
        if kept and kept.fingerprint == fingerprint:
            still = Kept(name, kept.sha256, kept.size, kept.built, stamp, fingerprint)
            keeping.write_slip(still)
            return still
        with keeping.workshop() as folder:
            _WRITERS[format.slug](edition, folder / name)
            made = keeping.keep(folder / name, name, stamp=stamp, fingerprint=fingerprint)
    if kept and kept.sha256 != made.sha256:
        keeping.sweep()
    return made


# ---- Writers ----


def _write_json(edition: Edition, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(whole_text(edition))


def _write_text(edition: Edition, path: Path) -> None:
    path.write_text(to_text(text_of_edition(edition)), encoding="utf-8")


def _write_markdown(edition: Edition, path: Path) -> None:
    path.write_text(to_markdown(text_of_edition(edition)), encoding="utf-8")


def _write_epub(edition: Edition, path: Path) -> None:
    """In the words of the edition's language, whoever asks for it."""
    code = edition.language if edition.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(code):
        write_epub(book_of(edition), path)


_WRITERS: dict[str, Callable[[Edition, Path], None]] = {
    "json": _write_json,
    "txt": _write_text,
    "markdown": _write_markdown,
    "epub": _write_epub,
}


def format_words() -> list[tuple[Format, str, str]]:
    """The kinds of files, what they are called, and what each is good for."""
    return [
        (
            FORMATS["epub"],
            "EPUB",
            _("For reading on a phone, tablet or e-reader without a network: contents, links between rules, glossary."),
        ),
        (
            FORMATS["txt"],
            _("Text"),
            _("For any editor and for searching with your own tools, in the layout of the published documents."),
        ),
        (
            FORMATS["markdown"],
            "Markdown",
            _("For notes and wikis: headings, bold numbers, examples as quotations, italics."),
        ),
        (
            FORMATS["json"],
            "JSON",
            _("For programs: every rule with its number, kind, text and examples, and the glossary."),
        ),
    ]
