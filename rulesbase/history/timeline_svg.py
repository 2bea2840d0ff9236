"""A Rule's life as a picture: rows of boxes, a row a number. x in percent, y in pixels, so that it stretches."""

import datetime
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue
from rulesbase.citations.resolve import tenures
from rulesbase.history.queries import History
from rulesbase.history.timeline import Stage, absences
from rulesbase.lineage.traversal import english
from rulesbase.models import Entry

# A box narrower than this (in percent) has no room for its letter, or for words.
_ROOM_FOR_LETTER, _ROOM_FOR_WORDS = 1.8, 14.0
_ROW, _TOP, _BOX = 36, 24, 20


class Box(NamedTuple):
    """A stage: where it is drawn, and its letter if there is room."""

    x: float
    width: float
    y: int
    tint: int
    letter: str
    stage: Stage


class Ghost(NamedTuple):
    """A time in which another rule had the number: that rule, how it began, and as much of that as has room."""

    x: float
    width: float
    y: int
    number: str
    first: datetime.date
    rule: str
    words: str
    label: str


class Joint(NamedTuple):
    """A line from one number to the next."""

    x: float
    top: int
    bottom: int


class Absence(NamedTuple):
    """A time in which no version had the rule: a line behind the number that it had last."""

    x: float
    width: float
    y: int
    first: datetime.date
    last: datetime.date


class Picture(NamedTuple):
    """A life as rows of boxes, a row a number."""

    rows: tuple[tuple[str, int], ...]
    boxes: tuple[Box, ...]
    ghosts: tuple[Ghost, ...]
    absences: tuple[Absence, ...]
    joints: tuple[Joint, ...]
    years: tuple[tuple[int, float], ...]
    height: int
    floor: int


class _Scale:
    """From days to percent."""

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
) -> Picture:
    """Draw a life. Two queries for the other rules that had its numbers; a term's name has no others."""
    all_versions = english(versions)
    year_end = datetime.date(all_versions[-1].date.year, 12, 31)
    scale = _Scale(all_versions[0].date, year_end)
    rows = {number: at for at, number in enumerate(dict.fromkeys(stage.number for stage in stages))}
    tops = {number: _TOP + _ROW * at for number, at in rows.items()}
    boxes = []
    for stage in stages:
        x, width = scale.box(stage.first, stage.until)
        letter = stage.letter if width >= _ROOM_FOR_LETTER * len(stage.letter) else ""
        boxes.append(Box(x, width, tops[stage.number], tint[stage.since], letter, stage))
    gone = dict(absences(stages))
    away = [
        Absence(*scale.box(begin, gone[begin]), box.y + _BOX // 2, begin, gone[begin])
        for box in boxes
        if box.stage.until and (begin := box.stage.until + datetime.timedelta(days=1)) in gone
    ]
    joints = [
        Joint(box.x, min(a, b) + _BOX, max(a, b)) for before, box in pairwise(boxes) if (a := before.y) != (b := box.y)
    ]
    floor = _TOP + _ROW * len(rows) - _ROW + _BOX + 10
    first, last = all_versions[0].date.year, year_end.year
    every = 5 if last - first > 12 else 1
    years = [(year, scale.at(datetime.date(year, 1, 1))) for year in range(first + 1, last + 1) if year % every == 0]
    ghosts = [] if history.is_term else _ghosts(versions, history, scale, tops)
    named = tuple((number, top) for number, top in tops.items())
    return Picture(named, tuple(boxes), tuple(ghosts), tuple(away), tuple(joints), tuple(years), floor + 26, floor)


def _ghosts(versions: Catalogue, history: History, scale: _Scale, tops: dict[str, int]) -> list[Ghost]:
    """When other rules had its numbers."""
    dates = [version.date for version in english(versions)]
    editions = {version.date: version.main.pk for version in english(versions)}
    others = [
        (number, tenure)
        for number, held in tenures(versions, list(tops)).items()
        for tenure in held
        if tenure.rule != history.rule.pk
    ]
    rows = Entry.objects.filter(
        rule__in={tenure.rule for _, tenure in others}, edition__in={editions[tenure.last] for _, tenure in others}
    ).values_list("rule", "edition", "rule__public_id", "wording__heading", "wording__text")
    known = {(rule, edition): (name, heading or text) for rule, edition, name, heading, text in rows}
    ghosts = []
    for number, tenure in others:
        after = bisect_right(dates, tenure.last)
        until = dates[after] - datetime.timedelta(days=1) if after < len(dates) else None
        x, width = scale.box(tenure.first, until)
        name, words = known[tenure.rule, editions[tenure.last]]
        label = _opening(words, int(width * 1.6)) if width >= _ROOM_FOR_WORDS else ""
        ghosts.append(Ghost(x, width, tops[number], number, tenure.first, name, _opening(words, 70), label))
    return ghosts


def _opening(words: str, most: int) -> str:
    """The first words of a text."""
    line = words.split("\n")[0]
    if len(line) <= most:
        return line
    cut = line.rfind(" ", 0, most)
    return line[: cut if cut > most // 2 else most].rstrip(" ,;:.") + " …"
