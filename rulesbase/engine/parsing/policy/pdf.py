"""PDF files to lines of words with their places on the page.

Only this module loads pypdfium2. pdfminer and pdfplumber give the same words forty times slower, pypdf no places.
"""

import re
from collections import Counter
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules

# The longest tournament document has 60 pages of 4,000 characters.
MOST_PAGES = 300
_MOST_CHARACTERS = 3_000_000
# Points between two words from which they stand in two cells.
_GAP = 9.0
# Words whose base lines differ by fewer points stand on one line.
_SAME_LINE = 3.0
_NO_BREAK_SPACE = 0xA0
# pdfium gives the first two for a hyphen at the end of a line, with no space behind it.
_BREAKS = {0x02, 0xFFFE}
_HYPHENS = {*_BREAKS, 0xAD}
_BULLETS = {"\uf0b7", "\uf0a7", "▪", "●"}
_DIGITS = re.compile(r"\d+")
# A running head stands on at least this many pages, in the first or last lines.
_REPEATED, _EDGE = 4, 3


class Word(NamedTuple):
    """A word with its left, right and lower edge in points from the lower left corner of the page."""

    left: float
    right: float
    base: float
    text: str


class Cell(NamedTuple):
    """Words of a line with no wide gap between them."""

    left: float
    right: float
    text: str


class Line(NamedTuple):
    """A line of a page (1-based); ``number`` is its 1-based position in the file."""

    page: int
    number: int
    base: float
    cells: tuple[Cell, ...]

    @property
    def left(self) -> float:
        """Return the left edge."""
        return self.cells[0].left

    @property
    def right(self) -> float:
        """Return the right edge."""
        return self.cells[-1].right

    @property
    def text(self) -> str:
        """Return the words of all cells."""
        return " ".join(cell.text for cell in self.cells)


def is_pdf(data: bytes) -> bool:
    """Return whether the bytes begin as a PDF file."""
    return b"%PDF-" in data[:1024]


def pdf_lines(data: bytes) -> list[Line]:
    """Return the lines of a PDF without running heads and page numbers.

    Raises NotRules for a damaged, locked, scanned or overlong file.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise NotRules(_("The PDF is damaged or locked. Use an undamaged PDF without a password.")) from None
    with document:
        if len(document) > MOST_PAGES:
            message = _(
                "The PDF has %(pages)s pages. No tournament document has more than %(most)s. Choose another PDF."
            )
            raise NotRules(Message(message, {"pages": str(len(document)), "most": str(MOST_PAGES)}))
        pages: list[list[list[Word]]] = []
        total = 0
        for at in range(len(document)):
            words, characters = _page_words(document, at)
            total += characters
            if total > _MOST_CHARACTERS:
                raise NotRules(_("The PDF has more text than any tournament document. Choose another PDF."))
            pages.append(_rows(words))
    if not any(pages):
        raise NotRules(_("The PDF has no text. It may be a scan. Use a PDF with text."))
    return _without_running_heads(pages)


def _page_words(document: pypdfium2.PdfDocument, at: int) -> tuple[list[Word], int]:
    """Return the words of a page and the number of its characters; no words for a page that cannot be read."""
    try:
        page = document[at]
        text = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], 0
    text_page, count = text.raw, min(text.count_chars(), _MOST_CHARACTERS)
    codes = [pdfium.FPDFText_GetUnicode(text_page, i) for i in range(count)]
    words: list[Word] = []
    box = pdfium.FS_RECTF()
    start = 0
    while start < count:
        if _is_space(codes[start]):
            start += 1
            continue
        end = start
        while end < count and not _is_space(codes[end]):
            end += 1
            if codes[end - 1] in _BREAKS:
                break
        pdfium.FPDFText_GetLooseCharBox(text_page, start, box)
        left, base = box.left, box.bottom
        pdfium.FPDFText_GetLooseCharBox(text_page, end - 1, box)
        characters = _joined(codes[start:end])
        words.append(Word(left, max(left, box.right), base, "•" if characters in _BULLETS else characters))
        start = end
    text.close()
    page.close()
    return words, count


def _joined(codes: list[int]) -> str:
    """Return UTF-16 units as text; half a pair becomes a replacement character."""
    units = "".join("-" if code in _HYPHENS else chr(code) for code in codes)
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _is_space(code: int) -> bool:
    return (code <= ord(" ") and code not in _HYPHENS) or code == _NO_BREAK_SPACE


def _rows(words: list[Word]) -> list[list[Word]]:
    """Return the words of each line from left to right, lines from top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda one: (-one.base, one.left)):
        if rows and rows[-1][0].base - word.base < _SAME_LINE:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda one: one.left) for row in rows]


def _cells(row: list[Word]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for word in row:
        last = cells[-1] if cells else None
        if last and word.left - last.right < _GAP:
            cells[-1] = Cell(last.left, max(last.right, word.right), f"{last.text} {word.text}")
        else:
            cells.append(Cell(word.left, word.right, word.text))
    return tuple(cells)


def _without_running_heads(pages: list[list[list[Word]]]) -> list[Line]:
    """Drop page numbers, and lines that repeat at the edge of pages apart from their digits."""
    texts = [[" ".join(word.text for word in row) for row in rows] for rows in pages]
    repeated: Counter[str] = Counter()
    for page in texts:
        repeated.update({_DIGITS.sub("#", text) for text in (*page[:_EDGE], *page[-_EDGE:])})
    lines: list[Line] = []
    number = 0
    for at, rows in enumerate(pages):
        for position, row in enumerate(rows):
            number += 1
            text = texts[at][position]
            at_edge = position < _EDGE or position >= len(rows) - _EDGE
            repeats = repeated[_DIGITS.sub("#", text)] >= max(_REPEATED, len(pages) // 2)
            # A page number stands alone on the first or last line.
            is_number = position in (0, len(rows) - 1) and text.isdigit() and len(text) <= len(str(MOST_PAGES))
            if not (at_edge and (repeats or is_number)):
                lines.append(Line(at + 1, number, row[0].base, _cells(row)))
    return lines
