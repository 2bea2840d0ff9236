"""Notes of the signed-in user on the pages of rules: listed beside them, their words highlighted."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from django.db.models import F
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesbase.annotations.notes import find_in
from rulesbase.annotations.rule_texts import entry_plain_text
from rulesbase.archive.entries import EntryText, LinkedText, part_of
from rulesbase.core.document_urls import document_prefix
from rulesbase.core.grouping import grouped
from rulesbase.engine.text.numbers import chapter_index, parse_number
from rulesbase.models import Entry, RuleNote
from rulesbase.reading.page_frame import Frame
from rulesbase.reading.text_html import Annotations


class PageNotes(Annotations):
    """The notes of a user on a page, by the numbers of their rules or the Rules of their terms."""

    def __init__(self, version: str, here: str, notes: Mapping[str | int | None, Sequence[RuleNote]]) -> None:
        self.here, self.notes = here, notes
        self._word, self._label = gettext("Note"), gettext("Write a note on %(number)s")
        self._start = f"{reverse('study-note-add')}?at={quote(document_prefix())}"
        self._end = f"@{version}&amp;{escape(urlencode({'next': here}))}"

    def highlighted(self, key: str | int | None, line: EntryText, language: str) -> EntryText:
        """Return an entry with the words of notes that its text and examples still have as highlights."""
        mine = [note for note in self.notes.get(key, ()) if note.phrase and note.language == language]
        if not mine:
            return line
        text = entry_plain_text(line)
        found = [(note, find_in(note, text)) for note in mine]
        spans = tuple((at.start, at.end, f"m-{note.public_id}") for note, at in found if at)
        whole = LinkedText(text, (), 0, (), spans)
        start, shown = 0, []
        for passage in (line.passage, *line.examples):
            end = start + len(passage.text)
            shown.append(passage._replace(highlights=part_of(whole, start, end).highlights))
            start = end + 1
        return line._replace(passage=shown[0], examples=tuple(shown[1:]))

    def box(self, key: str | int | None) -> SafeString:
        """List the notes of a rule; empty if there are none."""
        if notes := self.notes.get(key):
            return render_to_string("annotations/_own_notes.html", {"notes": notes, "next": self.here})
        return SafeString()

    def tool(self, number: str) -> str:
        """Link to the form for a note."""
        label = self._label % {"number": number}
        return f'<a href="{self._start}{number}{self._end}" aria-label="{label}" rel="nofollow">{self._word}</a>'


def with_notes(request: HttpRequest, around: Frame, number: str = "") -> Frame:
    """Add the notes of the signed-in user to the frame of a page. One query.

    ``number`` is that of the page's chapter, rule or term; the whole glossary has none.
    """
    here = request.get_full_path()
    context = around.context | {"marking": f"{document_prefix()}{number}@{around.version}", "marking_next": here}
    notes = PageNotes(str(around.version), here, _notes(request, around, number))
    return around._replace(context=context, notes=notes)


def _notes(request: HttpRequest, around: Frame, number: str) -> dict[str | int | None, list[RuleNote]]:
    chapter = chapter_index(number) if parse_number(number) else Entry.TERMS
    rows = RuleNote.objects.filter(
        user=request.user.pk, rule__entries__edition=around.version.main.pk, rule__entries__chapter=chapter
    )
    in_order = rows.annotate(stands=F("rule__entries__number")).order_by("start", "pk")
    return grouped((note.rule_id if chapter == Entry.TERMS else note.stands, note) for note in in_order)
