"""Figures: what was measured, beside its target where the work has one; as a table and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. ``target`` is the most it may be, or with ``at_least`` the least."""

    bench: str
    what: str
    value: float
    unit: str = ""
    target: float | None = None
    at_least: bool = False

    @property
    def met(self) -> bool | None:
        """Say whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target

    def row(self) -> tuple[str, ...]:
        """Return the cells of the table."""
        sign = ">=" if self.at_least else "<="
        target = "" if self.target is None else f"{sign} {_number(self.target)}"
        met = {None: "", True: "yes", False: "NO"}[self.met]
        return self.bench, self.what, _number(self.value), self.unit, target, met

    def as_dict(self) -> dict[str, object]:
        """Return the figure for JSON."""
        return asdict(self) | {"met": self.met}


class Outcome(NamedTuple):
    """What one bench found: its figures, all details for JSON, and a table of its own or nothing."""

    figures: list[Figure]
    details: dict[str, object]
    text: str = ""


def _number(value: float) -> str:
    if value == int(value) or abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Return rows as plain columns; those named in ``numbers`` stand to the right."""
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    lines: list[str] = []
    for row in [heads, *rows]:
        cells = [
            cell.rjust(width) if at in numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def figures_table(figures: Sequence[Figure]) -> str:
    """Return all figures with their targets."""
    heads = ("bench", "figure", "value", "unit", "target", "met")
    return table(heads, [figure.row() for figure in figures], numbers=(2,))
