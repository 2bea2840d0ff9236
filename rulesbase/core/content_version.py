"""Which state of the content an answer was made from, so that what is kept in this process is known to be stale."""

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

from django.db import connection, connections, router

from rulesbase.models import State

T = TypeVar("T")


class NotInKey(Generic[T]):
    """What a function that remembers its answers is given to work with, and does not tell them apart by."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NotInKey)

    def __hash__(self) -> int:
        return 0


def english_key(stamp: str = "") -> str:
    """The database, and the state of all that translations have no part in: the English, cards, terms, switches.

    Equal as long as nothing else was written. No query where the ``stamp`` of the content is known, else one.
    """
    return f"{connection.settings_dict['NAME']} {without_translations(stamp or content_stamp())}"


# Asked for each page: the query builder would take longer than the rest of an answer from the cache.
_STATE = """SELECT generation, translated, translated_into,
    (SELECT imported_at FROM rulesbase_source ORDER BY id DESC LIMIT 1) FROM rulesbase_state WHERE id = 1"""


class ContentState(NamedTuple):
    """How often content changed, how often only translations did, into which languages; when a source last came."""

    generation: int = 0
    translated: int = 0
    into: dict[str, int] = {}
    imported: float = 0

    @property
    def stamp(self) -> str:
        """Return a text that is another one whenever content changed."""
        languages = "".join(f" {language}:{count}" for language, count in sorted(self.into.items()))
        return f"{self.generation - self.translated}-{self.imported}_{self.translated}{languages}"


_of_request: ContextVar[ContentState | None] = ContextVar("content_state", default=None)


def _content_state() -> ContentState:
    # From where the page is read: a replica may lag behind.
    with connections[router.db_for_read(State)].cursor() as cursor:
        cursor.execute(_STATE)
        row = cursor.fetchone()
    if row is None:
        return ContentState()
    generation, translated, into, imported = row
    if isinstance(imported, str):
        # SQLite has no dates.
        imported = datetime.datetime.fromisoformat(imported).replace(tzinfo=datetime.UTC)
    return ContentState(generation, translated, json.loads(into), imported.timestamp() if imported else 0)


@contextmanager
def one_content_state() -> Iterator[ContentState]:
    """Read the state of the content once for all of a request that only reads. One query."""
    state = _content_state()
    token = _of_request.set(state)
    try:
        yield state
    finally:
        _of_request.reset(token)


def content_stamp() -> str:
    """Return a text that is another one whenever content changed, for what is cached. At most one query."""
    return (_of_request.get() or _content_state()).stamp


def without_translations(stamp: str) -> str:
    """Of a stamp the part that stays the same while nothing but translations is written."""
    return stamp.partition("_")[0]


def with_translations_into(stamp: str, language: str) -> str:
    """Of a stamp what stays the same while nothing but translations into other languages is written.

    Of one that was made so for the language nothing is left out any more.
    """
    english, _, translated = stamp.partition("_")
    total, *languages = translated.split(" ")
    counts = {code: int(count) for code, _, count in (one.rpartition(":") for one in languages)}
    # From the total: what nobody told the language of may have been of this one.
    others = sum(count for code, count in counts.items() if code != language)
    return f"{english}_{int(total or 0) - others}"
