"""Lines of a page to paragraphs: wrapped lines, bullets, lettered parts, lists in columns, tables.

A row of a table is one paragraph with a tab between its cells.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise

from rulesbase.engine.parsing.policy.pdf import Cell, Line

# Space between two lines of a paragraph, in line heights.
_CLOSE = 1.4
# Points that a line may lack at the right edge though the next word would have fitted.
_SLACK = 10.0
# The same for text that was wrapped by hand.
_RAGGED_SLACK = 90.0
_SPACE_WIDTH = 2.5
# Points; a page is 612 wide.
_WIDER_THAN_PAGES = 900.0
# Points of difference that are still the same indentation.
_SAME_INDENT = 4.0
# How far a cell that spans several columns may stand from their middle: a share of the distance of these columns.
_OFF_MIDDLE = 0.2
_MARKER = re.compile(
    r"(?P<bullet>[•○▪■➢*–]|o)(?=\s)|\(?(?P<number>\d{1,2})[.)](?=\s)|\(?(?P<letter>[A-Za-z])[.)](?=\s)"
)
_ENDED = re.compile(r"[.!?:;][”’\"')]*$")
# An item of a list of changes: ``2.4: Clarified.``
_CHANGE = re.compile(r"(?:section\s+|appendix\s+)?(?:\d{1,2}(?:\.\d{1,2})?|[A-Z]):\s+[A-Z]", re.I)
_HYPHENATED = re.compile(r"(\w+)-$")
_BEGINNING = re.compile(r"^(\w+)")
_DASHED = re.compile(r"(?<!\s)[—–/-]$")
_WORDS = re.compile(r"[\w-]+\w")
# What stays on one line: an address, or a word up to a hyphen or slash.
_FIRST_WORD = re.compile(r"(?:https?://|www\.)\S+|[^\s\-–—/]*[\s\-–—/]?")


def line_height(lines: Sequence[Line]) -> float:
    """Return the most frequent distance of two base lines in points."""
    steps = Counter(
        round(before.base - after.base)
        for before, after in pairwise(lines)
        if before.page == after.page and before.base - after.base > 6
    )
    return float(steps.most_common(1)[0][0]) if steps else 12.0


def right_edge(lines: Sequence[Line]) -> float:
    """Return the right edge of the text: few lines end beyond it."""
    ends = sorted(line.right for line in lines)
    return ends[int(len(ends) * 0.97)] if ends else 0.0


def is_unwrapped(lines: Sequence[Line]) -> bool:
    """Return whether lines are wider than a page, so that each is a paragraph of a text or Word file."""
    return any(line.right > _WIDER_THAN_PAGES for line in lines)


def marker_of(line: Line) -> int | None:
    """Return the number or the place of the letter that marks a part of a list, 0 for a bullet; None without a mark."""
    match = _MARKER.match(line.text)
    if not match or match.end() >= len(line.text):
        return None
    if match["bullet"]:
        return 0
    return int(match["number"]) if match["number"] else ord(match["letter"].lower()) - 96


class ParagraphReader:
    """Build paragraphs from the lines of one section after another."""

    def __init__(self, lines: Sequence[Line], *, ragged: bool = False) -> None:
        self.unwrapped = is_unwrapped(lines)
        self.slack = _RAGGED_SLACK if ragged else _SLACK
        self.height = line_height(lines)
        self.edge = right_edge(lines)
        self.words = Counter(word for line in lines for word in _WORDS.findall(line.text.lower()))

    def read(self, lines: Sequence[Line]) -> list[str]:
        """Return the paragraphs of consecutive lines."""
        found: list[str | list[Line]] = []
        for part in self._parts(lines):
            last = found[-1] if found else None
            if not isinstance(part, Line):
                found += part
            elif isinstance(last, list) and not self._begins(last, part):
                last.append(part)
            else:
                found.append([part])
        return [_with_marker(self._joined(one) if isinstance(one, list) else one) for one in found]

    # ---- wrapped lines ----

    def _begins(self, block: Sequence[Line], line: Line) -> bool:
        """Return whether a line begins a new paragraph after those of ``block``."""
        if self.unwrapped:
            return True
        last = block[-1]
        same_page = last.page == line.page
        if same_page and last.base - line.base > _CLOSE * self.height:
            return True
        marker = marker_of(line)
        if marker == 0:
            return True
        if _CHANGE.match(line.text) and _ENDED.search(last.text):
            return True
        if self._would_fit(last, line):
            return True
        if not same_page:
            return bool(_ENDED.search(last.text)) and not line.text[:1].islower()
        # The first mark of a list, or the one after that of the paragraph above.
        if marker == 1 or (marker and marker_of(block[0]) == marker - 1):
            return bool(_ENDED.search(last.text)) or abs(line.left - block[0].left) < 1
        # Less indented than the text above: the list part has ended.
        return len(block) > 1 and line.left < block[-1].left - 2 * _SAME_INDENT

    def _would_fit(self, last: Line, line: Line) -> bool:
        """Return whether the first word of a line would have fitted at the end of the line above."""
        cell = line.cells[0]
        word = _FIRST_WORD.match(cell.text)[0].rstrip()  # type: ignore[index]  # matches any text
        width = (cell.right - cell.left) * len(word) / max(1, len(cell.text))
        return last.right + _SPACE_WIDTH + width < self.edge - self.slack

    def _joined(self, block: Sequence[Line]) -> str:
        text = block[0].text
        for line in block[1:]:
            text = self._with_next(text, line.text)
        return text

    def _with_next(self, text: str, more: str) -> str:
        """Append a line; a hyphen at the end goes if the document has the word elsewhere without it."""
        broken = _HYPHENATED.search(text)
        rest = _BEGINNING.match(more)
        if not broken or not rest:
            return f"{text}{'' if _DASHED.search(text) else ' '}{more}"
        plain, hyphenated = f"{broken[1]}{rest[1]}".lower(), f"{broken[1]}-{rest[1]}".lower()
        keeps = self.words[hyphenated] or not self.words[plain]
        return f"{text if keeps else text[:-1]}{more}"

    # ---- tables and columns ----

    def _parts(self, lines: Sequence[Line]) -> Iterator[Line | list[str]]:
        """Yield lines of running text, and the paragraphs of each table or list in columns."""
        at = 0
        while at < len(lines):
            end = self._columns_end(lines, at)
            if end > at:
                yield _read_columns(lines[at:end])
            elif (end := self._table_end(lines, at)) > at:
                yield self._read_table(lines[at:end])
            else:
                yield lines[at]
                end = at + 1
            at = end

    def _columns_end(self, lines: Sequence[Line], start: int) -> int:
        """Return the end of a list in columns that begins here, or ``start``."""
        if _bullets(lines[start]) < 2:
            return start
        end = start + 1
        while end < len(lines) and self._near(lines[end - 1], lines[end]):
            if not _bullets(lines[end]) and not _continues_column(lines[start], lines[end]):
                break
            end += 1
        return end

    def _table_end(self, lines: Sequence[Line], start: int) -> int:
        """Return the end of a table that begins here, or ``start``."""
        if not _is_row(lines[start]):
            return start
        end = start + 1
        while end < len(lines) and lines[end - 1].page == lines[end].page:
            step = lines[end - 1].base - lines[end].base
            is_next_row = _is_row(lines[end]) and step <= 3 * self.height
            if is_next_row or self._is_part_of_row(lines, start, end, step):
                end += 1
            elif (list_end := self._list_end(lines, end)) > end:
                end = list_end
            else:
                break
        return end if sum(map(_is_row, lines[start:end])) > 1 else start

    def _list_end(self, lines: Sequence[Line], start: int) -> int:
        """Return the end of a list in the first column of a table that begins here, or ``start``.

        Cells of the other columns stand beside the lines of such a list.
        """
        if marker_of(lines[start]) != 0:
            return start
        end = start + 1
        while end < len(lines) and self._near(lines[end - 1], lines[end]):
            end += 1
        return end if any(map(_is_row, lines[start:end])) else start

    def _is_part_of_row(self, lines: Sequence[Line], start: int, at: int, step: float) -> bool:
        """Return whether a line with one cell can belong to the table around it."""
        line = lines[at]
        left = min(one.left for one in lines[start : at + 1])
        if marker_of(line) is not None or line.right - line.left >= 0.6 * (self.edge - left):
            return False
        below = lines[at + 1] if at + 1 < len(lines) else None
        between_rows = (
            below is not None
            and below.page == line.page
            and _is_row(below)
            and line.base - below.base <= 2 * self.height
        )
        return step <= (2.2 if between_rows else 1.15) * self.height

    def _near(self, above: Line, below: Line) -> bool:
        return above.page == below.page and above.base - below.base <= _CLOSE * self.height

    def _read_table(self, lines: Sequence[Line]) -> list[str]:
        """Return the rows of a table. Lines that stand closer than a line height are one row with centred cells.

        In a table with lists, the items of a list belong to the row whose other cells stand nearest.
        """
        steps = [above.base - below.base for above, below in pairwise(lines)]
        has_list = any(marker_of(line) == 0 for line in lines)
        widely_set = bool(steps) and max(steps) >= 1.5 * self.height and not has_list
        rows: list[list[Line]] = [[lines[0]]]
        for line, step in zip(lines[1:], steps, strict=True):
            above = rows[-1][-1]
            centred = step < 0.75 * self.height
            wrapped = widely_set and step <= 1.15 * self.height and not (_is_row(line) and _is_row(above))
            if centred or wrapped:
                rows[-1].append(line)
            else:
                rows.append([line])
        if has_list:
            rows = _with_list_items(rows)
        columns = _column_edges(lines)
        return [_row_text(row, columns) for row in rows]


def _with_marker(paragraph: str) -> str:
    """Write a bullet as ``• ``."""
    match = _MARKER.match(paragraph)
    return f"• {paragraph[match.end() :].lstrip()}" if match and match["bullet"] else paragraph


def _bullets(line: Line) -> int:
    return sum(cell.text.startswith("•") for cell in line.cells)


def _continues_column(first: Line, line: Line) -> bool:
    """Return whether a line without a bullet goes on in a column of a list."""
    return (
        len(line.cells) == 1
        and any(cell.text == "•" and 0 < line.left - cell.left < 40 for cell in first.cells)
        and line.left > first.cells[0].right + 60
    )


def _read_columns(lines: Sequence[Line]) -> list[str]:
    """Return the parts of a list in columns, one column after the other."""
    starts: list[float] = []
    for line in lines:
        for cell in line.cells:
            if cell.text.startswith("•") and all(abs(cell.left - start) > 30 for start in starts):
                starts.append(cell.left)
    starts.sort()
    columns: list[list[str]] = [[] for _ in starts]
    for line in lines:
        for cell in line.cells:
            at = max((i for i, start in enumerate(starts) if cell.left >= start - _SAME_INDENT), default=0)
            column = columns[at]
            if cell.text.startswith("•") or not column:
                column.append(cell.text)
            else:
                column[-1] += f" {cell.text}"
    return [paragraph for column in columns for paragraph in column]


def _is_row(line: Line) -> bool:
    """Return whether a line has several cells apart from its marker."""
    return len(_cells_of_row(line)) > 1


def _cells_of_row(line: Line) -> list[Cell]:
    """Return the cells of a line, its marker joined to the first."""
    first, *more = line.cells
    if more and marker_of(line) is not None and len(first.text) <= 4:
        return [Cell(first.left, more[0].right, f"{first.text} {more[0].text}"), *more[1:]]
    return [first, *more]


def _with_list_items(rows: Sequence[list[Line]]) -> list[list[Line]]:
    """Join the lines of the first column alone to the row that stands nearest."""
    heights = [_height(row) for row in rows if any(map(_is_row, row))]
    found: list[list[Line]] = [[] for _ in heights]
    for row in rows:
        distances = [abs(height - _height(row)) for height in heights]
        found[distances.index(min(distances))] += row
    return found


def _height(row: Sequence[Line]) -> float:
    """Return the middle between the first and the last line."""
    return (row[0].base + row[-1].base) / 2


def _column_edges(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Return the left and right edges of the columns: cells that overlap stand in one column."""
    edges: list[tuple[float, float]] = []
    rows = [cells for cells in map(_cells_of_row, lines) if len(cells) > 1]
    # Rows with few cells come last, because their cells may span several columns. The widest cells come first, so that
    # narrow ones in one column do not become two columns.
    for length in sorted({len(cells) for cells in rows}, reverse=True):
        columns = sorted(edges)
        cells = chain.from_iterable(row for row in rows if len(row) == length and not _spans(row, columns))
        for cell in sorted(cells, key=lambda cell: cell.left - cell.right):
            left, right = cell.left, cell.right
            overlapping = [one for one in edges if one[0] < right and left < one[1]]
            if len(overlapping) > 1:
                # A heading above several columns.
                continue
            for one in overlapping:
                edges.remove(one)
                left, right = min(left, one[0]), max(right, one[1])
            edges.append((left, right))
    return sorted(edges)


