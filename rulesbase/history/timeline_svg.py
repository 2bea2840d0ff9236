"""The history of a Rule as a picture: one row per number; x in percent, y in pixels, so that it scales."""

import datetime
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue
from rulesbase.citations.resolve import tenures
from rulesbase.core.excerpts import opening
from rulesbase.core.version_runs import last_day
from rulesbase.history.queries import History
from rulesbase.history.timeline import Stage, absences
from rulesbase.models import Entry

# Minimum widths in percent for the letter and for words.
_ROOM_FOR_LETTER, _ROOM_FOR_WORDS = 1.8, 14.0
_ROW, _TOP, _BOX = 36, 24, 20


class StageBox(NamedTuple):
    """A stage with its position, and its letter if there is room."""

    x: float
    width: float
    y: int
    tint: int
    letter: str
    stage: Stage


class OtherRule(NamedTuple):
    """A period in which another rule had the number, with the first words of that rule."""

    x: float
    width: float
    y: int
    number: str
    first: datetime.date
    rule: str
    words: str
    label: str


class TimelinePicture(NamedTuple):
    """The history as rows of boxes, one row (number, y) per number.

    ``absences`` (x, width, y, first and last day) are periods in which no version had the rule, drawn behind its last
    number. ``connectors`` (x, top, bottom) are lines from one number to the next. ``years`` are (year, x).
    """

    rows: Collection[tuple[str, int]]
    boxes: Sequence[StageBox]
    other_rules: Sequence[OtherRule]
    absences: Sequence[tuple[float, float, int, datetime.date, datetime.date]]
    connectors: Sequence[tuple[float, int, int]]
    years: Sequence[tuple[int, float]]
    floor: int

    @property
    def height(self) -> int:
        """Return the height of the picture with the years below it."""
        return self.floor + 26


class _Scale:
    """Converts days to percent."""

    def __init__(self, first: datetime.date, last: datetime.date) -> None:
        self.first, self.last = first, last
        self.whole = max(1, (last - first).days)

    def at(self, day: datetime.date) -> float:
        return round(100 * (min(day, self.last) - self.first).days / self.whole, 2)

    def box(self, first: datetime.date, until: datetime.date | None) -> tuple[float, float]:
        x = self.at(first)
        end = self.at(until + datetime.timedelta(days=1)) if until else 100.0
        return min(x, 99.2), max(0.8, round(end - x, 2))


def picture_of(
    versions: Catalogue, history: History, stages: Sequence[Stage], tint: dict[datetime.date, int]
) -> TimelinePicture:
    """Draw a history. Two queries for other rules with its numbers; none for a term."""
    all_versions = versions.complete
    year_end = datetime.date(all_versions[-1].date.year, 12, 31)
    scale = _Scale(all_versions[0].date, year_end)
    tops = {number: _TOP + _ROW * at for at, number in enumerate(dict.fromkeys(stage.number for stage in stages))}
    boxes = []
    for stage in stages:
        x, width = scale.box(stage.first, stage.until)
        letter = stage.letter if width >= _ROOM_FOR_LETTER * len(stage.letter) else ""
        boxes.append(StageBox(x, width, tops[stage.number], tint[stage.since], letter, stage))
    gone = dict(absences(stages))
    away = [
        (*scale.box(begin, gone[begin]), box.y + _BOX // 2, begin, gone[begin])
        for box in boxes
        if box.stage.until and (begin := box.stage.until + datetime.timedelta(days=1)) in gone
    ]
    connectors = [
        (box.x, min(a, b) + _BOX, max(a, b)) for before, box in pairwise(boxes) if (a := before.y) != (b := box.y)
    ]
    floor = _TOP + _ROW * len(tops) - _ROW + _BOX + 10
    first, last = all_versions[0].date.year, year_end.year
    every = 5 if last - first > 12 else 1
    years = [(year, scale.at(datetime.date(year, 1, 1))) for year in range(first + 1, last + 1) if year % every == 0]
    other_rules = [] if history.is_term else _other_rules(versions, history, scale, tops)
    return TimelinePicture(tops.items(), boxes, other_rules, away, connectors, years, floor)


def _other_rules(versions: Catalogue, history: History, scale: _Scale, tops: dict[str, int]) -> list[OtherRule]:
    """Return the periods in which other rules had its numbers."""
    dates = versions.complete_dates
    editions = dict(zip(dates, versions.complete_order, strict=True))
    others = [
        (number, tenure)
        for number, spans in tenures(versions, list(tops)).items()
        for tenure in spans
        if tenure.rule != history.rule.pk
    ]
    rows = Entry.objects.filter(
        rule__in={tenure.rule for _, tenure in others}, edition__in={editions[tenure.last] for _, tenure in others}
    ).values_list("rule", "edition", "rule__public_id", "wording__heading", "wording__text")
    known = {(rule, edition): (name, heading or text) for rule, edition, name, heading, text in rows}
    other_rules = []
    for number, tenure in others:
        x, width = scale.box(tenure.first, last_day(dates, dates.index(tenure.last)))
        name, words = known[tenure.rule, editions[tenure.last]]
        label = opening(words, int(width * 1.6)) if width >= _ROOM_FOR_WORDS else ""
        other_rules.append(OtherRule(x, width, tops[number], number, tenure.first, name, opening(words, 70), label))
    return other_rules
