"""Figures: what was measured, beside its target where the work has one; as a table and as JSON."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. ``target`` is the most it may be, or with ``at_least`` the least."""

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
        return self.what, _number(self.value), self.unit, target, met


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
    return table(("figure", "value", "unit", "target", "met"), [figure.row() for figure in figures], numbers=(1,))


def write_json(file: Path, figures: Sequence[Figure]) -> None:
    """Store figures with the load of the machine."""
    file.parent.mkdir(parents=True, exist_ok=True)
    found = [asdict(figure) | {"met": figure.met} for figure in figures]
    file.write_text(json.dumps({"load": os.getloadavg(), "figures": found}, indent=1) + "\n", encoding="utf-8")
    print(f"All figures: {file}")
