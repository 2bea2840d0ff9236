"""Numbers of sections in tournament documents: ordering, parents and kinds.

``1`` and ``1.1`` from 2009 on, ``100`` and ``101`` before it, letters of appendices, and slugs of titles of sections
without a number (``introduction``). ``numbers`` is the same for the Comprehensive Rules.
"""

import re

from rulesbase.engine.nodes import Kind

_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})")
_WHOLE = re.compile(r"\d{1,3}")
_APPENDIX = re.compile(r"[A-Z]")
_LAST = 2_000_000


def document_chapter(number: str) -> str:
    """Return the chapter of a section: ``1`` of ``1.1``, ``110`` of ``112``, else the number itself."""
    if match := _DOTTED.fullmatch(number):
        return match[1]
    if _WHOLE.fullmatch(number) and len(number) > 1:
        return number[:-1] + "0"
    return number


def document_parent(number: str) -> str:
    """Return the number of the section above, else empty."""
    chapter = document_chapter(number)
    return chapter if chapter != number else ""


def document_kind(number: str) -> Kind:
    """Return CHAPTER for sections with a page of their own, RULE for those below them."""
    return Kind.RULE if document_parent(number) else Kind.CHAPTER


def document_sort_key(number: str) -> int:
    """Return an integer that sorts numbers in document order: titles, numbers, appendices."""
    if match := _DOTTED.fullmatch(number):
        return int(match[1]) * 1000 + int(match[2])
    if _WHOLE.fullmatch(number):
        return int(number) * 1000
    if _APPENDIX.fullmatch(number):
        return _LAST + ord(number)
    return 0
