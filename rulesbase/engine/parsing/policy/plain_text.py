"""Tournament documents as plain text or Word files: their lines get the places that they would have on a page."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulesbase.engine.parsing.policy.pdf import Cell, Line
from rulesbase.engine.parsing.policy.read import is_title

_CHARACTER, _LINE_HEIGHT = 6.0, 12.0
# Words up to a wide gap.
_CELL = re.compile(r"\S(?:(?!\t| {3,}).)*")
# The rules of games have numbers such as 201.3, and many of them.
_RULE = re.compile(r"(?m)^\W*[1-9]\d\d\.\d{1,3}(?:\.|[a-z])? ")
_MOST_RULES = 5
_HEAD_LINES = 60
_MOST_BLANK = 0.6
_COLUMN_GAP = 4


def is_policy_text(text: str) -> bool:
    """Return whether one of the first lines is the title of a tournament document and few rules of games follow."""
    head = text.split("\n", _HEAD_LINES)[:_HEAD_LINES]
    return any(map(is_title, head)) and len(_RULE.findall(text)) < _MOST_RULES


def text_lines(text: str) -> list[Line]:
    """Return the lines of a text with its characters six points wide. Blank lines after each take no room."""
    lines: list[Line] = []
    rows = list(_with_columns(text.rstrip().split("\n")))
    spaced = _is_blank_after_each(rows)
    for number, row in enumerate(rows, 1):
        cells = tuple(_cell(match) for match in _CELL.finditer(row))
        if cells:
            base = -(len(lines) if spaced else number) * _LINE_HEIGHT
            lines.append(Line(1, number, base, cells))
    return lines


def _cell(match: re.Match[str]) -> Cell:
    words, left = " ".join(match[0].split()), match.start() * _CHARACTER
    return Cell(left, left + len(words) * _CHARACTER, words)


def _with_columns(rows: Sequence[str]) -> Iterator[str]:
    """Yield lines with their tabs as spaces; the cells of successive rows of a table stand below each other."""
    for columns, group in groupby(rows, key=lambda row: row.strip().count("\t")):
        if not columns:
            yield from (row.expandtabs(8) for row in group)
            continue
        cells = [[cell.strip() for cell in row.strip().split("\t")] for row in group]
        widths = [max(map(len, column)) + _COLUMN_GAP for column in zip(*cells, strict=True)]
        for row in cells:
            yield "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _is_blank_after_each(rows: Sequence[str]) -> bool:
    """Return whether most lines are followed by a blank one, so that each is a paragraph."""
    filled = [at for at, row in enumerate(rows[:-1]) if row.strip()]
    return sum(not rows[at + 1].strip() for at in filled) > _MOST_BLANK * len(filled)
