"""Build the rows of a queue: the text, how much of the English changed, and who edits it."""

import datetime
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.core.excerpts import opening
from rulesbase.desk.drafts import editors_at
from rulesbase.desk.queues import QueueItem
from rulesbase.engine.diff.words import Summary, diff, summary
from rulesbase.models import Entry, Translation, Wording

_EXCERPT = 60


class QueueRow(NamedTuple):
    """An item of a queue with its text; ``change`` covers the English change if ``compared``, else all of the text.

    ``newest`` is the newest translation; pages have it in queues of open texts only.
    """

    item: QueueItem
    public_id: str
    subject: str
    change: Summary
    compared: bool
    since: datetime.date | None
    others: tuple[str, ...]
    newest: Translation | None = None

    @property
    def number(self) -> str:
        """Return the number of its entry; for a term its slug."""
        return self.item.cell.number


def rows_of(items: Sequence[QueueItem], language: str) -> list[QueueRow]:
    """Return the rows of some items: subject, change of the English, since when, current editors. Three queries."""
    entries = {
        pk: (public_id, heading)
        for pk, public_id, heading in Entry.objects.filter(pk__in={item.cell.entry for item in items})
        .order_by()
        .values_list("pk", "rule__public_id", "wording__heading")
    }
    shown = [item.text for item in items]
    # The translated English, if it is another one, and the English now.
    pairs = [(one.original if one.original != one.english else None, one.english) for one in shown]
    texts = Wording.objects.in_bulk({pk for pair in pairs for pk in pair if pk})
    editors = editors_at(language, [new for _, new in pairs])
    rows = []
    for item, (old, new) in zip(items, pairs, strict=True):
        public_id, heading = entries[item.cell.entry]
        change = _change(texts[old].words if old else "", texts[new].words)
        subject = heading or opening(texts[new].text, _EXCERPT)
        others = tuple(editors.get(new, ()))
        rows.append(QueueRow(item, public_id or "", subject, change, bool(old), item.text.made_for, others))
    return [row for row in rows if row.public_id]


def newest_rows(items: Iterable[QueueItem], language: str) -> dict[int, Translation]:
    """Return the newest text of each item by the key of its English; items without a text are left out. One query."""
    slots = {item.text.english for item in items}
    rows = Translation.objects.filter(language=language, original__in=slots).select_related("author", "former")
    return {row.original_id: row for row in rows.order_by("revision")}


@lru_cache(maxsize=4096)
def _change(old: str, new: str) -> Summary:
    """Return the word counts of the English change; for a missing translation those of the whole text."""
    return summary(old, new, diff(old, new))
