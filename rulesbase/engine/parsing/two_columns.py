"""Two-column pages extracted as one: each line holds a line of the left and one of the right column.

Columns are separated only if every line proves its cut. A block with one doubtful line stays as it is and becomes an
issue.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import EXAMPLE, TEXTS, either
from rulesbase.engine.nodes import Issue
from rulesbase.engine.parsing.page_clutter import SKIP
from rulesbase.engine.parsing.paragraphs import between
from rulesbase.engine.text.numbers import follows

_START = re.compile(r"([1-9]\d\d)\.(?:(\d{1,3}[a-z]?)\.?)?\s+(?=\S)")
_CITES = "".join(f"(?<!{word})" for one in TEXTS.values() for word in one.cites)
_INNER = re.compile(
    rf"{_CITES}(?<![a,;:])\s"
    r"(?=([1-9]\d\d)\.(?:(\d{1,3}[a-z]?)\.?)?\s+[A-ZÀ-ÖØ-Þ«“\"])"
)
# A sentence ends and a small letter follows: a cut.
_BROKEN = re.compile(r"(?<=[.!?»”)])(?<!\.\.\.)\s(?=[a-zà-ÿ])")
_IMPOSSIBLE = re.compile(either(*(one.pages.never_together for one in TEXTS.values())))
# Maximum difference in length of a column's lines, except at paragraph ends.
_PLAY = 0.16


# A line cut in two; the right half is None where that column has no text.
_Row = tuple[str, str | None]


def unmix(lines: Sequence[str]) -> tuple[list[str], list[Issue]]:
    """Return the lines with columns separated, left before right, one paragraph a line, and issues.

    The list has the same length. What cannot be separated stays.
    """
    result = list(lines)
    issues: list[Issue] = []
    for start, end in _blocks(lines):
        block = [line.strip() for line in lines[start:end]]
        inner = _mixed(block)
        if not inner:
            continue
        rows = _rows(block)
        paragraphs = [*_paragraphs([left for left, _ in rows]), *_paragraphs([right for _, right in rows])]
        problem = Problem.COLUMNS_MIXED
        if 0 < len(paragraphs) <= len(block):
            problem = Problem.COLUMNS_SEPARATED
            result[start:end] = [*paragraphs, *([SKIP] * (len(block) - len(paragraphs)))]
        issues.append(Issue(start + 1, block[0][:200], problem % {"numbers": ", ".join(inner[:8])}))
    return result, issues


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield runs of lines without an empty one between."""
    at = 0
    for filled, run in groupby(lines, key=lambda line: bool(line.strip())):
        start, at = at, at + len(list(run))
        if filled:
            yield start, at


def _number(match: re.Match[str]) -> str:
    """Return the number at the beginning of a line or cut."""
    return f"{match[1]}.{match[2]}" if match[2] else match[1]


def _mixed(block: Sequence[str]) -> list[str]:
    """Return the numbers inside lines that only another column explains; empty where there are none.

    The successor of the line's own number is a short rule behind another, not a column.
    """
    found: list[str] = []
    left = ""
    for line in block:
        if match := _START.match(line):
            left = _number(match)
        inner = _INNER.search(line)
        if not inner:
            continue
        number = _number(inner)
        if number != left and not follows(left, number):
            found.append(number)
    return found


def _rows(block: Sequence[str]) -> list[_Row]:
    """Return the lines cut in two; empty if one of them does not prove its cut."""
    cuts = [_sure_cut(line) for line in block]
    widths = [cut for line, cut in zip(block, cuts, strict=True) if cut and not _is_heading(line)]
    if not widths:
        return []
    width = max(widths)
    rows: list[_Row] = []
    for at, line in enumerate(block):
        cut = cuts[at] or _likely_cut(line, width)
        if cut:
            rows.append((line[:cut].strip(), line[cut:].strip()))
        elif len(line) <= width * (1 + _PLAY) and _may_be_left_alone(line, rows):
            rows.append((line, None))
        else:
            return []
    return rows


def _is_heading(line: str) -> bool:
    match = _START.match(line)
    return bool(match and not match[2])


def _sure_cut(line: str) -> int:
    """Return the sure cut: before a number inside a line, or where a small letter follows a sentence."""
    inner = _INNER.search(line)
    if inner:
        return inner.end()
    begins = _START.match(line)
    broken = list(_BROKEN.finditer(line, begins.end() if begins else 0))
    return broken[0].end() if len(broken) == 1 else 0


def _likely_cut(line: str, width: int) -> int:
    """Return the only position near the column's edge with two words that no sentence has side by side."""
    least, most = width * (1 - _PLAY), width * (1 + _PLAY)
    found = [match.end(match.lastindex or 0) for match in _IMPOSSIBLE.finditer(line)]
    near = [at for at in found if least <= at <= most]
    return near[0] if len(near) == len(found) == 1 else 0


def _may_be_left_alone(line: str, rows: Sequence[_Row]) -> bool:
    """Return whether a short line can be all left column: it begins no right rule, and the last right one has ended."""
    last = next((right for _, right in reversed(rows) if right), "")
    ended = bool(last) and last.endswith((".", "!", "?", "»", "”", ")"))
    open_left = bool(rows) and rows[-1][1] is None
    begins = bool(_START.match(line) or EXAMPLE.match(line))
    return ended and (begins or open_left)


def _paragraphs(pieces: Sequence[str | None]) -> list[str]:
    """Join the lines of one column up to the next number, heading or example."""
    found: list[list[str]] = []
    heading = False
    for piece in filter(None, pieces):
        if not found or heading or _START.match(piece) or EXAMPLE.match(piece):
            found.append([piece])
        else:
            found[-1] += (between(found[-1][-1], piece), piece)
        heading = _is_heading(piece)
    return ["".join(parts) for parts in found]


def foreign_number(text: str) -> str:
    """Return the number of another rule that begins inside a text with its own sentence; empty where none does."""
    return next((number for match in _INNER.finditer(text) if "." in (number := _number(match))), "")
