"""Query parameters of the desk: the queue, its order, and the version to translate."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlencode

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.desk.queues import GLOSSARY, Plan, Queue, QueueItem, chapter_key, plan_of
from rulesbase.desk.targets import edit_address, find_target, target_at
from rulesbase.engine.text.numbers import chapter_of, parse_number
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import User


class Sort(StrEnum):
    """Orders of a queue. The default is the first one, and ``BOOK`` for a chapter."""

    NEEDED = "needed"
    CITED = "cited"
    CHAPTER = "chapter"
    BOOK = "book"


class QueueParams(NamedTuple):
    """Parameters passed from page to page; empty means the default."""

    queue: str = ""
    sort: str = ""
    version: str = ""
    chapter: str = ""

    @property
    def order(self) -> str:
        """Return the order of the queue."""
        return self.sort or _default_sort(self.chapter)

    @property
    def chosen(self) -> dict[str, str]:
        """Return the parameters that have a value."""
        return {name: value for name, value in self._asdict().items() if value}

    @property
    def query(self) -> str:
        """Return the query string, such as ``queue=behind&sort=book``."""
        return urlencode(self.chosen)

    @property
    def more(self) -> str:
        """Return the query string without the queue, beginning with ``&``."""
        query = self._replace(queue="").query
        return f"&{query}" if query else ""


def read_queue_params(query: Mapping[str, str], versions: Catalogue) -> QueueParams:
    """Read the query parameters; leave out unknown values."""
    queue, sort, version, chapter = (query.get(name, "") for name in QueueParams._fields)
    known = {str(one) for one in announced(versions)}
    chapter = chapter if _is_chapter(chapter) else ""
    return QueueParams(
        queue if queue in list(Queue) else "",
        sort if sort in list(Sort) and sort != _default_sort(chapter) else "",
        version if version in known else "",
        chapter,
    )


def _is_chapter(chapter: str) -> bool:
    """Return whether a text can be the ``chapter_key`` of entries of the active document."""
    return chapter in ("0", GLOSSARY) or bool(parse_number(chapter) and chapter_of(chapter) == chapter)


def _default_sort(chapter: str) -> Sort:
    return Sort.BOOK if chapter else Sort.NEEDED


def announced(versions: Catalogue) -> list[CatalogueVersion]:
    """Return the versions that are not in force yet and have English text, so that translation can begin early."""
    ahead = (version for version in versions.all if version.date > versions.today)
    return [version for version in ahead if version.text_in(DEFAULT_LANGUAGE) and version != versions.latest]


def version_of(versions: Catalogue, params: QueueParams) -> CatalogueVersion | None:
    """Return the version to translate: the announced one that is chosen, else that in force."""
    return next((version for version in announced(versions) if str(version) == params.version), versions.latest)


def editor_at(versions: Catalogue, language: str, date: str, number: str) -> str | None:
    """Return the address of the editor of the Rule that has a number in a version.

    It edits the text of that version if it is announced, else that of the version in force; None if there is none.
    """
    target = target_at(versions, language, date, number)
    rule = rule_named(target.public_id) if target else None
    if target is None or rule is None:
        return None
    params = QueueParams(version=str(target.version) if target.version in announced(versions) else "")
    edited = find_target(language, rule.public_id, 0, version_of(versions, params))
    return edit_address(language, rule.public_id, query=params.query) if edited else None


def items_of(plan: Plan, params: QueueParams) -> tuple[QueueItem, ...]:
    """Return the items of the queue, chapter and order that are chosen."""
    items = plan.queues.get(params.queue, ())
    if params.chapter:
        items = tuple(item for item in items if chapter_key(item.cell) == params.chapter)
    return sorted_items(items, params.order)


def queue_around(versions: Catalogue, language: str, params: QueueParams, user: User) -> Plan | None:
    """Return the plan of the version that is worked for; failed checks only if that queue is chosen."""
    return plan_of(
        versions, language, checks=params.queue == Queue.CHECKS, version=version_of(versions, params), user=user
    )


def adjacent(plan: Plan, params: QueueParams, number: str, part: int, *, back: bool = False) -> QueueItem | None:
    """Return the item after a text (or before it); the first one without a number.

    A text that has left the queue keeps its place in the version: its examples follow it, then the next entry.
    """
    items = items_of(plan, params)
    if not number:
        return items[0] if items else None
    here = next((at for at, item in enumerate(items) if (item.cell.number, item.part) == (number, part)), None)
    if here is not None:
        at = here - 1 if back else here + 1
        return items[at] if 0 <= at < len(items) else None
    places = {cell.number: place for place, cell in enumerate(plan.cells)}
    now = (places.get(number, -1), part)
    if back:
        return max((item for item in items if (item.place, item.part) < now), key=_position, default=None)
    return min((item for item in items if (item.place, item.part) > now), key=_position, default=None)


def _position(item: QueueItem) -> tuple[int, int]:
    return item.place, item.part


def sorted_items(items: Sequence[QueueItem], sort: str) -> tuple[QueueItem, ...]:
    """Return the items in another order (stable)."""
    if sort == Sort.CITED:
        return tuple(sorted(items, key=lambda item: -item.cited))
    if sort == Sort.CHAPTER:
        return tuple(sorted(items, key=lambda item: (item.chapter, item.place)))
    if sort == Sort.BOOK:
        return tuple(sorted(items, key=lambda item: item.place))
    return tuple(items)
