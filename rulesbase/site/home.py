"""Read the data of the front page: the figures of every version, the timeline, and the latest changes."""

import datetime
import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from textwrap import shorten
from typing import NamedTuple

from django.db.models import Count, Max, OuterRef, Subquery
from django.utils.translation import gettext

from rulesbase.core.dates import day_text
from rulesbase.core.numbers import figure, percent, px
from rulesbase.engine.text.numbers import parent_of, sort_key
from rulesbase.models import Change, Edition, Entry, Version

_PLACE = (Change.Kind.RENUMBERED, Change.Kind.MOVED)
_WORDS = (Change.Weight.SUBSTANCE, Change.Weight.WORDING, Change.Weight.REFERENCES, Change.Weight.EXAMPLE)


class VersionFigures(NamedTuple):
    """The figures of a version: how many rules are new, reworded, changed in typography, only renumbered, removed."""

    version: Version
    address: str
    rules: int
    added: int = 0
    reworded: int = 0
    typography: int = 0
    renumbered: int = 0
    removed: int = 0

    @property
    def texts(self) -> int:
        """The number of rules with a new text."""
        return self.added + self.reworded


def _column(kind: str, weight: str) -> str:
    """Return the figure that counts a change. A rule that was moved and reworded counts as reworded."""
    if kind in (Change.Kind.ADDED, Change.Kind.REMOVED):
        return kind
    if weight in _WORDS:
        return "reworded"
    return "renumbered" if kind in _PLACE else "typography"


def all_figures() -> list[VersionFigures]:
    """Return the figures of every complete English edition by date. Two queries."""
    counted: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    changes = Change.objects.filter(item="rule").values_list("version", "kind", "weight")
    for version, kind, weight, count in changes.annotate(Count("pk")):
        counted[version][_column(kind, weight)] += count
    editions = Edition.objects.filter(language="en", complete=True).select_related("version")
    return [
        VersionFigures(
            edition.version, edition.version.get_absolute_url(), edition.rules, **counted[edition.version_id]
        )
        for edition in editions.order_by("version__date")
    ]


def by_year(figures: Sequence[VersionFigures]) -> list[tuple[int, list[VersionFigures]]]:
    """Return the figures by year, newest first."""
    newest_first = sorted(figures, key=lambda one: one.version.date, reverse=True)
    years = groupby(newest_first, key=lambda one: one.version.date.year)
    return [(year, list(group)) for year, group in years]


# ---- The picture: x in percent, y in pixels ----

_TOP, _AXIS, _BELOW = 20.0, 158.0, 160.0
_UP, _DOWN = _AXIS - _TOP, 58.0
# Heights grow with the square root: one version changed a thousand rules, most change thirty.
_STEEPEST = 24.0


class Bar(NamedTuple):
    """The bar of a version; the parts are a CSS class, top and height in pixels."""

    figures: VersionFigures
    x: float
    title: str
    boxes: list[dict[str, str]]

    @property
    def left(self) -> str:
        """The position in percent."""
        return percent(self.x)


class Year(NamedTuple):
    """A year on the axis; ``round`` ones are labelled on small screens too."""

    year: int
    x: float
    middle: float
    round: bool

    @property
    def short(self) -> str:
        """The last two digits, such as 99."""
        return f"{self.year % 100:02}"


class Timeline(NamedTuple):
    """All versions as bars."""

    bars: tuple[Bar, ...]
    years: tuple[Year, ...]
    largest: Bar | None
    largest_right: bool

    @property
    def span(self) -> int:
        """Years from the first version to the last, at least one."""
        return max(1, self.bars[-1].figures.version.date.year - self.bars[0].figures.version.date.year)


