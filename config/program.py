"""Which program this is: what one version of it keeps in a shared cache is not read by another."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

_KINDS = {".py", ".html", ".mo", ".json", ".csv", ".txt"}
_FOLDERS = ("config", "rulesbase", "cards", "templates", "locale")
# What pages tell of how the site is set up: changed, it must not wait for new content.
_SETTINGS = ("VERSION", "OFFLINE", "API_RATE", "API_WINDOW", "API_WRITE_RATE")


def _files() -> Iterator[tuple[str, Path]]:
    """Files, and what they are called wherever the program lies."""
    base = Path(settings.BASE_DIR)
    for folder in _FOLDERS:
        for path in (base / folder).rglob("*"):
            if path.suffix in _KINDS and path.is_file():
                yield str(path.relative_to(base)), path
    # Maps each static file to the name with its digest, which pages name.
    for path in Path(settings.STATIC_ROOT).glob("staticfiles.json"):
        yield path.name, path


@lru_cache(maxsize=1)
def program() -> str:
    """The digest of all that pages are made by: the same on every machine that has the same program, set up alike.

    Read once, as this process keeps running the program that it began with.
    """
    found = hashlib.sha256(repr([getattr(settings, name) for name in _SETTINGS]).encode())
    for name, path in sorted(_files()):
        content = path.read_bytes()
        found.update(f"{name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
