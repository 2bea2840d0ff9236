"""Draw an answer through all versions, and list it. x is in percent, so the picture stretches."""

import datetime
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from rulesbase.core.dates import day_text

# Width of a letter in percent of a narrow and of a wide picture, and the margin of a label. A label wider than its box
# goes above it or is left out.
_LETTER, _WIDE_LETTER, _MARGIN = 2.1, 0.95, 3.0
_NARROWEST = 0.9


class AnswerPeriod(NamedTuple):
    """A time with one answer; ``word`` is the answer in the language of the page.

    ``printed`` is false if a card of the question did not exist yet.
    """

    first: datetime.date
    last: datetime.date
    verdict: str
    word: str
    numbers: tuple[str, ...]
    printed: bool = True


class RulePeriod(NamedTuple):
    """The part of a period in which the same rule numbers decided."""

    first: datetime.date
    last: datetime.date
    numbers: tuple[tuple[str, str], ...]
    href: str
    is_here: bool
    is_last: bool


class HistoryRow(NamedTuple):
    """A period in the list; ``parts`` are its rule periods, newest first."""

    first: datetime.date
    last: datetime.date
    verdict: str
    word: str
    href: str
    is_here: bool
    is_last: bool
    printed: bool
    parts: tuple[RulePeriod, ...]


class Box(NamedTuple):
    """A period in the picture. ``label`` is set if it fits the box, ``is_wide`` if only in wide pictures."""

    x: float
    width: float
    verdict: str
    label: str
    is_wide: bool
    title: str
    href: str
    printed: bool


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
    spans: tuple[HistoryRow, ...]
    answers: int
    known_since: datetime.date | None = None
    known_x: float = 0.0

    @property
    def is_early(self) -> bool:
        """Return whether the picture begins before all cards were printed."""
        return any(not box.printed for box in self.boxes)


def history_of(
    periods: Sequence[AnswerPeriod],
    here: datetime.date,
    href: Callable[[datetime.date], str],
    rule: Callable[[datetime.date, str], str],
    known_since: datetime.date | None = None,
) -> AnswerHistory | None:
    """Draw the history. ``href`` returns the address of the answer in a version, ``rule`` that of a rule."""
    if not periods:
        return None
    begin = periods[0].first
    end = datetime.date(max(periods[-1].last, here).year, 12, 31)
    whole = max(1, (end - begin).days)

    def x(day: datetime.date) -> float:
        return round(100 * (min(max(day, begin), end) - begin).days / whole, 2)

    runs = [tuple(run) for _same, run in groupby(periods, key=lambda one: (one.verdict, one.word, one.printed))]
    whole_runs = [run[0]._replace(last=run[-1].last) for run in runs]
    edges = [x(run.first) for run in whole_runs] + [100.0]
    boxes = tuple(
        _box(run, left, max(_NARROWEST, right - left), href)
        for run, left, right in zip(whole_runs, edges, edges[1:], strict=False)
    )
    spans = tuple(_history_row(run, here, periods[-1], href, rule) for run in runs)
    years = tuple(
        (year, x(datetime.date(year, 1, 1)))
        for year in range(begin.year + 1, end.year + 1)
        if year % 5 == 0 and x(datetime.date(year, 1, 1)) < 98
    )
    answers = len({(period.verdict, period.word) for period in periods if period.printed})
    # Newest first: most people look for that answer.
    known_x = x(known_since) if known_since else 0.0
    return AnswerHistory(boxes, _labels(whole_runs, boxes), years, x(here), spans[::-1], answers, known_since, known_x)


def _history_row(
    run: Sequence[AnswerPeriod],
    here: datetime.date,
    newest: AnswerPeriod,
    href: Callable[[datetime.date], str],
    rule: Callable[[datetime.date, str], str],
) -> HistoryRow:
    """Return the row of consecutive periods with one answer."""
    parts = tuple(
        RulePeriod(
            part.first,
            part.last,
            tuple((number, rule(part.last, number)) for number in part.numbers),
            href(part.last),
            part.first <= here <= part.last,
            part is newest,
        )
        for part in reversed(run)
    )
    first, last = run[0], run[-1]
    is_here = first.first <= here <= last.last
    return HistoryRow(
        first.first,
        last.last,
        first.verdict,
        first.word,
        href(last.last),
        is_here,
        last is newest,
        first.printed,
        parts,
    )


def _box(period: AnswerPeriod, left: float, width: float, href: Callable[[datetime.date], str]) -> Box:
    is_wide = len(period.word) * _LETTER + _MARGIN > width
    fits = len(period.word) * _WIDE_LETTER + _MARGIN <= width
    title = (
        _("%(first)s to %(last)s: %(answer)s")
        if period.printed
        else _("%(first)s to %(last)s, before it was printed: %(answer)s")
    )
    title = title % {
        "first": day_text(period.first),
        "last": day_text(period.last),
        "answer": period.word,
    }
    left = min(left, 100 - width)
    return Box(
        left, width, period.verdict, period.word if fits else "", is_wide, title, href(period.last), period.printed
    )


def _labels(periods: Sequence[AnswerPeriod], boxes: Sequence[Box]) -> tuple[Label, ...]:
    """Return short answers that did not fit as labels above their boxes, as far as they do not overlap."""
    found: list[Label] = []
    free = 0.0
    for period, box in zip(periods, boxes, strict=True):
        half = len(period.word) * _LETTER / 2
        middle = round(box.x + box.width / 2, 2)
        if box.label or len(period.word) > 12:
            continue
        anchor = "end" if middle + half > 99 else "" if middle - half < 1 else "mid"
        left = middle - 2 * half if anchor == "end" else middle if not anchor else middle - half
        if left >= free:
            found.append(Label(middle, period.word, anchor))
            free = left + 2 * half + 1
    return tuple(found)
