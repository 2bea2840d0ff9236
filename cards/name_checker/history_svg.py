"""Draw an answer through all versions, and list it. x is in percent, so the picture stretches."""

import datetime
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.name_checker.check import AnswerSpan
from rulesbase.core.dates import day_text

# Width of a letter in percent of a narrow and of a wide picture, and the margin of a label. A label wider than its box
# goes above it or is left out.
_LETTER, _WIDE_LETTER, _MARGIN = 2.1, 0.95, 3.0
_NARROWEST = 0.9


class HistoryRow(NamedTuple):
    """A time with one answer, its address and its rules; ``parts`` have the same rules throughout, newest first."""

    span: AnswerSpan
    href: str
    is_here: bool
    is_last: bool
    rules: tuple[tuple[str, str], ...]
    parts: tuple["HistoryRow", ...]


class Box(NamedTuple):
    """A row in the picture. ``label`` is set if it fits the box, ``is_wide`` if only in wide pictures."""

    row: HistoryRow
    x: float
    width: float
    label: str
    is_wide: bool
    title: str


class Label(NamedTuple):
    """The answer of a narrow box, above the box."""

    middle: float
    word: str
    anchor: str


class AnswerHistory(NamedTuple):
    """Picture and list; ``answers`` counts different answers since all cards were printed.

    ``known_since`` is the day from which the card data show the facts that the answers need, ``known_x`` its place.
    """

    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    years: tuple[tuple[int, float], ...]
    here: float
    rows: tuple[HistoryRow, ...]
    answers: int
    known_since: datetime.date | None = None
    known_x: float = 0.0

    @property
    def is_early(self) -> bool:
        """Return whether the picture begins before all cards were printed."""
        return any(not row.span.printed for row in self.rows)


def history_of(
    spans: Sequence[AnswerSpan],
    here: datetime.date,
    href: Callable[[datetime.date], str],
    known_since: datetime.date | None = None,
) -> AnswerHistory | None:
    """Draw the history. ``href`` returns the address of the answer in a version."""
    if not spans:
        return None
    begin = spans[0].first
    end = datetime.date(max(spans[-1].last, here).year, 12, 31)
    whole = max(1, (end - begin).days)

    def x(day: datetime.date) -> float:
        return round(100 * (min(max(day, begin), end) - begin).days / whole, 2)

    def row(span: AnswerSpan, parts: Sequence[AnswerSpan] = ()) -> HistoryRow:
        rules = tuple((number, reverse("place", args=[span.last.isoformat(), number])) for number in span.numbers)
        is_here, is_last = span.first <= here <= span.last, span.last == spans[-1].last
        return HistoryRow(span, href(span.last), is_here, is_last, rules, tuple(map(row, parts)))

    runs = [list(run) for _same, run in groupby(spans, key=lambda one: (one.verdict, one.word, one.printed))]
    rows = [row(run[0]._replace(last=run[-1].last), run[::-1]) for run in runs]
    edges = [*(x(one.span.first) for one in rows), 100.0]
    boxes = tuple(
        _box(one, left, max(_NARROWEST, right - left)) for one, left, right in zip(rows, edges, edges[1:], strict=False)
    )
    new_years = ((year, x(datetime.date(year, 1, 1))) for year in range(begin.year + 1, end.year + 1) if year % 5 == 0)
    years = tuple((year, at) for year, at in new_years if at < 98)
    answers = len({(span.verdict, span.word) for span in spans if span.printed})
    known_x = x(known_since) if known_since else 0.0
    # Newest first: most people look for that answer.
    return AnswerHistory(boxes, _labels(boxes), years, x(here), tuple(rows[::-1]), answers, known_since, known_x)


def _box(row: HistoryRow, left: float, width: float) -> Box:
    span, word = row.span, row.span.word
    title = _("%(first)s to %(last)s: %(answer)s")
    if not span.printed:
        title = _("%(first)s to %(last)s, before the card was printed: %(answer)s")
    title = title % {"first": day_text(span.first), "last": day_text(span.last), "answer": word}
    is_wide = len(word) * _LETTER + _MARGIN > width
    fits = len(word) * _WIDE_LETTER + _MARGIN <= width
    return Box(row, min(left, 100 - width), width, word if fits else "", is_wide, title)


def _labels(boxes: Sequence[Box]) -> tuple[Label, ...]:
    """Return short answers that did not fit as labels above their boxes, as far as they do not overlap."""
    found: list[Label] = []
    free = 0.0
    for box in boxes:
        word = box.row.span.word
        half = len(word) * _LETTER / 2
        middle = round(box.x + box.width / 2, 2)
        if box.label or len(word) > 12:
            continue
        anchor = "end" if middle + half > 99 else "" if middle - half < 1 else "mid"
        left = middle - 2 * half if anchor == "end" else middle if not anchor else middle - half
        if left >= free:
            found.append(Label(middle, word, anchor))
            free = left + 2 * half + 1
    return tuple(found)
