"""Write the rows of the list as HTML.

Builds strings: a chapter has 900 rows, and a template for each would take a second.
"""

from collections.abc import Mapping
from html import escape

from django.utils.translation import gettext as _

from rulesbase.core.diff_html import difference
from rulesbase.desk.rows import ListRow
from rulesbase.desk.targets import edit_address
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import Translation
from rulesbase.reading.parallel_html import doubt_mark, mark_html, state_label
from rulesbase.translations.check_messages import check_name
from rulesbase.translations.doubts import Doubts
from rulesbase.translations.freshness_types import DOUBTED, SAME_MEANING, Freshness


class ListHtml:
    """Writes rows; translates its words once per page."""

    def __init__(self, language: str, query: str, doubts: Mapping[int, Doubts]) -> None:
        """Prepare messages; ``doubts`` are those of translations, by English entry."""
        self.language, self.query, self.doubts = language, query, doubts
        self.status = {str(value): escape(str(label)) for value, label in Translation.Status.choices}
        self.marks = {state: mark_html(state, state_label(state)) for state in (*map(str, Freshness), DOUBTED)}

    def row(self, row: ListRow) -> str:
        """Return one row: number, marks, English with its change, translation. `desk-list.js` adds the form to it."""
        part = row.item.part
        mark = self._mark(row)
        address = escape(edit_address(self.language, row.entry.public_id, part, self.query))
        example = _("example %(n)s") % {"n": part}
        label = f"{row.entry.name} {example}" if part else row.entry.name
        failed = "".join(
            f' <span class="badge badge-alt">{escape(check_name(check))}</span>' for check in row.item.failed
        )
        shown = row.shown
        is_open = shown is not None and shown.status != Translation.Status.APPROVED
        status = f' <span class="badge">{self.status[shown.status]}</span>' if shown and is_open else ""
        waits = " data-waits" if row.waits else ""
        # What is copied into the fields.
        typed = escape(marked(row.english.text, row.english.emphasis_spans))
        author = f' <span class="small quiet">{escape(shown.author_name)}</span>' if shown and shown.author_name else ""
        base, seen = row.newest.revision if row.newest else 0, row.approved.pk if row.approved else ""
        return (
            f'<li class="listrow" id="t{row.english.pk}" data-base="{base}" data-seen="{seen}"'
            f' data-saves="{row.saves}"{waits}><p class="listhead"><a class="num" href="{address}">{escape(label)}</a>'
            f" {mark}{status}{author}{failed}</p>"
            f'<div class="text" lang="en" data-heading="{escape(row.english.heading)}" data-text="{typed}">'
            f"{_english(row)}</div>{self._translation(row)}</li>"
        )

    def _mark(self, row: ListRow) -> str:
        """Return the mark of a text: its doubts with their reasons, else its freshness."""
        doubts, one = self.doubts.get(row.item.cell.entry), row.item.text
        if row.item.part:
            doubted = doubts is not None and one.translation in doubts.translations and one.state in SAME_MEANING
            return self.marks[DOUBTED if doubted else str(one.state)]
        return doubt_mark(doubts if row.item.cell.state in SAME_MEANING else None) or self.marks[str(one.state)]

    def _translation(self, row: ListRow) -> str:
        """Return the texts that the form of the row begins with."""
        heading = f'<b data-field="heading">{escape(row.content.heading)}</b>' if row.english.heading else ""
        text = f'<p data-field="text">{escape(row.content.text)}</p>' if row.english.text else ""
        return f'<div class="text listwords" lang="{self.language}">{heading}{text}</div>'


def _english(row: ListRow) -> str:
    heading = f"<p><b>{escape(row.english.heading)}</b></p>" if row.english.heading else ""
    if row.before is not None and row.before.text != row.english.text:
        return f'{heading}<p class="diff">{difference(row.before.text, row.english.text, typography=True)}</p>'
    text = escape(row.english.text).replace("\n", "<br>")
    return heading + (f"<p>{text}</p>" if text else "")
