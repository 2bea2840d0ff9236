"""What the rows of a queue show: the words of each text, how much of the English changed, and who is at work on it."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone

from rulesbase.desk.queues import Item
from rulesbase.engine.diff.words import Summary, diff, summary
from rulesbase.models import Draft, Entry, Translation, Wording

# Who has not touched a text for so long is not at work on it.
PRESENT = datetime.timedelta(minutes=10)


class Row(NamedTuple):
    """An item of a queue with its words; ``change`` is that of the English if ``compared``, else all of it."""

    item: Item
    public_id: str
    number: str
    subject: str
    change: Summary
    compared: bool
    since: datetime.date | None
    others: tuple[str, ...]


def rows_of(items: Sequence[Item], language: str) -> list[Row]:
    """The words of some items: subject, how much the English changed, since when, who is at work. Three queries."""
    entries = {
        pk: (public_id, heading, number)
        for pk, public_id, heading, number in Entry.objects.filter(pk__in={item.cell.entry for item in items})
        .order_by()
        .values_list("pk", "rule__public_id", "wording__heading", "number")
    }
    pairs = [_carried_pair(item) for item in items]
    texts = Wording.objects.in_bulk({pk for pair in pairs for pk in pair if pk})
    present = present_at(language, [new for _, new in pairs])
    rows = []
    for item, (old, new) in zip(items, pairs, strict=True):
        public_id, heading, number = entries[item.cell.entry]
        change = _change(old or 0, new, texts[old].text if old else "", texts[new].text)
        one = item.cell.examples[item.part - 1] if item.part else item.cell.text
        subject = heading or _begins(texts[new].text)
        others = tuple(present.get(new, ()))
        rows.append(Row(item, public_id or "", number, subject, change, bool(old), one.made_for, others))
    return [row for row in rows if row.public_id]


def newest_rows(items: Iterable[Item], language: str) -> dict[int, Translation]:
    """The newest text at each item, by the key of its English; an item without any is left out. One query."""
    slots = {english_key(item) for item in items}
    rows = Translation.objects.filter(language=language, original__in=slots).select_related("author", "former")
    return {row.original_id: row for row in rows.order_by("revision")}


def english_key(item: Item) -> int:
    """The key of the English text of an item."""
    return _carried_pair(item)[1]


def _carried_pair(item: Item) -> tuple[int | None, int]:
    one = item.cell.examples[item.part - 1] if item.part else item.cell.text
    return one.original if one.original != one.english else None, one.english


@lru_cache(maxsize=4096)
def _change(old_key: int, new_key: int, old: str, new: str) -> Summary:
    """The figures of what the English changed; of a missing text those of all of it."""
    return summary(old, new, diff(old, new))


def _begins(text: str, most: int = 60) -> str:
    words = text.split("\n")[0]
    if len(words) <= most:
        return words
    return words[: max(words.rfind(" ", 0, most), most // 2)].rstrip(" ,;:.–—-") + " …"


def present_at(language: str, originals: Iterable[int]) -> dict[int, list[str]]:
    """Who is at work on which English text at this moment. One query."""
    since = timezone.now() - PRESENT
    drafts = Draft.objects.filter(language=language, original__in=set(originals), touched_at__gte=since)
    found: defaultdict[int, list[str]] = defaultdict(list)
    for original, name in drafts.order_by("opened_at").values_list("original_id", "user__username"):
        found[original].append(name)
    return dict(found)
