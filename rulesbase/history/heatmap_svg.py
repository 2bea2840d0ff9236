"""The heat map as SVG and as a list. Builds strings, because it has more than a thousand cells."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesbase.core.escaped_html import joined
from rulesbase.core.punctuation import comma
from rulesbase.core.svg import percent
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.history.heatmap import AgeCell, Band, ChurnCell, HeatMap, Year

Mode = Literal["churn", "age"]
TOP, ROW, BOX = 22, 26, 22
# Limits of the colours: shares in percent, ages in years. The legends in the templates name the shares.
SHARES = (15, 35, 60, 85)
_AGES = (2, 4, 7, 11, 16)


class Row(NamedTuple):
    """A chapter beside the picture, with its years as a list of links."""

    band: Band
    name: str
    address: str
    years: SafeString


class SectionPicture(NamedTuple):
    """A section: its rows, their cells as SVG, and its height in pixels."""

    number: str
    heading: str
    rows: tuple[Row, ...]
    cells: SafeString
    height: int


class YearLabel(NamedTuple):
    """A column: its middle, and the address of the comparison over its year."""

    year: Year
    x: str
    round: bool
    address: str

    @property
    def short(self) -> str:
        """Return the last two digits of the year: 99."""
        return f"{self.year.year % 100:02}"


def level_of(share: float) -> int:
    """Return the level of a share in percent above 0, from 1 to 5: the number of its colour class."""
    return 1 + sum(share >= step for step in SHARES)


class HeatMapPicture:
    """Places every chapter and year; x in percent, y in pixels."""

    def __init__(self, heat: HeatMap, mode: Mode) -> None:
        self.heat, self.mode = heat, mode
        self.width = 100 / len(heat.years)
        self.first = heat.years[0].year
        # There are thousands of addresses, so each kind is reversed once.
        self.places = reverse("contents", args=["0"]).replace("/0/", "/%s/")
        self.compared = {year.year: _comparison(year) for year in heat.years}

    def context(self) -> dict[str, object]:
        """Return the template context; ``whole`` has all rules in one row."""
        few = len(self.heat.years) < 9
        labels = (
            YearLabel(year, self._x(year.year + 0.5), few or year.year % 5 == 0, self.compared[year.year])
            for year in self.heat.years
        )
        sheets = (self._sheet(section.number, section.heading, section.bands) for section in self.heat.sections)
        whole = self._sheet("", gettext("All rules"), (self.heat.whole,))
        return {"labels": list(labels), "whole": whole, "sheets": list(sheets)}

    def _x(self, year: float, inset: float = 0.0) -> str:
        return percent((year - self.first) * self.width + inset)

    def _sheet(self, number: str, heading: str, bands: Iterable[Band]) -> SectionPicture:
        rows = tuple(map(self._row, bands))
        cells = (self._cells(row, TOP + ROW * at) for at, row in enumerate(rows))
        return SectionPicture(number, heading, rows, joined(cells), TOP + ROW * len(rows))

    def _row(self, band: Band) -> Row:
        if not band.number:
            name, address = gettext("All rules"), reverse("contents", args=[str(self.heat.now)])
        elif band.number == GLOSSARY:
            name, address = gettext("Glossary"), reverse("glossary", args=[str(self.heat.now)])
        else:
            name, address = band.heading, reverse("rule_history", args=[band.rule])
        return Row(band, name, address, self._list(band))

    # ---- One row ----

    def _cells(self, row: Row, y: int) -> str:
        band = row.band
        parts = [
            f'<rect class="h-0" x="{self._x(began)}" y="{y}" width="{percent((ended - began + 1) * self.width)}" '
            f'height="{BOX}"/>'
            for began, ended in band.spans
        ]
        name = escape(f"{band.number} {row.name}" if band.rule else row.name) + comma()
        width = percent(self.width - 0.16)
        for cell in band.age_cells if self.mode == "age" else band.churn:
            x = self._x(cell.year, 0.08)
            parts.append(
                f'<a href="{self._address(band, cell)}" tabindex="-1"><title>{name}{_title(band, cell)}</title>'
                f'<rect class="{_colour(cell)}" x="{x}" y="{y}" width="{width}" height="{BOX}"/></a>'
            )
        return "".join(parts)

    def _address(self, band: Band, cell: ChurnCell | AgeCell) -> str:
        """Return the comparison over the year of a change, or the text at the end of the year of an age."""
        if isinstance(cell, AgeCell):
            return self._text(band, str(cell.day), cell.number)
        compared = self.compared[cell.year]
        if compared:
            return f"{compared}?section={cell.number}#lst" if cell.number else compared
        return self._text(band, str(self.heat.now), cell.number)

    def _text(self, band: Band, date: str, number: str) -> str:
        if not band.number:
            return reverse("contents", args=[date])
        return reverse("glossary", args=[date]) if band.number == GLOSSARY else f"{self.places % date}{number}/"

    def _list(self, band: Band) -> SafeString:
        """Return the years of a row as text: changes as links with figures, ages with the number of rules."""
        if self.mode == "age":
            return joined(f"<li><span>{year}</span> {count}</li>" for year, count in band.ages)
        return joined(
            f'<li><a href="{self._address(band, cell)}" aria-label="{escape(_title(band, cell))}">{cell.year}</a> '
            f"{cell.changed if cell.changed else f'−{cell.removed}'}</li>"
            for cell in band.churn
        )


def _title(band: Band, cell: ChurnCell | AgeCell) -> str:
    """Return the title of a cell: "2006 (number in that year: 202): 2 of 5 rules new or reworded"."""
    when = str(cell.year)
    if cell.number not in ("", band.number):
        # Translators: a year, and the number that a chapter had then.
        when = gettext("%(year)s (chapter number in that year: %(number)s)") % cell._asdict()
    if isinstance(cell, AgeCell):
        message = gettext("half of the %(of)s rules last changed in %(since)s or earlier")
        what = message % {"of": cell.rules, "since": cell.since.year}
    else:
        message = gettext("%(count)s of %(of)s rules new or reworded")
        changed = message % {"count": cell.changed, "of": max(cell.of, cell.changed)} if cell.changed else ""
        removed = gettext("removed rules: %(count)s") % {"count": cell.removed} if cell.removed else ""
        what = comma().join(filter(None, (changed, removed)))
    # Translators: a year, and what happened to a chapter in it.
    return gettext("%(when)s: %(what)s") % {"when": when, "what": what}


def _colour(cell: ChurnCell | AgeCell) -> str:
    """Return the colour class: of an age warm for old, of a share darker for larger ones; its own for removals only."""
    if isinstance(cell, AgeCell):
        return f"g-{len(_AGES) - sum(cell.years >= step for step in _AGES)}"
    return f"h-{level_of(100 * cell.share)}" if cell.changed else "p-no"


def _comparison(year: Year) -> str:
    """Return the address of the comparison over a year; empty if there is nothing to compare."""
    return reverse("compare", args=[str(year.before), str(year.last)]) if year.before and year.last else ""
