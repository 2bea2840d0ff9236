"""The version of the content, part of every cache key: a write changes it, so that cached values become stale."""

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from django.db import connection, connections, router

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.models import State

T = TypeVar("T")


@dataclass(frozen=True)
class NotInKey(Generic[T]):
    """An argument of a cached function that is not part of its cache key.

    The reverse, a parameter that is only part of the key, has a name with an underscore.
    """

    value: T = field(compare=False)


# Raw SQL: it runs for each page, and the query builder takes longer than serving a cached page.
_STATE = """SELECT generation, translated, translated_into,
    (SELECT imported_at FROM rulesbase_source ORDER BY id DESC LIMIT 1) FROM rulesbase_state WHERE id = 1"""


class ContentStamp(NamedTuple):
    """A value that changes whenever content changes, for cache keys.

    Another document than the Comprehensive Rules begins its stamp, so that no cache mixes them. ``english`` counts the
    changes of anything but translations. ``imported`` is the time of the last import. ``into`` counts the translations
    by language; the total ``translated`` also has those without a language.
    """

    document: str = COMPREHENSIVE_RULES
    english: int = 0
    imported: float = 0
    translated: int = 0
    into: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        languages = "".join(f" {language}:{count}" for language, count in self.into)
        return f"{self.without_translations}_{self.translated}{languages}"

    @property
    def generation(self) -> int:
        """Return the number of all changes."""
        return self.english + self.translated

    @property
    def without_translations(self) -> str:
        """Return the part that stays the same while translations are written."""
        begins = "" if self.document == COMPREHENSIVE_RULES else f"{self.document} "
        return f"{begins}{self.english}-{self.imported}"

    def with_translations_into(self, language: str) -> "ContentStamp":
        """Return the stamp that stays the same while only translations into other languages are written.

        Applied to its own result it changes nothing.
        """
        # Subtract from the total: changes counted without a language may concern this one.
        others = sum(count for code, count in self.into if code != language)
        return self._replace(translated=self.translated - others, into=())


_of_request: ContextVar[ContentStamp | None] = ContextVar("content_stamp", default=None)


def _stored_stamp() -> ContentStamp:
    # From the database that the page reads: a replica may lag.
    with connections[router.db_for_read(State)].cursor() as cursor:
        cursor.execute(_STATE)
        row = cursor.fetchone()
    if row is None:
        return ContentStamp()
    generation, translated, into, imported = row
    if isinstance(imported, str):
        # SQLite has no dates.
        imported = datetime.datetime.fromisoformat(imported).replace(tzinfo=datetime.UTC)
    return ContentStamp(
        english=generation - translated,
        imported=imported.timestamp() if imported else 0,
        translated=translated,
        into=tuple(sorted(json.loads(into).items())),
    )


@contextmanager
def one_content_stamp() -> Iterator[ContentStamp]:
    """Read the content stamp once for a whole request that only reads. One query."""
    stamp = _stored_stamp()
    token = _of_request.set(stamp)
    try:
        yield stamp
    finally:
        _of_request.reset(token)


def content_stamp() -> ContentStamp:
    """Return the stamp of the active document. At most one query."""
    return (_of_request.get() or _stored_stamp())._replace(document=active_document())


def english_key(stamp: ContentStamp | None = None) -> str:
    """Return the name of the database and the content version without translations.

    It changes when English texts, cards, terms or switches are written. One query, none with a ``stamp``.
    """
    return f"{connection.settings_dict['NAME']} {(stamp or content_stamp()).without_translations}"
