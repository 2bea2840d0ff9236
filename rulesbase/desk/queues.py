"""Build the work queues of a language for a version, and the progress of each chapter."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q

from rulesbase.accounts.roles import REVIEW, may
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.core.document_urls import visible_number
from rulesbase.core.grouping import grouped
from rulesbase.desk.comments import mentioned_names, unresolved
from rulesbase.engine.text.numbers import chapter_of, sort_key
from rulesbase.models import ActionLog, Change, Entry, Reference, Translation, User
from rulesbase.reading.outline import outline_of
from rulesbase.translations.doubts import doubted_entries, state_counts
from rulesbase.translations.failed_checks import failing
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import (
    SAME_MEANING,
    EntryFreshness,
    Freshness,
    TranslatedText,
)


class Queue(StrEnum):
    """The queues, in the order of work; those by freshness have the names of its states."""

    BEHIND = "behind"
    WORDING = "wording"
    REFERENCES = "references"
    TYPOGRAPHY = "typography"
    MISSING = "missing"
    DRAFTS = "drafts"
    REVIEW = "review"
    RETURNED = "returned"
    CHECKS = "checks"
    REPORTS = "reports"
    MENTIONS = "mentions"
    COMMENTS = "comments"


# Stands for the number of a chapter in addresses.
GLOSSARY = "glossary"
_STATUS: dict[str, Queue] = {Translation.Status.DRAFT: Queue.DRAFTS, Translation.Status.REVIEW: Queue.REVIEW}


class QueueItem(NamedTuple):
    """A text to translate: its entry, and ``part`` 0 for the entry itself or the number of an example.

    ``older``: an open translation was made for older English. ``place`` is the position in the version, ``chapter``
    how many texts of its chapter have the same state, ``recent`` whether the version changed the text.
    """

    cell: EntryFreshness
    part: int
    cited: int = 0
    older: bool = False
    failed: tuple[str, ...] = ()
    place: int = 0
    chapter: int = 0
    recent: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Return what identifies the text in a version."""
        return self.cell.entry, self.part

    @property
    def number_and_part(self) -> str:
        """Return what names the text in forms, such as ``201.3a/0``, or ``201.3a/2`` for its second example."""
        return f"{self.cell.number}/{self.part}"

    @property
    def text(self) -> TranslatedText:
        """Return the text or example, with the translation that readers see."""
        return self.cell.text_at(self.part)