def timeline(figures: Sequence[VersionFigures]) -> Timeline:
    """Return the timeline of all versions; ``figures`` is not empty and ordered by date."""
    first, last = figures[0].version.date.year, figures[-1].version.date.year
    begin = datetime.date(first, 1, 1)
    whole = (datetime.date(last + 1, 1, 1) - begin).days

    def place(date: datetime.date) -> float:
        return round(100 * (date - begin).days / whole, 2)

    up = _scale(_UP, max(one.texts + one.typography for one in figures))
    down = _scale(_DOWN, max(one.renumbered for one in figures))
    title = gettext(
        "%(date)s: %(rules)s rules, %(texts)s new or reworded, %(typography)s in typography only, "
        "%(numbers)s only renumbered"
    )
    bars = tuple(_bar(one, place(one.version.date), title, up, down) for one in figures)
    few = last - first < 8
    years = tuple(
        Year(
            year,
            place(datetime.date(year, 1, 1)),
            (place(datetime.date(year, 1, 1)) + place(datetime.date(year, 12, 31))) / 2,
            few or year % 5 == 0,
        )
        for year in range(first, last + 1)
    )
    largest = max(bars, key=lambda bar: bar.figures.texts)
    return Timeline(bars, years, largest if largest.figures.texts else None, largest.x < 60)


def _scale(room: float, most: int) -> float:
    return min(_STEEPEST, room / math.sqrt(most)) if most else 0.0


def _bar(figures: VersionFigures, x: float, title: str, up: float, down: float) -> Bar:
    text = up * math.sqrt(figures.texts)
    both = up * math.sqrt(figures.texts + figures.typography)
    # A bar has a minimum height, so that every change is visible.
    place = max(2.5, down * math.sqrt(figures.renumbered)) if figures.renumbered else 0.0
    boxes = (("text", _AXIS - text, text), ("typo", _AXIS - both, both - text), ("place", _BELOW, place))
    drawn = [{"css": f"p-{css}", "y": px(y), "height": px(height)} for css, y, height in boxes if height]
    words = {
        "date": day_text(figures.version.date),
        "rules": figure(figures.rules),
        "texts": figure(figures.texts),
        "typography": figure(figures.typography),
        "numbers": figure(figures.renumbered),
    }
    return Bar(figures, x, title % words, drawn)


# ---- Latest changes ----


class LatestChanges(NamedTuple):
    """The changes of a version compared with the one before it."""

    before: datetime.date | None
    totals: dict[str, int]
    terms: int
    news: list[dict[str, object]]

    @property
    def total(self) -> int:
        """The number of changed rules."""
        return sum(self.totals.values())


def latest_changes(version: Version, edition: Edition) -> LatestChanges:
    """Count and list the changes of a version. Three queries."""
    complete = Edition.objects.filter(language="en", complete=True, version__date__lt=version.date)
    before = complete.aggregate(Max("version__date"))["version__date__max"]
    text = Entry.objects.filter(edition=edition, number=OuterRef("new_number")).values("wording__text")[:1]
    rows = list(version.changes.annotate(text=Subquery(text)))
    totals = dict.fromkeys(("added", "reworded", "typography", "renumbered", "removed"), 0)
    for row in rows:
        if row.item == "rule":
            totals[_column(row.kind, row.weight)] += 1
    terms = sum(row.item == "glossary" for row in rows)
    return LatestChanges(before, totals, terms, _new_rules(rows))


def _new_rules(rows: Sequence[Change]) -> list[dict[str, object]]:
    """Return new and reworded rules in order with the first words; new subrules of a new rule are only counted."""
    shown = [row for row in rows if row.item == "rule" and _column(row.kind, row.weight) in ("added", "reworded")]
    added = {row.new_number for row in shown if row.kind == Change.Kind.ADDED}
    below: defaultdict[str, int] = defaultdict(int)
    news: list[Change] = []
    for row in sorted(shown, key=lambda row: sort_key(row.new_number)):
        parent = parent_of(row.new_number)
        if row.new_number in added and parent in added:
            below[parent] += 1
        else:
            news.append(row)
    return [
        {
            "number": row.new_number,
            "old_number": row.old_number if row.old_number != row.new_number else "",
            "kind": row.kind,
            "weight": row.weight,
            "text": shorten(getattr(row, "text", "") or "", 170, placeholder=" …"),
            "subrules": below[row.new_number],
        }
        for row in news
    ]
