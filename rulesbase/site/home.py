"""Read the data of the front page: the figures of every version, the timeline, and the latest changes."""

import datetime
import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from django.db.models import Count
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.compare.changes_html import ChangesHtml
from rulesbase.compare.filters import Filters, Group, listing
from rulesbase.compare.page import changed_beside, rule_totals
from rulesbase.compare.queries import compare_pair, count_changes, pair_of
from rulesbase.core.dates import day_text
from rulesbase.core.number_format import figure
from rulesbase.core.svg import px
from rulesbase.models import Change, Edition, Version


class VersionFigures(NamedTuple):
    """The figures of a version: how many rules are new, reworded, changed in form only, only renumbered, removed.

    Reworded is a change in substance, as in the totals of a comparison; form is wording only, references, examples and
    typography.
    """

    version: Version
    rules: int
    added: int = 0
    reworded: int = 0
    form: int = 0
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
    if weight == Change.Weight.SUBSTANCE:
        return "reworded"
    return "renumbered" if weight == Change.Weight.NONE else "form"


def all_figures() -> list[VersionFigures]:
    """Return the figures of every complete English edition by date. Two queries."""
    counted: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    changes = Change.objects.filter(item="rule").values_list("version", "kind", "weight")
    for version, kind, weight, count in changes.annotate(Count("pk")):
        counted[version][_column(kind, weight)] += count
    editions = Edition.objects.filter(language="en", complete=True).select_related("version")
    return [
        VersionFigures(edition.version, edition.rules, **counted[edition.version_id])
        for edition in editions.order_by("version__date")
    ]


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

    up = _scale(_UP, max(one.texts + one.form for one in figures))
    down = _scale(_DOWN, max(one.renumbered for one in figures))
    title = gettext(
        "%(date)s: %(rules)s rules, %(texts)s new or reworded, %(form)s changed in form only, "
        "%(numbers)s only renumbered"
    )
    bars = tuple(_bar(one, place(one.version.date), title, up, down) for one in figures)
    few = last - first < 8
    years = []
    for year in range(first, last + 1):
        start, end = place(datetime.date(year, 1, 1)), place(datetime.date(year, 12, 31))
        years.append(Year(year, start, (start + end) / 2, few or year % 5 == 0))
    largest = max(bars, key=lambda bar: bar.figures.texts)
    return Timeline(bars, tuple(years), largest if largest.figures.texts else None, largest.x < 60)


def _scale(room: float, most: int) -> float:
    return min(_STEEPEST, room / math.sqrt(most)) if most else 0.0


def _bar(figures: VersionFigures, x: float, title: str, up: float, down: float) -> Bar:
    text = up * math.sqrt(figures.texts)
    both = up * math.sqrt(figures.texts + figures.form)
    # A bar has a minimum height, so that every change is visible.
    place = max(2.5, down * math.sqrt(figures.renumbered)) if figures.renumbered else 0.0
    boxes = (("text", _AXIS - text, text), ("typo", _AXIS - both, both - text), ("place", _BELOW, place))
    drawn = [{"css": f"p-{css}", "y": px(y), "height": px(height)} for css, y, height in boxes if height]
    words = {
        "date": day_text(figures.version.date),
        "rules": figure(figures.rules),
        "texts": figure(figures.texts),
        "form": figure(figures.form),
        "numbers": figure(figures.renumbered),
    }
    return Bar(figures, x, title % words, drawn)


# ---- Latest changes ----

# The number of changes that the front page shows.
_SHOWN = 10


def latest_changes(versions: Catalogue, version: CatalogueVersion) -> dict[str, object] | None:
    """Return the template context of the rules that a version changed, with their words as the comparison shows them.

    None without an earlier version. Six queries at most; none of the comparison while that is cached.
    """
    language = version.main.language
    texts = [one for one in versions.all if one.date < version.date and one.is_sample == version.is_sample]
    before = next((one for one in reversed(texts) if (text := one.text_in(language)) and text.complete), None)
    if before is None:
        return None
    pair = pair_of(str(before), str(version), language)
    compared = compare_pair(pair)
    counted = count_changes(compared)
    found = listing(compared, Filters(items=frozenset({"rule"})), "")
    first = list(islice((block for group in found.groups for block in group.blocks), _SHOWN))
    html = ChangesHtml(pair, compared, side=False, query=None)
    group = Group("", "", "", 0, 0, tuple(first), ())
    return {
        "before": before,
        "version": version,
        "address": reverse("compare", args=[str(before), str(version)]),
        "totals": [total for total in rule_totals(counted, QueryDict()) if total.number and total.mark != "same"],
        "beside": changed_beside(counted, QueryDict()),
        "changes": html.groups([group], {})[""] if first else "",
        "shown": len(first),
        "changed": found.shown,
    }
