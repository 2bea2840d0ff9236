"""Numbers of sections in tournament documents: reading, ordering, parents and kinds.

``1`` and ``1.1`` from 2009 on, ``100`` and ``101`` before it, letters of appendices, and slugs of titles of sections
without a number (``introduction``). `numbers` uses these functions while such a document is active.
"""

import re
import zlib

from rulesbase.engine.documents import active_document
from rulesbase.engine.nodes import Kind

_DOTTED = re.compile(r"([1-9]\d?)\.([1-9]\d?)")
_WHOLE = re.compile(r"[1-9]\d{0,2}")
_APPENDIX = re.compile(r"[A-Z]")
# A single other word is a search, not a section.
_SLUG = re.compile(r"introduction|[a-z]+(?:-[a-z0-9]+)+")
_TYPED = re.compile(
    r"(?:(?:(?P<document>mtr|m?ipg)|section|sec\.|§|appendix)\s*)*(?P<number>[\w.-]+?)\.?",
    re.I,
)
# Appendices and sections without a number come behind the highest number, 399, and below the chapter of glossary terms.
_APPENDICES, _TITLED, _TITLES = 900, 930, 69
_LAST = 2_000_000
_MOST_CHAPTERS = 19


def is_document_number(number: str) -> bool:
    """Return whether a text is the number of a section: ``1.10``, ``112``, ``B`` or ``introduction``."""
    return any(form.fullmatch(number) for form in (_DOTTED, _WHOLE, _APPENDIX, _SLUG))


def shown_number(number: str) -> str:
    """Return a number as it is shown: nothing for the slug of a section without a number."""
    return "" if _SLUG.fullmatch(number) else number


def document_canonical(text: str) -> str | None:
    """Return typed input (``MTR 3.9``, ``appendix b``, ``section 112.``) as a number, or None.

    A number that is typed with the name of another document is none of the active one.
    """
    match = _TYPED.fullmatch(text.strip())
    if not match or (match["document"] and not match["document"].lower().endswith(active_document())):
        return None
    number = match["number"].upper() if len(match["number"]) == 1 else match["number"].lower()
    return number if is_document_number(number) else None


def document_chapter(number: str) -> str:
    """Return the chapter of a section: ``1`` of ``1.1``, ``110`` of ``112``, else the number itself."""
    if match := _DOTTED.fullmatch(number):
        return match[1]
    # Chapters of today go up to 10 and 11; those of before 2009 are 10, 20 ... and 100, 110 ...
    if _WHOLE.fullmatch(number) and int(number) > _MOST_CHAPTERS:
        return number[:-1] + "0"
    return number


def document_chapter_index(number: str) -> int:
    """Return a number for the chapter, below that of glossary terms."""
    chapter = document_chapter(number)
    if chapter.isdigit():
        return int(chapter)
    if _APPENDIX.fullmatch(chapter):
        return _APPENDICES + ord(chapter) - ord("A") + 1
    return _TITLED + zlib.crc32(chapter.encode()) % _TITLES


def document_parent(number: str) -> str:
    """Return the number of the section above, else empty."""
    chapter = document_chapter(number)
    return chapter if chapter != number else ""


def document_prefix_below(number: str) -> str:
    """Return how the numbers of all sections below a number begin; also other numbers may begin so."""
    return number[:-1] if _WHOLE.fullmatch(number) and int(number) > _MOST_CHAPTERS else number


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