def _spans(cells: Sequence[Cell], columns: Sequence[tuple[float, float]]) -> list[range] | None:
    """Return the columns of each cell of a row without empty cells, where some cells span several columns.

    A cell stands in the middle of the columns that it spans. Return None if the cells cannot fill the row so.
    """
    if not 1 < len(cells) < len(columns):
        return None
    for borders in combinations(range(1, len(columns)), len(cells) - 1):
        spans = [range(*both) for both in pairwise((0, *borders, len(columns)))]
        if all(_stands_in(cell, span, columns) for cell, span in zip(cells, spans, strict=True)):
            return spans
    return None


def _stands_in(cell: Cell, span: range, columns: Sequence[tuple[float, float]]) -> bool:
    """Return whether a cell stands in the only column of a span, or in the middle of its columns."""
    first, last = columns[span[0]], columns[span[-1]]
    if len(span) == 1:
        overlaps = first[0] < cell.right and cell.left < first[1]
        # Cells of the first column begin at the left edge, its heading stands in the middle.
        return overlaps or _nearest(cell, columns) == span[0] == 0
    start, end = sum(first) / 2, sum(last) / 2
    middle = (cell.left + cell.right) / 2
    return abs(middle - (start + end) / 2) < _OFF_MIDDLE * (end - start)


def _nearest(cell: Cell, columns: Sequence[tuple[float, float]]) -> int:
    """Return the column that the middle of a cell is in or next to."""
    middle = (cell.left + cell.right) / 2
    return min(range(len(columns)), key=lambda i: max(columns[i][0] - middle, middle - columns[i][1]))


def _row_text(lines: Sequence[Line], columns: Sequence[tuple[float, float]]) -> str:
    """Return the cells of a row with tabs between them; lines of one cell are joined.

    In a row of one line, the text of a cell that spans several columns stands in each of them.
    """
    rows = list(map(_cells_of_row, lines))
    spans = _spans(rows[0], columns) if len(rows) == 1 else None
    if spans:
        return "\t".join(cell.text for cell, span in zip(rows[0], spans, strict=True) for _ in span)
    texts: list[list[str]] = [[] for _ in columns]
    for cell in chain.from_iterable(rows):
        texts[_nearest(cell, columns)].append(cell.text)
    return "\t".join(map(" ".join, texts)).strip("\t")
