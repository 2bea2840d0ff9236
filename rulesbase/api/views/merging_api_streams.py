"""What a whole edition as JSON is known by; the text itself is written by rulesbase.archive.export_json."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from rulesbase.archive.export_json import whole_text

__all__ = ["stamp_of", "whole_text"]


@lru_cache(maxsize=1)
def _program() -> str:
    """What changes with what writes the stream."""
    package = Path(__file__).parents[2]
    files = (package / "exporting_stream.py", package / "engine" / "writing.py")
    return settings.VERSION + "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)


def stamp_of(*parts: str) -> str:
    """A strong ETag of an answer that is made of these, by this program."""
    return '"' + hashlib.sha256("\0".join((_program(), *parts)).encode()).hexdigest()[:32] + '"'
