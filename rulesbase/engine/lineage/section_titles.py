"""Titles of sections of tournament documents. They say more about identity than those of chapters of the rules.

A title stays with its subject through all numbers. Infractions have their category in front of it (``Game Play
Error``), which may change alone.
"""

import re
from functools import lru_cache

from rapidfuzz import fuzz

_CATEGORY = re.compile(r"\s*[-–—]\s*")
_REMARK = re.compile(r"\s*\((?:updated|effective)\b[^)]*\)")
_OTHER = re.compile(r"s?[^a-z0-9]+|s$")


@lru_cache(maxsize=4096)
def plain_title(heading: str) -> str:
    """Return a title without case, punctuation, plurals and the remark of its last update."""
    return _OTHER.sub(" ", _REMARK.sub("", heading.lower())).strip()


@lru_cache(maxsize=16384)
def title_similarity(before: str, after: str) -> float:
    """Return the similarity of two titles, 0 to 1: without a category that both have, with another or without it."""
    (category, subject), (other_category, other) = _parts(before), _parts(after)
    alike = fuzz.ratio(subject, other)
    if category != other_category:
        alike = max(alike, fuzz.ratio(plain_title(before), plain_title(after)))
    return alike / 100


def _parts(heading: str) -> tuple[str, str]:
    """Return the category of a title, which may be empty, and its subject."""
    *category, subject = _CATEGORY.split(heading, maxsplit=1)
    return plain_title("".join(category)), plain_title(subject)
