"""Read the rows of the list: many texts of a chapter, a queue or a search, each ready to be edited."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesbase.desk.editor import older_text
from rulesbase.desk.queue_params import QueueParams, items_of, sorted_items
from rulesbase.desk.queues import Plan, QueueItem, chapter_key
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import Draft, Entry, Translation, User, Wording
from rulesbase.translations.freshness_types import TranslatedText

Status = Translation.Status


class ListRow(NamedTuple):
    """A text of the list. ``english`` is its English, ``before`` that of the older translation, if it differs.

    ``heading`` and ``text`` fill the fields. ``base`` is the newest revision, ``approved`` the approved text's key.
    ``waits`` for review: it is the waiting text of another person.
    """

    item: QueueItem
    number: str
    public_id: str
    english: Wording
    before: Wording | None
    heading: str
    text: str
    base: int
    approved: int | None
    status: str
    author: str
    saves: int
    waits: bool
    failed: tuple[str, ...] = ()


def listed_items(plan: Plan, params: QueueParams) -> tuple[QueueItem, ...]:
    """Return the items of a queue; without one all texts of the chapter, or of the version, in order."""
    if params.queue:
        return items_of(plan, params)
    cells = plan.sheet.cells.values()
    every = [
        QueueItem(cell, part, place=place)
        for place, cell in enumerate(cells)
        if params.chapter in ("", chapter_key(cell))
        for part in range(1 + len(cell.examples))
    ]
    return sorted_items(every, params.sort)


def rows_for(plan: Plan, items: Sequence[QueueItem], user: User) -> list[ListRow]:
    """Return the rows of some items. Five queries."""
    language = plan.language
    entries = {
        pk: (public_id, number)
        for pk, public_id, number in Entry.objects.filter(pk__in={item.cell.entry for item in items})
        .order_by()
        .values_list("pk", "rule__public_id", "number")
        if public_id
    }
    items = [item for item in items if item.cell.entry in entries]
    texts = Wording.objects.in_bulk({key for item in items for key in _keys(item.text) if key})
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
        slot = newest.get(one.english), approved.get(one.english)
        public_id, number = entries[item.cell.entry]
        found.append(_row(item, number, public_id or "", texts, slot, drafts.get(one.english), user))
    return found


def _row(
    item: QueueItem,
    number: str,
    public_id: str,
    texts: Mapping[int, Wording],
    slot: tuple[Translation | None, Translation | None],
    draft: Draft | None,
    user: User,
) -> ListRow:
    one = item.text
    newest, approved = slot
    english = texts[one.english]
    before = texts[one.original] if one.original and one.original != one.english else None
    shown = newest if newest and newest.status != Status.SUPERSEDED else approved
    if draft is not None:
        heading, text = draft.heading, draft.text
    elif shown is not None:
        heading, text = shown.wording.heading, marked(shown.wording.text, shown.wording.emphasis_spans)
    else:
        older = texts.get(one.wording or 0)
        heading = older.heading if older else ""
        text = older_text(one.state, older, before, english.text) if older else ""
    return ListRow(
        item,
        number,
        public_id,
        english,
        before,
        heading,
        text,
        newest.revision if newest else 0,
        approved.pk if approved else None,
        shown.status if shown else "",
        shown.author_name if shown else "",
        draft.saves if draft else 0,
        shown is not None and shown.status == Status.REVIEW and shown.author_id != user.pk,
        item.failed,
    )


def _keys(one: TranslatedText) -> tuple[int | None, ...]:
    return one.english, one.original, one.wording
