"""Choose what a browser stores for reading offline: the pages of the latest version and the names of all cards."""

import gzip
import hashlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.templatetags.static import static
from django.urls import reverse

from config.static_files import BUNDLES, stylesheet_names
from rulesbase.archive.catalogue import Catalogue
from rulesbase.reading.outline import outline_of

# Pages that work in the browser: they install the worker, which stores them as an anonymous visitor gets them.
# The paths have no language prefix.
FRAMES = ("/study/booth/",)
# The last forty visited pages below these paths are stored.
RECENT_PAGES = ("/names/", "/cards/", "/rule/")

_CACHE_SECONDS = 7 * 24 * 3600
# Stored pages use files of these kinds; the desk needs the network.
_FILES = (".css", ".js", ".svg")
_OF_DESK = "desk"
# For pages of other sites.
_ELSEWHERE = "embed/"
_OF_LIBRARIES = ("django_htmx/htmx-2.min.js",)
# Average compressed bytes of each rule, term and page, measured on the version of 2026-06-19.
_OF_RULE, _OF_TERM, _OF_PAGE = 240, 100, 2300


def _own_files() -> list[tuple[str, Path]]:
    """Return our own static files that pages use, with their names."""
    found = []
    for folder in map(Path, settings.STATICFILES_DIRS):
        paths = sorted(path for path in folder.rglob("*") if path.suffix in _FILES and _OF_DESK not in path.stem)
        found += [(path.relative_to(folder).as_posix(), path) for path in paths]
    return [(name, path) for name, path in found if not name.startswith(_ELSEWHERE)]


@lru_cache(maxsize=1)
def static_files() -> tuple[str, ...]:
    """Return the addresses of all static files that stored pages need."""
    own = [name for name, _path in _own_files()]
    bundles = [name for bundle in BUNDLES for name in stylesheet_names(bundle) if name not in own]
    return tuple(static(name) for name in (*own, *bundles, *_OF_LIBRARIES))


@lru_cache(maxsize=1)
def static_digest() -> str:
    """Return a digest that changes with these files."""
    digest = hashlib.sha256(settings.VERSION.encode())
    for name, path in _own_files():
        digest.update(name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def stamp_of(versions: Catalogue) -> str:
    """Return a text that changes when a static file, the content, or the version in force changes."""
    parts = f"{static_digest()} {versions.stamp} {versions.latest}"
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def pages_of(versions: Catalogue) -> tuple[str, ...]:
    """List the pages of the latest version, in the language of the interface. Two queries."""
    version = versions.latest
    if version is None:
        return ()
    date = str(version)
    parts = outline_of(versions.english, version.main.pk).parts
    return (
        reverse("home"),
        *(reverse(name, args=[date]) for name in ("contents", "introduction", "credits", "glossary")),
        reverse("names"),
        reverse("help_marks"),
        *(reverse("place", args=[date, chapter.number]) for part in parts for chapter in part.chapters),
    )


def size_of(versions: Catalogue) -> int:
    """Estimate the transferred bytes of these pages."""
    if versions.latest is None:
        return 0
    text = versions.latest.main
    return len(pages_of(versions)) * _OF_PAGE + text.rules * _OF_RULE + text.terms * _OF_TERM


def packed_names(versions: Catalogue, lines: Callable[[], Iterable[str]]) -> bytes:
    """Return the names of all cards, gzipped, the same in every language of the interface."""

    def packed() -> str:
        return b64encode(gzip.compress("".join(f"{line}\n" for line in lines()).encode(), 6, mtime=0)).decode()

    # Redis stores JSON, so no bytes.
    return b64decode(cache.get_or_set(f"offline:{stamp_of(versions)}", packed, _CACHE_SECONDS) or "")
