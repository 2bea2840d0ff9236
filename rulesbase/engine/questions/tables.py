"""Questions on tables of the tournament documents: the value in a row, such as the rounds for a number of players."""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import VersionIndex

Span = tuple[int, int]

_MOST_COLUMNS = 3
_FEWEST_ROWS = 3
_NUMBER = re.compile(r"\d+")
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# An item of a list that is a row in itself: a name, a dash, and a value.
_PAIR = re.compile(r"• *([^—–.:;•\n]{3,80}?) *[—–] *([^—–;\n]{2,120})$", re.M)


def is_row(line: str) -> bool:
    """Return whether a line is a row of a table."""
    return "\t" in line


def is_pair(text: str, line: Span) -> bool:
    """Return whether a line is an item with a name and its value."""
    return bool(_PAIR.match(text[slice(*line)]))


def tables_of(text: str) -> Iterator[list[list[Span]]]:
    """Yield the tables of a text (lines with tabs, one after another) as the spans of the cells of each row."""
    for has_cells, some in groupby(lines_of(text), lambda line: is_row(text[slice(*line)])):
        if has_cells:
            yield [[(begin + a, begin + b) for a, b in lines_of(text[begin:end], "\t")] for begin, end in some]


def lines_of(text: str, separator: str = "\n") -> Iterator[Span]:
    """Yield the spans of the lines of a text, or of its parts between other separators."""
    start = 0
    for line in text.split(separator):
        yield start, start + len(line)
        start += len(line) + 1


def table_questions(index: VersionIndex, at: int, *, leave_out: set[str]) -> Iterator[DraftQuestion]:
    """Yield a question for each value of the tables and of the pairs in lists."""
    text = index.entries[at].text
    tables = list(tables_of(text))
    # The quick reference of penalties repeats what the infractions say.
    if not any(text[slice(*row[0])] in name for table in tables for row in table for name in leave_out):
        for table in tables:
            yield from _of_table(index, at, table)
    for pair in _PAIR.finditer(text):
        intro = _intro(text, pair.start())
        if _NUMBER.search(pair[2]) and not YEAR.search(text[slice(*intro)] + pair[0]):
            yield _draft(index, at, pair.span(1), pair.span(2), shown=intro)


def _intro(text: str, at: int) -> Span:
    """Return the span of the line above a list."""
    end = at
    while end > 0 and text.startswith("•", at):
        end, at = at - 1, text.rfind("\n", 0, max(0, at - 1)) + 1
    return at, max(at, end)


def _of_table(index: VersionIndex, at: int, table: list[list[Span]]) -> Iterator[DraftQuestion]:
    text = index.entries[at].text
    heads, *rows = table
    rows = [row for row in rows if len(row) == len(heads) and _is_whole(text, row)]
    labels = [text[slice(*row[0])] for row in rows]
    if len(heads) > _MOST_COLUMNS or len(rows) < _FEWEST_ROWS or len(set(labels)) < len(labels) or _counts(labels):
        return
    for column in range(1, len(heads)):
        head = text[slice(*heads[column])]
        values = {text[slice(*row[column])] for row in rows}
        # A head with a figure is a row of a table without heads.
        if not _NUMBER.search(head) and len(values) > 1:
            for row in rows:
                yield _draft(index, at, row[0], row[column], head, text[slice(*heads[0])])


def _is_whole(text: str, row: list[Span]) -> bool:
    """Return whether no cell of a row is empty, of another season, or a piece of a cell over several lines."""
    cells = [text[slice(*cell)] for cell in row]
    return all(cell.strip() and cell.count("(") == cell.count(")") and not YEAR.search(cell) for cell in cells)


def _counts(labels: list[str]) -> bool:
    """Return whether rows count step by step: such a table is read out, not learnt."""
    numbers = [_NUMBER.findall(label) for label in labels]
    return all(len(one) == 1 for one in numbers) and all(
        abs(int(one[0]) - int(other[0])) <= 2 for one, other in pairwise(numbers)
    )


def _draft(
    index: VersionIndex, at: int, label: Span, value: Span, column: str = "", row: str = "", shown: Span | None = None
) -> DraftQuestion:
    entry = index.entries[at]
    asked = entry.text[slice(*label)], column, entry.text[slice(*shown)] if shown else ""
    data = {"label": list(label), "column": column, "row": row, "answer": [list(value)]}
    data |= {"shown": list(shown)} if shown else {}
    level = level_of("table", cited=index.cited[entry.number])
    return DraftQuestion("table", at, asked, data, level, 1.0, " ".join((entry.number, *asked)))
