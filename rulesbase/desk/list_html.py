"""Write the rows of the list as HTML.

Builds strings: a chapter has 900 rows, and a template for each would take a second.
"""

from collections.abc import Collection
from html import escape
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulesbase.core.diff_html import difference
from rulesbase.desk.list_rows import ListRow
from rulesbase.models import Translation
from rulesbase.reading.parallel_html import mark_html, state_label
from rulesbase.translations.check_messages import check_name
from rulesbase.translations.freshness_types import DOUBTED, Freshness


class ListHtml:
    """Writes rows; translates its words once per page."""

    def __init__(self, language: str, query: dict[str, str], doubted: Collection[int], *, may_approve: bool) -> None:
        """Prepare messages; ``doubted`` are the English entries whose translation has doubts."""
        self.language, self.query, self.doubted, self.may_approve = language, query, doubted, may_approve
        self.words = {name: escape(words) for name, words in _words().items()}
        self.status = {str(value): escape(str(label)) for value, label in Translation.Status.choices}
        self.marks = {state: mark_html(state, state_label(state)) for state in (*map(str, Freshness), DOUBTED)}

    def rows(self, rows: list[ListRow]) -> SafeString:
        """Return the rows as list items."""
        return mark_safe("".join(map(self.row, rows)))  # noqa: S308 - every text in it is escaped

    def row(self, row: ListRow) -> str:
        """Return one row: number, marks, English with its change, fields, buttons."""
        part = row.item.part
        one = row.item.cell.examples[part - 1] if part else row.item.cell.text
        state = DOUBTED if not part and row.item.cell.entry in self.doubted else str(one.state)
        query = {**({"part": str(part)} if part else {}), **self.query}
        path = reverse("desk_edit", args=[self.language, row.public_id])
        address = escape(f"{path}?{urlencode(query)}" if query else path)
        label = f"{row.number} {_('example %(n)s') % {'n': part}}" if part else row.number
        w = self.words
        name = escape(label)
        failed = "".join(f' <span class="badge badge-alt">{escape(check_name(check))}</span>' for check in row.failed)
        status = f' <span class="badge">{self.status[row.status]}</span>' if row.status not in ("", "approved") else ""
        author = f' <span class="small quiet">{escape(row.author)}</span>' if row.author else ""
        buttons = f'<button type="submit" name="verb" value="submit">{w["submit"]}</button>'
        buttons += f'<button type="submit" name="verb" value="save" class="btn-quiet">{w["save"]}</button>'
        if self.may_approve:
            buttons += f'<button type="submit" name="verb" value="approve">{w["approve"]}</button>'
        return (
            f'<li class="listrow" id="t{row.english.pk}"><form method="post" action="{address}"'
            f' data-text="{row.english.pk}">'
            f'<input type="hidden" name="base" value="{row.base}"><input type="hidden" name="seen"'
            f' value="{row.approved or ""}"><input type="hidden" name="saves" value="{row.saves}">'
            f'<p class="listhead"><a class="num" href="{address}">{name}</a> {self.marks[state]}{status}{author}'
            f'{failed}</p><div class="text" lang="en">{_english(row)}</div>'
            f'<div class="listfields">{self._fields(row, name)}<p class="error" role="alert" hidden></p>'
            f'<div class="listchecks"></div><div class="btnrow">{buttons}</div></div></form></li>'
        )

    def _fields(self, row: ListRow, name: str) -> str:
        html = ""
        if row.english.heading:
            label = f"{name}: {self.words['heading']}"
            html += (
                f'<input name="heading" lang="{self.language}" maxlength="500" aria-label="{label}"'
                f' value="{escape(row.heading)}">'
            )
        if row.english.text:
            lines = min(14, 1 + max(len(row.text), len(row.english.text)) // 60)
            html += (
                f'<textarea name="text" lang="{self.language}" rows="{lines}" spellcheck="true" aria-label="{name}">'
                f"\n{escape(row.text)}</textarea>"
            )
        return html


def _english(row: ListRow) -> str:
    heading = f"<p><b>{escape(row.english.heading)}</b></p>" if row.english.heading else ""
    if row.before is not None and row.before.text != row.english.text:
        return f'{heading}<p class="diff">{difference(row.before.text, row.english.text, typography=True)}</p>'
    text = escape(row.english.text).replace("\n", "<br>")
    return heading + (f"<p>{text}</p>" if text else "")


def _words() -> dict[str, str]:
    return {
        "submit": _("Send to review"),
        "save": _("Save draft"),
        "approve": _("Approve"),
        "heading": _("Heading"),
    }
