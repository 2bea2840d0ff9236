"""Fetch official rules files: plan, download, check, import."""

import datetime
import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import unquote, urljoin, urlsplit

from django.db import DatabaseError

from rulesbase.archive.official_files import is_web_address
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.text.dates import day_in_name
from rulesbase.imports.batch import database_message
from rulesbase.imports.http_client import Client, FetchError, NoConnection, canonical
from rulesbase.imports.import_file import ImportStatus, import_source

RULES_PAGE = "https://magic.wizards.com/en/rules"

_FILE_NAME = re.compile(r".*comp\w*[\s_-]*rules.*\.txt", re.IGNORECASE)


# Outcomes besides the statuses of an import.
FAILED, UNREACHABLE = "failed", "unreachable"
_WORDS = {
    ImportStatus.IMPORTED: "Imported",
    ImportStatus.CORRECTED: "Replaces the text of this version; the old one stays in its history",
    ImportStatus.WITNESS: "Stored as a partial source",
    ImportStatus.KNOWN: "This file was imported before",
}


@dataclass(frozen=True, slots=True)
class FetchResult:
    """Result of one address, or of the page if that failed. ``outcome`` is the status of its import, or a failure."""

    address: str
    outcome: str
    sentence: str
    version: datetime.date | None = None
    seconds: float = 0

    @property
    def failed(self) -> bool:
        """Whether the file is not in the archive."""
        return self.outcome in (FAILED, UNREACHABLE)


def missing_files(listed: Iterable[str], known: Collection[str]) -> list[str]:
    """Return every listed address that is not among the `known` ones."""
    have = {_same(address) for address in known}
    return list(dict.fromkeys(address for address in listed if _same(address) not in have))


def newest_address(page: str, base: str) -> str:
    """Return the address of the newest rules text linked from a page with the address `base`.

    Raises FetchError if the page links to no rules file.
    """
    links = _Links()
    links.feed(page)
    links.close()
    found = [_same(urljoin(base, href)) for href in links.found if _FILE_NAME.fullmatch(file_name(href))]
    if not found:
        raise FetchError(
            "The rules page links to no text file of the Comprehensive Rules. The page may have a new layout."
        )
    return max(found, key=lambda address: _day_of(file_name(address)))


def _same(address: str) -> str:
    """Return the canonical form of an address; anything else unchanged."""
    try:
        return canonical(address)
    except ValueError:
        return address


def file_name(address: str) -> str:
    """Return the last part of an address without percent signs."""
    return unquote(urlsplit(address).path).rpartition("/")[2]


def _day_of(name: str) -> datetime.date:
    # Official names use both orders of day and month, and one has a digit too many. A name without a date sorts first.
    return day_in_name(name, more_digits=True, month_first=True) or datetime.date.min


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") if tag == "a" else None
        if href and is_web_address(href.strip()):
            self.found.append(href.strip())


def fetch(page: str, files: Sequence[str], client: Client) -> Iterator[FetchResult]:
    """Fetch, check and import some files, and the newest one linked from a page.

    Yield the result of each, and continue after failures.
    """
    started = time.monotonic()
    newest = ""
    try:
        body = BytesIO()
        base = client.download(page, body)
        newest = newest_address(body.getvalue().decode("utf-8", "replace"), base)
    except FetchError as error:
        yield _failure(page, error, started)
    for address in files:
        if _same(address) != newest:
            yield _one(address, client)
    # Last, so that versions are imported by date and each is compared with its neighbour.
    if newest:
        yield _one(newest, client)


def _one(address: str, client: Client) -> FetchResult:
    started = time.monotonic()
    name = file_name(address)
    try:
        data = client.get(address)
        parsed = read_source(data, name)
        if not parsed.whole:
            raise NotRules(
                "The file is incomplete: it lacks chapters of its contents list, or a part that every rules file has."
            )
        done = import_source(data, name=name, address=address, parsed=parsed)
    except (FetchError, NotRules, DatabaseError) as error:
        return _failure(address, error, started)
    source = done.source
    counts = f"{source.rules:,} rules, {source.terms:,} terms, {len(source.issues):,} issues"
    sentence = f"{_WORDS[done.status]}: {counts}."
    return FetchResult(address, done.status, sentence, source.stated_date, time.monotonic() - started)


def _failure(address: str, error: Exception, started: float) -> FetchResult:
    outcome = UNREACHABLE if isinstance(error, NoConnection) else FAILED
    sentence = database_message(file_name(address), error) if isinstance(error, DatabaseError) else str(error)
    return FetchResult(address, outcome, sentence, seconds=time.monotonic() - started)
