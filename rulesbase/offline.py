"""What a browser keeps for a place without network: which pages of the latest version, in which portions, packed small.

A portion is a text of lines, each a page as JSON, compressed: all chapters together are an eighth of their pages, and
a portion that is the same as the one a browser has is not sent again.
"""

import gzip
import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language

from rulesbase.outlines import outline
from rulesbase.shelf import Shelf, Volume

# Pages that do their work in the browser, with what they keep there: the worker keeps their frame, as a visitor
# without an account gets it, when they are visited. This is the one place that lists them, without a language.
KEPT_WHEN_VISITED = ("/study/booth/",)
# Answers that are kept as they were seen, the newest forty.
KEPT_LAST = ("/names/", "/cards/", "/rule/")
NAMES = "names"
FRAME = "frame"

_KEEP_SECONDS = 7 * 24 * 3600
# Measured on the version of 2026-06-19: what a packed portion takes for each rule, term and page.
_OF_RULE, _OF_TERM, _OF_PAGE = 240, 100, 1800

Page = Callable[[str], "str | None"]


class Portion(NamedTuple):
    """A part of what is kept: its name in addresses, the pages in it, about how many bytes it is packed."""

    name: str
    pages: tuple[str, ...]
    about: int


class Packed(NamedTuple):
    """A portion as it is sent, gzipped; ``tag`` is equal for equal pages. ``plain`` is its size unpacked."""

    tag: str
    content: bytes
    plain: int


@lru_cache(maxsize=1)
def static_digest() -> str:
    """What changes with any static file: the digest of the list of their digests, or of the files as they lie."""
    listed = Path(settings.STATIC_ROOT) / "staticfiles.json"
    digest = hashlib.sha256(settings.VERSION.encode())
    if not settings.DEBUG and listed.exists():
        digest.update(listed.read_bytes())
    else:
        for folder in settings.STATICFILES_DIRS:
            for path in sorted(Path(folder).rglob("*")):
                if path.is_file():
                    digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def stamp_of(books: Shelf) -> str:
    """A text that is another one whenever a static file, the content, or the version in force changed."""
    parts = f"{static_digest()} {books.stamp} {books.latest}"
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def portions_of(books: Shelf) -> tuple[Portion, ...]:
    """What is kept of the latest version, in the language of the interface: a frame, and each section. Two queries."""
    volume = books.latest
    if volume is None:
        return ()
    date = str(volume)
    frame = (
        reverse("home"),
        reverse("contents", args=[date]),
        reverse("introduction", args=[date]),
        reverse("credits", args=[date]),
        reverse("glossary", args=[date]),
        reverse("names"),
        reverse("help_marks"),
    )
    found = [Portion(FRAME, frame, len(frame) * 6000 + volume.main.terms * _OF_TERM)]
    for part in outline(books.stamp, volume.main.pk).parts:
        pages = tuple(reverse("place", args=[date, chapter.number]) for chapter in part.chapters)
        about = len(pages) * _OF_PAGE + part.section.rules * _OF_RULE
        found.append(Portion(f"section-{part.section.number}", pages, about))
    return tuple(found)


def packed_pages(books: Shelf, portion: Portion, host: str, page: Page) -> Packed:
    """A portion of pages, made or as it was kept; ``page`` gives the HTML of an address, None where there is none."""

    def lines() -> Iterable[str]:
        for address in portion.pages:
            html = page(address)
            if html is not None:
                yield json.dumps({"path": address, "html": html}, ensure_ascii=False)

    return packed(_key(books, portion.name, host), lines)


def packed_names(books: Shelf, lines: Callable[[], Iterable[str]]) -> Packed:
    """The names of all cards, the same in every language of the interface."""
    return packed(_key(books, NAMES, ""), lines)


def packed(key: str, lines: Callable[[], Iterable[str]]) -> Packed:
    """Lines as they are sent, kept until what ``key`` tells changes."""
    cached: tuple[str, str, int] | None = cache.get(key)
    if cached is None:
        plain = "".join(f"{line}\n" for line in lines()).encode()
        tag = hashlib.sha256(plain).hexdigest()[:32]
        made = Packed(tag, gzip.compress(plain, 6, mtime=0), len(plain))
        # Redis keeps text, and no bytes.
        cache.set(key, (tag, b64encode(made.content).decode(), made.plain), _KEEP_SECONDS)
        cache.set(f"{key}:size", len(made.content), _KEEP_SECONDS)
        return made
    tag, content, size = cached
    return Packed(tag, b64decode(content), size)


def sizes(books: Shelf, names: Iterable[str], host: str) -> dict[str, int]:
    """The bytes of those portions that have been made, by name."""
    keys = {f"{_key(books, name, '' if name == NAMES else host)}:size": name for name in names}
    return {keys[key]: size for key, size in cache.get_many(keys).items()}


def _key(books: Shelf, name: str, host: str) -> str:
    language = "" if name == NAMES else get_language() or ""
    told = f"{stamp_of(books)} {language} {name} {host}"
    return "offline:" + hashlib.sha256(told.encode()).hexdigest()[:32]


def date_of(volume: Volume | None) -> str:
    """The date of the version that is kept; nothing where there is none."""
    return str(volume) if volume else ""
