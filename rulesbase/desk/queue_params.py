"""How somebody walks through the desk, as addresses say it: the queue, its order, and which version is worked for."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlencode

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.desk.queues import Item, Queue


class Sort(StrEnum):
    """Orders of a queue; the first is meant where none is named."""

    NEEDED = "needed"
    CITED = "cited"
    CHAPTER = "chapter"
    BOOK = "book"


class Way(NamedTuple):
    """What is carried from page to page; each empty where it is as usual."""

    queue: str = ""
    sort: str = ""
    version: str = ""

    @property
    def query(self) -> str:
        """What names it in an address: ``queue=behind&sort=book``."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def more(self) -> str:
        """The same behind the name of another queue."""
        query = self._replace(queue="").query
        return f"&{query}" if query else ""


def way_of(asked: Mapping[str, str], versions: Catalogue) -> Way:
    """Read the query of an address; what is unknown is left out."""
    queue, sort, version = (asked.get(name, "") for name in ("queue", "sort", "version"))
    known = {str(one) for one in announced(versions)}
    return Way(
        queue if queue in list(Queue) else "",
        sort if sort in list(Sort)[1:] else "",
        version if version in known else "",
    )


def announced(versions: Catalogue) -> list[CatalogueVersion]:
    """The versions that are not in force yet and have English text: work on them can begin before their day."""
    ahead = (version for version in versions.all if version.date > versions.today)
    return [version for version in ahead if version.text_in(DEFAULT_LANGUAGE) and version != versions.latest]


def version_of(versions: Catalogue, way: Way) -> CatalogueVersion | None:
    """The version that is worked for: an announced one, else that in force."""
    return next((version for version in announced(versions) if str(version) == way.version), versions.latest)


def sorted_items(items: Sequence[Item], sort: str) -> tuple[Item, ...]:
    """A queue in another order; what is equal stays in that of the queue."""
    if sort == Sort.CITED:
        return tuple(sorted(items, key=lambda item: -item.cited))
    if sort == Sort.CHAPTER:
        return tuple(sorted(items, key=lambda item: (item.chapter, item.place)))
    if sort == Sort.BOOK:
        return tuple(sorted(items, key=lambda item: item.place))
    return tuple(items)
