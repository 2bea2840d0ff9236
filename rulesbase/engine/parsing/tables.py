"""Tables of number and text: CSV with commas, semicolons or tabs, with or without a header."""

import csv
import io
import re
from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import TEXTS
from rulesbase.engine.languages.detect import language_of
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Layout, NotRules, RulesText
from rulesbase.engine.parsing.rows import Row, number_in, text_of_rows

_DELIMITERS = ("\t", ";", ",")
# Number of records to inspect, and the share that must have a number in the same column.
_LOOKED_AT, _SHARE = 200, 0.6
_FEWEST = 2
_COLUMN = {name: part for one in TEXTS.values() for part, names in one.pages.columns.items() for name in names.split()}


class _Table(NamedTuple):
    records: Sequence[tuple[int, list[str]]]
    number: int
    header: list[str]


def is_table(text: str) -> bool:
    """Return whether most records have only a rule number in one and the same column."""
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    return _table(head) is not None


def read_table(text: str, name: str = "") -> RulesText:
    """Return a table as rules; rows without a number become issues. Raises NotRules if it cannot be read."""
    table = _table(text)
    if table is None:
        raise NotRules(
            _("The table cannot be read. Close every quotation mark in the file, and shorten very long cells.")
        )
    columns = _columns(table)
    rows: list[Row] = []
    issues: list[Issue] = []
    for line, cells in table.records:
        taken = {part: cells[at] if at < len(cells) else "" for part, at in columns.items()}
        number, text_cell, heading = number_in(taken["number"]), taken.get("text", ""), taken.get("heading", "")
        if number or (heading.strip() and not taken["number"].strip()):
            rows.append(Row(line, number, text_cell, heading, taken.get("examples", "").split("\n")))
        elif any(cell.strip() for cell in cells):
            issues.append(Issue(line, " · ".join(cells)[:200], Problem.ROW_WITHOUT_NUMBER))
    left = [name for at, name in enumerate(table.header) if at not in columns.values() and name.strip()]
    if left:
        issues.append(Issue(1, "", Problem.OTHER_COLUMNS % {"columns": ", ".join(left)[:160]}))
    # Lines above the header may state the date.
    above = [cells for _, cells in table.records[:3] if not any(map(number_in, cells))]
    stated = "\n".join(" ".join(cells) for cells in above)
    return text_of_rows(rows, layout=Layout.TABLE, stated=" ".join([*table.header, stated]), name=name, issues=issues)


def _table(text: str) -> _Table | None:
    """Return the table by the delimiter with which most records have a number."""
    tables = (_with_numbers(_records(text, delimiter)) for delimiter in _DELIMITERS if delimiter in text)
    return max(filter(None, tables), key=_numbers, default=None)


def _records(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    found: list[tuple[int, list[str]]] = []
    try:
        line = 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return []
    return found


def _with_numbers(records: Sequence[tuple[int, list[str]]]) -> _Table | None:
    """Return the table if most records have a number in one column, and there is another column with text."""
    width = max((len(cells) for _, cells in records), default=0)
    if not 2 <= width <= 60:
        return None
    best = max((_Table(records, column, []) for column in range(width)), key=_numbers)
    if _numbers(best) < max(_FEWEST, _SHARE * (len(records) - 1)):
        return None
    first = records[0][1]
    named = best.number < len(first) and not number_in(first[best.number])
    return best._replace(records=records[1:], header=first) if named else best


def _numbers(table: _Table) -> int:
    """Return how many records have a number."""
    return sum(1 < len(cells) > table.number and bool(number_in(cells[table.number])) for _, cells in table.records)


def _columns(table: _Table) -> dict[str, int]:
    """Return the role of each column: by the header, else the text is the longest column that is not English."""
    columns: dict[str, int] = {"number": table.number}
    for at, name in enumerate(table.header):
        part = _COLUMN.get(re.sub(r"[\s_:（(].*", "", name.strip().lower()))
        if part and at != table.number:
            columns.setdefault(part, at)
    if "text" not in columns:
        width = max(len(cells) for _, cells in table.records)
        words = {
            at: "\n".join(cells[at] for _, cells in table.records if at < len(cells))
            for at in range(width)
            if at not in columns.values()
        }
        foreign = {at: text for at, text in words.items() if language_of(text) != "en"}
        if chosen := foreign or words:
            columns["text"] = max(chosen, key=lambda at: len(chosen[at]))
    return columns
