"""Read the CSV tables that ship with the program."""

import csv
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def data_rows(path: str) -> list[dict[str, str]]:
    """Return the rows of a table, such as ``cards/data/mechanics.csv``."""
    with (_ROOT / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
