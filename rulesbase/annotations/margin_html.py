"""Notes of the signed-in user on the pages of rules: listed beside them, their words marked in the HTML."""

import html
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple
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
from rulesbase.core.documents import document_prefix
from rulesbase.engine.text.anchoring import merged
from rulesbase.engine.text.numbers import chapter_index, parse_number
from rulesbase.models import Entry, RuleNote
from rulesbase.reading.page_frame import Frame

_TOKEN = re.compile(r"<[^>]*>|&[^;]{1,10};|[^<&]")
_UNSEEN = '<span class="vh">'
# These ends of elements are line ends of the text.
_BREAKS = ("</p>", "</h2>")


class VisibleText(NamedTuple):
    """The text of HTML, and for each character its position there."""

    text: str
    places: tuple[tuple[int, int], ...]


def plain(fragment: str) -> VisibleText:
    """Return the visible text of HTML, paragraphs on separate lines."""
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    unseen = 0
    for token in _TOKEN.finditer(fragment):
        written = token[0]
        if written[0] == "<":
            if unseen and written[1] != "/":
                unseen += not written.endswith("/>")
            elif unseen:
                unseen -= 1
            elif written == _UNSEEN:
                unseen = 1
            elif written in _BREAKS:
                letters.append("\n")
                places.append((token.start(), token.start()))
        elif not unseen:
            # Our HTML has no entity of two characters.
            letters.append(html.unescape(written)[:1])
            places.append(token.span())
    return VisibleText("".join(letters), tuple(places))


def woven(fragment: str, known: VisibleText, spans: Sequence[tuple[int, int, str]]) -> str:
    """Return HTML with spans of its text in <mark>; the third part of each span is its id.

    The first piece of each span gets the id, as a target of links.
    """
    ids: set[str] = set()
    parts: list[str] = []
    at = 0
    for start, end, names in merged(spans):
        fresh = [name for name in names if name not in ids]
        ids.update(fresh)
        for first, last in _runs(fragment, known, start, end):
            named = f' id="{fresh.pop(0)}"' if fresh else ""
            parts += (fragment[at:first], f'<mark class="own-mark"{named}>', fragment[first:last], "</mark>")
            at = last
    parts.append(fragment[at:])
    return "".join(parts)


def _runs(fragment: str, known: VisibleText, start: int, end: int) -> list[tuple[int, int]]:
    """Return the pieces of HTML without elements that together are text[start:end]."""
    runs: list[tuple[int, int]] = []
    for first, last in known.places[start:end]:
        if first == last:
            continue
        if runs and runs[-1][1] == first:
            runs[-1] = runs[-1][0], last
        else:
            runs.append((first, last))
    return [run for run in runs if fragment[slice(*run)].strip() or len(runs) == 1]


class PageNotes:
    """The notes of a user on a page, by the number of their rules there."""

    def __init__(self, version: str, here: str, notes: Mapping[str, Sequence[RuleNote]]) -> None:
        self.here, self.notes = here, notes
        self._word, self._label = gettext("Note"), gettext("Write a note on %(number)s")
        self._start = f"{reverse('study-note-add')}?at={quote(document_prefix())}"
        self._end = f"@{version}&amp;{escape(urlencode({'next': here}))}"

    def marked(self, number: str, html: str, language: str) -> str:
        """Mark the words of notes in the HTML of a text, if they are still there."""
        mine = [note for note in self.notes.get(number, ()) if note.phrase and note.language == language]
        if not mine or not html:
            return html
        known = plain(html)
        found = [(note, find_in(note, known.text)) for note in mine]
        return woven(html, known, [(at.start, at.end, f"m-{note.public_id}") for note, at in found if at])

    def box(self, number: str) -> SafeString:
        """List the notes of a rule; empty if there are none."""
        notes = self.notes.get(number)
        return (
            render_to_string("annotations/_own_notes.html", {"notes": notes, "next": self.here})
            if notes
            else SafeString()
        )

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


def _notes(request: HttpRequest, around: Frame, number: str) -> dict[str, list[RuleNote]]:
    chapter = chapter_index(number) if parse_number(number) else Entry.TERMS
    rows = RuleNote.objects.filter(
        user=request.user.pk, rule__entries__edition=around.version.main.pk, rule__entries__chapter=chapter
    )
    found: defaultdict[str, list[RuleNote]] = defaultdict(list)
    for note in rows.annotate(stands=F("rule__entries__number")).order_by("start", "pk"):
        found[note.stands].append(note)
    return found
