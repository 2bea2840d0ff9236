"""Read the rows of a queue, and those of the list, each of which is ready to be edited."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue
from rulesbase.core.document_urls import named, visible_number
from rulesbase.core.excerpts import opening
from rulesbase.desk.drafts import editors_at
from rulesbase.desk.editor_data import FieldContent, first_content
from rulesbase.desk.queue_params import QueueParams, items_of, sorted_items
from rulesbase.desk.queues import Plan, QueueItem, chapter_key
from rulesbase.engine.diff.texts import Summary, diff, summary
from rulesbase.models import Draft, Entry, Translation, User, Wording

Status = Translation.Status
_EXCERPT = 60


class EntryName(NamedTuple):
    """The public id of the Rule of an entry, its heading, and its name: its number, or the heading of a term."""

    public_id: str
    heading: str
    name: str


class ListRow(NamedTuple):
    """A text of the list. ``english`` is its English, ``before`` that of the older translation, if it differs.

    ``content`` fills the fields. ``newest`` is the newest translation in any status. ``saves`` counts autosaves of the
    user, ``waits`` for review: it is the waiting text of another person.
    """

    item: QueueItem
    entry: EntryName
    english: Wording
    before: Wording | None
    content: FieldContent
    newest: Translation | None
    approved: Translation | None
    saves: int
    waits: bool

    @property
    def shown(self) -> Translation | None:
        """Return the newest text, unless it was replaced or withdrawn, else the approved one."""
        return self.newest if self.newest and self.newest.status != Status.SUPERSEDED else self.approved


def listed_items(plan: Plan, params: QueueParams) -> tuple[QueueItem, ...]:
    """Return the items of a queue; without one all texts of the chapter, or of the version, in order."""
    if params.queue:
        return items_of(plan, params)
    every = [
        QueueItem(cell, part, place=place)
        for place, cell in enumerate(plan.cells)
        if params.chapter in ("", chapter_key(cell))
        for part in range(1 + len(cell.examples))
    ]
    return sorted_items(every, params.sort)


def rows_for(plan: Plan, items: Sequence[QueueItem], user: User) -> list[ListRow]:
    """Return the rows of some items. Five queries."""
    language = plan.language
    entries = entry_names(items)
    items = [item for item in items if item.cell.entry in entries]
    texts = Wording.objects.in_bulk({key for item in items for key in item.text.wordings})
    originals = {item.text.english for item in items}
    newest: dict[int, Translation] = {}
    approved: dict[int, Translation] = {}
    rows = Translation.objects.filter(language=language, original__in=originals).order_by("revision")
    for row in rows.select_related("wording", "author", "former"):
        newest[row.original_id] = row
        if row.status == Status.APPROVED:
            approved[row.original_id] = row
    drafts = {
        draft.original_id: draft
        for draft in Draft.objects.filter(user=user, language=language, saves__gt=0, original__in=originals)
    }
    found = []
    for item in items:
        one = item.text
        last, current, draft = newest.get(one.english), approved.get(one.english), drafts.get(one.english)
        before = texts[one.original] if one.original and one.original != one.english else None
        own = texts.get(one.wording or 0)
        older = (texts[one.original or one.english], own) if own else None
        english, saves = texts[one.english], draft.saves if draft else 0
        content = first_content(draft, last, current, one.state, older, english)
        waits = last is not None and last.status == Status.REVIEW and last.author_id != user.pk
        found.append(ListRow(item, entries[item.cell.entry], english, before, content, last, current, saves, waits))
    return found


def entry_names(items: Iterable[QueueItem]) -> dict[int, EntryName]:
    """Return the name of each entry with the public id of its Rule; leave out entries without a Rule. One query."""
    rows = Entry.objects.filter(pk__in={item.cell.entry for item in items}).exclude(rule=None).order_by()
    return {
        pk: EntryName(public_id, heading, visible_number(number) or heading)
        for pk, public_id, number, heading in rows.values_list("pk", "rule__public_id", "number", "wording__heading")
    }


def names_by_number(versions: Catalogue, numbers: Collection[str]) -> dict[str, str]:
    """Return the names of numbers of the active document; for a slug the heading in its newest version. One query."""
    slugs = [number for number in numbers if not visible_number(number)]
    entries = Entry.objects.filter(number__in=slugs, edition__in=versions.of_text, edition__language=DEFAULT_LANGUAGE)
    headings = dict(entries.order_by("edition__version__date").values_list("number", "wording__heading"))
    return {number: named(number, headings.get(number, number)) for number in numbers}


class QueueRow(NamedTuple):
    """An item of a queue with its text; ``change`` covers the English change if ``compared``, else all of the text.

    ``newest`` is the newest translation; pages have it in queues of open texts only.
    """

    item: QueueItem
    public_id: str
    subject: str
    change: Summary
    compared: bool
    others: tuple[str, ...]
    newest: Translation | None


def rows_of(items: Sequence[QueueItem], language: str, newest: Mapping[int, Translation]) -> list[QueueRow]:
    """Return the rows of some items: subject, change of the English, editors. Three queries.

    ``newest`` are those of ``newest_rows``; without them the rows have no text.
    """
    entries = entry_names(items)
    items = [item for item in items if item.cell.entry in entries]
    shown = [item.text for item in items]
    # The translated English, if it is another one, and the English now.
    pairs = [(one.original if one.original != one.english else None, one.english) for one in shown]
    texts = Wording.objects.in_bulk({pk for pair in pairs for pk in pair if pk})
    editors = editors_at(language, [new for _, new in pairs])
    rows = []
    for item, (old, new) in zip(items, pairs, strict=True):
        entry = entries[item.cell.entry]
        change = _change(texts[old].words if old else "", texts[new].words)
        subject = entry.heading or opening(texts[new].text, _EXCERPT)
        others = tuple(editors.get(new, ()))
        rows.append(QueueRow(item, entry.public_id, subject, change, bool(old), others, newest.get(new)))
    return rows


def newest_rows(items: Iterable[QueueItem], language: str) -> dict[int, Translation]:
    """Return the newest text of each item by the key of its English; items without a text are left out. One query."""
    slots = {item.text.english for item in items}
    rows = Translation.objects.filter(language=language, original__in=slots).select_related("author", "former")
    return {row.original_id: row for row in rows.order_by("revision")}


@lru_cache(maxsize=4096)
def _change(old: str, new: str) -> Summary:
    """Return the word counts of the English change; for a missing translation those of the whole text."""
    return summary(old, new, diff(old, new))
