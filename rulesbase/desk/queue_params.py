"""Query parameters of the desk: the queue, its order, and the version to translate."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlencode

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.desk.queues import Queue, QueueItem


class Sort(StrEnum):
    """Orders of a queue; the first is the default."""

    NEEDED = "needed"
    CITED = "cited"
    CHAPTER = "chapter"
    BOOK = "book"


class QueueParams(NamedTuple):
    """Parameters passed from page to page; empty means the default."""

    queue: str = ""
    sort: str = ""
    version: str = ""

    @property
    def query(self) -> str:
        """The query string, such as ``queue=behind&sort=book``."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def more(self) -> str:
        """The query string without the queue, beginning with ``&``."""
        query = self._replace(queue="").query
        return f"&{query}" if query else ""


def read_queue_params(query: Mapping[str, str], versions: Catalogue) -> QueueParams:
    """Read the query parameters; leave out unknown values."""
    queue, sort, version = (query.get(name, "") for name in ("queue", "sort", "version"))
    known = {str(one) for one in announced(versions)}
    return QueueParams(
        queue if queue in list(Queue) else "",
        sort if sort in list(Sort)[1:] else "",
        version if version in known else "",
    )


def announced(versions: Catalogue) -> list[CatalogueVersion]:
    """Return the versions that are not in force yet and have English text, so that translation can begin early."""
    ahead = (version for version in versions.all if version.date > versions.today)
    return [version for version in ahead if version.text_in(DEFAULT_LANGUAGE) and version != versions.latest]


def version_of(versions: Catalogue, params: QueueParams) -> CatalogueVersion | None:
    """Return the version to translate: the announced one that is chosen, else that in force."""
    return next((version for version in announced(versions) if str(version) == params.version), versions.latest)


def sorted_items(items: Sequence[QueueItem], sort: str) -> tuple[QueueItem, ...]:
    """Return the items in another order (stable)."""
    if sort == Sort.CITED:
        return tuple(sorted(items, key=lambda item: -item.cited))
    if sort == Sort.CHAPTER:
        return tuple(sorted(items, key=lambda item: (item.chapter, item.place)))
    if sort == Sort.BOOK:
        return tuple(sorted(items, key=lambda item: item.place))
    return tuple(items)
