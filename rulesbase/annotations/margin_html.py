"""Notes of the signed-in user on the pages of rules.

People who are not signed in get the pages of everybody, and those who are cost one query.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import F
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesbase.annotations.highlight_html import plain, woven
from rulesbase.annotations.notes import find_in
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.models import Entry, RuleNote
from rulesbase.reading.page_frame import Frame


class PageNotes:
    """Somebody's notes on a page, by the number under which their rules stand on it."""

    def __init__(self, version: str, here: str, notes: Mapping[str, Sequence[RuleNote]]) -> None:
        self.here, self.notes = here, notes
        self._word, self._label = gettext("Note"), gettext("Write a note on %(number)s")
        self._start = f"{reverse('study-note-add')}?at="
        self._end = f"@{version}&amp;{escape(urlencode({'next': here}))}"

    def marked(self, number: str, html: str, language: str) -> str:
        """Mark in the HTML of a text what they marked in it, where its words are still there."""
        mine = [note for note in self.notes.get(number, ()) if note.phrase and note.language == language]
        if not mine or not html:
            return html
        known = plain(html)
        found = [(note, find_in(note, known.text)) for note in mine]
        return woven(html, known, [(at.start, at.end, f"m-{note.public_id}") for note, at in found if at])

    def box(self, number: str) -> SafeString:
        """List their notes; nothing where there are none."""
        notes = self.notes.get(number)
        return render_to_string("study/_own_notes.html", {"notes": notes, "next": self.here}) if notes else SafeString()

    def tool(self, number: str) -> str:
        """Link to where a note is written."""
        label = self._label % {"number": number}
        return f'<a href="{self._start}{number}{self._end}" aria-label="{label}" rel="nofollow">{self._word}</a>'


def with_notes(request: HttpRequest, around: Frame, number: str = "") -> Frame:
    """Add the notes of the signed-in user to a page. One query.

    ``number`` is that of the page's chapter, rule or term; the whole glossary has none.
    """
    here = request.get_full_path()
    context = around.context | {"marking": f"{number}@{around.version}", "marking_next": here}
    notes = PageNotes(str(around.version), here, _notes(request, around, number))
    return around._replace(context=context, notes=notes)


def _notes(request: HttpRequest, around: Frame, number: str) -> dict[str, list[RuleNote]]:
    chapter = int(chapter_of(number)) if number[:1].isdigit() and "-" not in number else Entry.TERMS
    rows = RuleNote.objects.filter(
        user=request.user.pk, rule__entries__edition=around.version.main.pk, rule__entries__chapter=chapter
    )
    found: defaultdict[str, list[RuleNote]] = defaultdict(list)
    for note in rows.annotate(stands=F("rule__entries__number")).order_by("start", "pk"):
        found[note.stands].append(note)
    return found