class Plan(NamedTuple):
    """The queues of a language and the freshness of all entries in order, from the same data."""

    version: CatalogueVersion
    language: str
    cells: Sequence[EntryFreshness]
    queues: Mapping[str, tuple[QueueItem, ...]]
    stamp: ContentStamp

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of items in each queue."""
        return {name: len(items) for name, items in self.queues.items()}

    @property
    def progress(self) -> "Progress":
        """Return how far the version is translated."""
        return _progress(self.stamp, self.version, self.language)


class Progress(NamedTuple):
    """The entries with doubts, and the number of entries by freshness: of the version, and of each chapter."""

    doubted: frozenset[int]
    states: Counter[str]
    chapters: Mapping[str, Counter[str]]


class ChapterProgress(NamedTuple):
    """The progress of a chapter: its entries counted by freshness."""

    number: str
    heading: str
    counts: Counter[str]

    @property
    def name(self) -> str:
        """Return the number, or the heading of a chapter without a number."""
        return visible_number(self.number) or self.heading

    @property
    def total(self) -> int:
        """Return the number of entries."""
        return self.counts.total()

    @property
    def up_to_date(self) -> int:
        """Return the number of entries whose translation has the meaning of the current English."""
        return sum(self.counts[state] for state in SAME_MEANING)


def plan_of(
    versions: Catalogue,
    language: str,
    *,
    checks: bool = True,
    version: CatalogueVersion | None = None,
    user: User | None = None,
) -> Plan | None:
    """Return the queues of a language for a version, else for that in force; None if it has no English text.

    ``returned`` has the texts of ``user`` that a reviewer sent back, ``mentions`` open comments that name this user.
    With FOUR_EYES ``review`` leaves out a reviewer's own texts, which another reviewer must approve.
    Two queries, one more for failed checks, three more after translations changed, ten after the English changed.
    """
    version = version or versions.latest
    if version is None or not version.text_in(DEFAULT_LANGUAGE):
        return None
    cells = tuple(freshness(versions, version, language).values())
    stamp = versions.stamp_in(language)
    cached = _cached_queues(stamp, version, language)
    queues: dict[str, list[QueueItem]] = {queue: [] for queue in Queue}
    at_work = _open_texts(language)
    waiting = {text.original for text in at_work if text.status == Translation.Status.REVIEW}
    for queue, items in cached.queues.items():
        queues[queue] = [item for item in items if item.text.english not in waiting]
    needs_another = user is not None and settings.FOUR_EYES and may(user, REVIEW, language)
    for text in at_work:
        mine = user is not None and text.author == user.pk
        if mine and needs_another and text.status == Translation.Status.REVIEW:
            continue
        of_rules = (cached.by_rule[rule] for rule in text.rules if rule in cached.by_rule)
        item = cached.by_text.get(text.original) or next(of_rules, None)
        if item is not None:
            item = item._replace(older=text.original not in cached.by_text)
            queues[Queue.RETURNED if mine and text.returned else _STATUS[text.status]].append(item)
    for comment in unresolved(language):
        item = cached.by_translation.get(comment.translation_id) or cached.by_text.get(comment.translation.original_id)
        if item is None:
            continue
        queues[Queue.REPORTS if comment.from_reader else Queue.COMMENTS].append(item)
        if user is not None and user.get_username().casefold() in mentioned_names(comment.text):
            queues[Queue.MENTIONS].append(item)
    if checks:
        queues[Queue.CHECKS] = _failed(stamp, language, cached, {text.pk: text.original for text in at_work})
    return Plan(version, language, cells, {name: _each_once(items) for name, items in queues.items()}, stamp)


def _each_once(items: Iterable[QueueItem]) -> tuple[QueueItem, ...]:
    """Return the items with each text once; prefer an open translation of the current English to one of older English.

    A text can have several comments, and a Rule open translations of several English texts.
    """
    found: dict[tuple[int, int], QueueItem] = {}
    for item in items:
        before = found.get(item.key)
        if before is None or before.older:
            found[item.key] = item
    return tuple(found.values())


class _CachedQueues(NamedTuple):
    """Queues that depend on the content alone, cached until it changes."""

    queues: dict[str, list[QueueItem]]
    by_text: dict[int, QueueItem]
    by_rule: dict[int, QueueItem]
    by_translation: dict[int, QueueItem]


@lru_cache(maxsize=12)
def _cached_queues(stamp: ContentStamp, version: CatalogueVersion, language: str) -> _CachedQueues:
    cells = freshness(Catalogue(stamp, (version,), version.date), version, language).values()
    key = english_key(stamp)
    cited, recent = citations(key, version), _recent(key, version)
    queues: defaultdict[str, list[QueueItem]] = defaultdict(list)
    by_text: dict[int, QueueItem] = {}
    by_rule: dict[int, QueueItem] = {}
    by_translation: dict[int, QueueItem] = {}
    sizes = Counter((one.state, chapter_key(cell)) for cell in cells for one in (cell.text, *cell.examples))
    for place, cell in enumerate(cells):
        of_cell = QueueItem(cell, 0, cited.get(cell.number, 0), place=place, recent=cell.rule in recent)
        unfinished = unfinished_parts(cell)
        for part, one in enumerate((cell.text, *cell.examples)):
            item = of_cell._replace(part=part, chapter=sizes[one.state, chapter_key(cell)])
            by_text.setdefault(one.english, item)
            if one.translation:
                by_translation.setdefault(one.translation, item)
            if cell.rule and not part:
                by_rule[cell.rule] = item
            if part in unfinished:
                queues[Queue(one.state)].append(item)
    for items in queues.values():
        items.sort(key=_urgency)
    return _CachedQueues(dict(queues), by_text, by_rule, by_translation)


def unfinished_parts(cell: EntryFreshness) -> list[int]:
    """Return which texts of an entry need work: the entry itself (0), then its examples in order."""
    every = (cell.text, *cell.examples) if cell.has_examples else (cell.text,)
    return [part for part, one in enumerate(every) if one.state is not Freshness.EXACT]


def _urgency(item: QueueItem) -> tuple[bool, int, int]:
    """Return the sort key of an item; equal items stay in the order of the version.

    Changed rules come before those with changed examples only, and missing texts that the version changed before other
    missing ones. Then often cited texts come first, then chapters with few texts left.
    """
    if item.text.state is Freshness.MISSING:
        return not item.recent, -item.cited, item.chapter
    return item.cell.state is Freshness.EXAMPLE, -item.cited, 0


@lru_cache(maxsize=4)
def _recent(_key: str, version: CatalogueVersion) -> frozenset[int]:
    """Return the Rules that a version added or changed in substance. One query, or none."""
    changes = Change.objects.filter(version=version.pk)
    new = changes.filter(Q(kind=Change.Kind.ADDED) | Q(weight=Change.Weight.SUBSTANCE))
    return frozenset(new.values_list("rule_id", flat=True))


@lru_cache(maxsize=4)
def citations(_key: str, version: CatalogueVersion) -> dict[str, int]:
    """Return how many texts of a version cite each number. One query, or none."""
    english = version.text_in(DEFAULT_LANGUAGE)
    folds = Entry.objects.filter(edition=english.pk if english else 0).values("wording__fold")
    rows = Reference.objects.filter(fold__in=folds).values_list("number").annotate(Count("fold")).order_by()
    return dict(rows)


class _OpenText(NamedTuple):
    """A draft or a text in review, whether it is a draft that was sent back, and the Rules it was made for."""

    pk: int
    original: int
    status: str
    author: int | None
    returned: bool
    rules: Sequence[int] = ()


def _open_texts(language: str) -> list[_OpenText]:
    """Return the open texts of a language. One query."""
    sent_back = ActionLog.objects.filter(translation=OuterRef("pk"), verb=ActionLog.Verb.RETURNED)
    rows = Translation.objects.open_in(language).order_by("pk", "places__pk")
    returned = Q(status=Translation.Status.DRAFT) & Exists(sent_back)
    fields = ("pk", "original_id", "status", "author_id", "returned", "places__entry__rule")
    rules = grouped((_OpenText(*text), rule) for *text, rule in rows.annotate(returned=returned).values_list(*fields))
    return [text._replace(rules=[rule for rule in some if rule]) for text, some in rules.items()]


def _failed(stamp: ContentStamp, language: str, cached: _CachedQueues, at_work: Mapping[int, int]) -> list[QueueItem]:
    """Return the items of the version whose approved or open text fails a check, often cited ones first."""
    found: dict[tuple[int, int], QueueItem] = {}
    for pk, checks in failing(stamp, language).items():
        item = cached.by_translation.get(pk) or cached.by_text.get(at_work.get(pk, 0))
        if item is not None:
            before = found.get(item.key, item)
            found[item.key] = before._replace(failed=tuple(dict.fromkeys((*before.failed, *checks))))
    return sorted(found.values(), key=lambda item: (-item.cited, item.place, item.part))


def chapter_headings(versions: Catalogue, plan: Plan) -> dict[str, str]:
    """Return the number of each chapter with its heading; the glossary is the last."""
    english = plan.version.text_in(DEFAULT_LANGUAGE)
    book = outline_of(versions.english, english.pk if english else 0)
    heads = {chapter.number: chapter.heading for part in book.parts for chapter in part.chapters}
    # Not those of the progress: it checks all texts of the language.
    numbers = {chapter_key(cell) for cell in plan.cells}
    # Sections, chapters, glossary.
    ordered = sorted(numbers, key=lambda key: (key == GLOSSARY, key != "0", sort_key(key)))
    return {key: heads.get(key, "") for key in ordered}


def chapters_of(versions: Catalogue, plan: Plan) -> list[ChapterProgress]:
    """Return the progress of every chapter."""
    chapters = plan.progress.chapters
    return [ChapterProgress(key, heading, chapters[key]) for key, heading in chapter_headings(versions, plan).items()]


@lru_cache(maxsize=12)
def _progress(stamp: ContentStamp, version: CatalogueVersion, language: str) -> Progress:
    cells = freshness(Catalogue(stamp, (version,), version.date), version, language).values()
    by_chapter = grouped((chapter_key(cell), cell) for cell in cells)
    doubted = doubted_entries(stamp, language, cells)
    chapters = {key: state_counts(some, doubted) for key, some in by_chapter.items()}
    return Progress(doubted, state_counts(cells, doubted), chapters)


def chapter_key(cell: EntryFreshness) -> str:
    """Return the chapter of an entry as used in addresses; ``GLOSSARY`` for terms, ``0`` for sections."""
    if cell.kind == Entry.Kind.TERM:
        return GLOSSARY
    return chapter_of(cell.number) if cell.kind != Entry.Kind.SECTION else "0"
