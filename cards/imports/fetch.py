"""Find and download the newest card files of Scryfall and MTGJSON. No database.

Both publish a list of their files: Scryfall's bulk data, and MTGJSON's files with a SHA-256 beside each.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from rulesbase.core.files import sha256_of
from rulesbase.imports.http_client import Client, FetchError, Limits

SCRYFALL = "https://api.scryfall.com/bulk-data"
MTGJSON = "https://mtgjson.com/api/v5/AllPrintings.json.gz"
# Where the two lists and their files are.
ORIGINS = frozenset(
    ("https://api.scryfall.com", "https://data.scryfall.io", "https://c2.scryfall.com", "https://mtgjson.com")
)
SCRYFALL_KINDS = ("default_cards", "rulings")
LIMITS = Limits(size=6 * 1024**3, longest=4 * 3600)


class RemoteFile(NamedTuple):
    """A file to download: its address, and its SHA-256 if the source states it."""

    address: str
    sha256: str = ""

    @property
    def name(self) -> str:
        """Return the last part of its address."""
        return urlsplit(self.address).path.rpartition("/")[2]


def scryfall_files(client: Client, kinds: Sequence[str], address: str) -> list[RemoteFile]:
    """Return the newest bulk files of the given kinds. Raise FetchError if the list or a kind is missing."""
    try:
        rows = json.loads(client.get(address))["data"]
        found = {str(row["type"]): str(row["download_uri"]) for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise FetchError(f"{address} is not Scryfall's list of bulk files.") from error
    if missing := [kind for kind in kinds if kind not in found]:
        raise FetchError(f"Scryfall lists no bulk file “{missing[0]}”; it lists {', '.join(sorted(found))}.")
    return [RemoteFile(found[kind]) for kind in kinds]


def mtgjson_files(client: Client, address: str) -> list[RemoteFile]:
    """Return the file with all printings, and the SHA-256 that MTGJSON states for it. Raise FetchError."""
    stated = client.get(f"{address}.sha256").decode("ascii", "replace").split()
    if not stated or len(stated[0]) != 64:
        raise FetchError(f"{address}.sha256 is not a SHA-256.")
    return [RemoteFile(address, stated[0].lower())]


def download(client: Client, files: Iterable[RemoteFile], folder: Path) -> list[Path]:
    """Download files into a folder. Raise FetchError if one fails or has another SHA-256 than stated."""
    paths: list[Path] = []
    for file in files:
        path = folder / file.name
        with path.open("wb") as body:
            client.download(file.address, body)
        if file.sha256 and sha256_of(path) != file.sha256:
            raise FetchError(f"{file.address} has another SHA-256 than its source states.")
        paths.append(path)
    return paths
