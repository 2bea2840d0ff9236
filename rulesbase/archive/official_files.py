"""The list of official files that the product ships."""

import csv
import datetime
import re
from pathlib import Path
from urllib.parse import urlsplit

# Addresses that existed; dates are those of the upload.
ADDRESS_LIST = Path(__file__).parents[1] / "data" / "official_addresses.csv"


class InvalidList(ValueError):
    """The list of addresses is invalid. The message has file, line and reason."""


def read_list(path: Path) -> list[str]:
    """Return the addresses of a CSV file with the columns upload_date and address, oldest first.

    Raises InvalidList for a line without a date or web address, OSError if the file cannot be read.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        if not {"upload_date", "address"} <= set(rows.fieldnames or ()):
            raise InvalidList(f"{path.name}: the first line must name the columns upload_date and address.")
        by_day = sorted(_day_and_address(row, f"{path.name}, line {rows.line_num}") for row in rows)
    return [address for _day, address in by_day]


def _day_and_address(row: dict[str, str], where: str) -> tuple[datetime.date, str]:
    try:
        day = datetime.date.fromisoformat(row["upload_date"] or "")
    except ValueError:
        raise InvalidList(f"{where}: {row['upload_date']!r} is not a date such as 2011-09-30.") from None
    address = row["address"] or ""
    if not re.match(r"https?://[^/]", address) or not is_web_address(address):
        raise InvalidList(f"{where}: {address!r} is not a web address.")
    return day, address


def is_web_address(href: str) -> bool:
    try:
        return urlsplit(href).scheme in ("", "http", "https")
    except ValueError:
        return False
